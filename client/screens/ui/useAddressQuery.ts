/** The query of this screen's address, written a moment after what it says has changed. */
import { onScopeDispose } from 'vue'
import { type LocationQueryRaw, useRoute, useRouter } from 'vue-router'

/** Browsers limit how often the address may change. */
const pauseMs = 250

/** `isHere`: the address is still that of this screen. */
export function useAddressQuery(query: () => LocationQueryRaw, isHere: () => boolean) {
  const route = useRoute()
  const router = useRouter()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isUnderWay = false
  let isDue = false

  function later(): void {
    clearTimeout(timer)
    timer = setTimeout(write, pauseMs)
  }

  /** Never while somebody is on the way elsewhere: the later navigation would take the place of theirs. */
  function write(): void {
    clearTimeout(timer)
    timer = undefined
    isDue = isUnderWay
    if (isDue || !isHere()) return
    void router.replace({ path: route.path, query: query(), hash: route.hash })
  }

  function arrive(): void {
    isUnderWay = false
    if (isDue) write()
  }
  const stops = [
    router.beforeEach(() => {
      isUnderWay = true
    }),
    router.afterEach(arrive),
    router.onError(arrive),
    () => clearTimeout(timer),
  ]
  onScopeDispose(() => {
    for (const stop of stops) stop()
  })
  return { later, isPending: () => timer !== undefined || isDue }
}
