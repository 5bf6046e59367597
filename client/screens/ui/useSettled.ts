/** A value that follows another one once that has stayed as it is for a moment: nobody is asked at every key. */
import { onScopeDispose, type Ref, shallowRef, watch } from 'vue'

export function useSettled<T>(source: () => T, pauseMs = 250): Readonly<Ref<T>> {
  const settled = shallowRef(source())
  let timer: ReturnType<typeof setTimeout> | undefined
  watch(source, value => {
    clearTimeout(timer)
    timer = setTimeout(() => (settled.value = value), pauseMs)
  })
  onScopeDispose(() => clearTimeout(timer))
  return settled
}
