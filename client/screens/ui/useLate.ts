/** A flag that follows another one up only after a while, so that short waits show nothing at all. */
import { onScopeDispose, ref, type Ref, watch } from 'vue'

const patienceMs = 150

export function useLate(source: () => boolean): Readonly<Ref<boolean>> {
  const late = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  watch(
    source,
    on => {
      clearTimeout(timer)
      if (on) timer = setTimeout(() => (late.value = true), patienceMs)
      else late.value = false
    },
    { immediate: true },
  )
  onScopeDispose(() => clearTimeout(timer))
  return late
}
