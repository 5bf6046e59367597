/** Whether a media query holds, as a ref. While a page is printed it is as wide as the paper: that changes nothing. */
import { ref, type Ref } from 'vue'
import { useEvent } from './useEvent.ts'

export function useMediaQuery(query: string): Readonly<Ref<boolean>> {
  const list = window.matchMedia(query)
  const matches = ref(list.matches)
  useEvent(list, 'change', () => {
    if (!isOnPaper()) matches.value = list.matches
  })
  return matches
}

/** The page is laid out for a printer at this moment. */
export function isOnPaper(): boolean {
  return window.matchMedia('print').matches
}
