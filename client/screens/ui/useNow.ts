/** The time as of the last half minute, or of a shorter while, for what is shown of it. */
import { onScopeDispose, ref, type Ref } from 'vue'

const refreshMs = 30_000

/** `now`: ms since 1970; `everyMs`: how old it may be. */
export function useNow(now: () => number, everyMs = refreshMs): Readonly<Ref<number>> {
  const last = ref(now())
  let timer = setTimeout(refresh, everyMs)
  function refresh() {
    last.value = now()
    timer = setTimeout(refresh, everyMs)
  }
  onScopeDispose(() => clearTimeout(timer))
  return last
}
