/** A list's search, filters and sort, kept in the URL: the screen follows at once, the URL a moment later. */
import { onScopeDispose, shallowRef, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { Kind } from '../../../shared/metadata.ts'
import { useLastAsked } from '../stores/last-asked.ts'
import { fromUrl, isSameState, type ListState, toUrl } from './list-query.ts'
import { useQueryOf } from './useQueryOf.ts'

/** Browsers limit how often the URL may change. */
const urlPauseMs = 250

export function useListState(kind: Kind) {
  const route = useRoute()
  const router = useRouter()
  const lastAsked = useLastAsked()
  const state = shallowRef<ListState>(fromUrl(route.query, kind))
  const query = useQueryOf(() => state.value)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isUnderWay = false
  let isDue = false

  watch(state, now => lastAsked.keep(kind.name, toUrl(now)), { immediate: true })

  function change(part: Partial<ListState>): void {
    state.value = { ...state.value, ...part }
    clearTimeout(timer)
    timer = setTimeout(writeUrl, urlPauseMs)
  }

  /** Never while somebody is on the way elsewhere: the later navigation would take the place of theirs. */
  function writeUrl(): void {
    clearTimeout(timer)
    timer = undefined
    isDue = isUnderWay
    if (isDue) return
    if (route.params['kind'] !== kind.name) return
    void router.replace({ path: route.path, query: toUrl(state.value), hash: route.hash })
  }

  watch(
    () => route.query,
    query => {
      if (timer !== undefined || isDue || route.params['kind'] !== kind.name) return
      const next = fromUrl(query, kind)
      if (!isSameState(next, state.value)) state.value = next
    },
  )
  function arrive(): void {
    isUnderWay = false
    if (isDue) writeUrl()
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
  return { state, query, change }
}
