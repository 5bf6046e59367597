/** The time as of the last half minute, for ages on the screen. */
import { onScopeDispose, ref, type Ref } from 'vue'

const refreshMs = 30_000

/** `now`: ms since 1970. */
export function useNow(now: () => number): Readonly<Ref<number>> {
  const last = ref(now())
  let timer = setTimeout(refresh, refreshMs)
  function refresh() {
    last.value = now()
    timer = setTimeout(refresh, refreshMs)
  }
  onScopeDispose(() => clearTimeout(timer))
  return last
}
