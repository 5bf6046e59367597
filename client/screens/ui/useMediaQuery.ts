/** Whether a media query holds, as a ref. While a page is printed it is as wide as the paper: that changes nothing. */
import { onScopeDispose, ref, type Ref } from 'vue'

export function useMediaQuery(query: string): Readonly<Ref<boolean>> {
  const list = window.matchMedia(query)
  const matches = ref(list.matches)
  const update = () => {
    if (!isOnPaper()) matches.value = list.matches
  }
  list.addEventListener('change', update)
  onScopeDispose(() => list.removeEventListener('change', update))
  return matches
}

/** The page is laid out for a printer at this moment. */
export function isOnPaper(): boolean {
  return window.matchMedia('print').matches
}
