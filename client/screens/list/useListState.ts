/** A list's search, filters and sort, kept in the URL: the screen follows at once, the URL a moment later. */
import { computed, shallowRef, watch } from 'vue'
import { useRoute } from 'vue-router'
import type { Kind } from '../../../shared/metadata.ts'
import { useLastAsked } from '../stores/last-asked.ts'
import { fromUrl, isSameState, type ListState, toUrl } from './list-query.ts'
import { useAddressQuery } from '../ui/useAddressQuery.ts'
import { everything } from './saved-views.ts'
import { useDefaultView } from './useDefaultView.ts'
import { useQueryOf } from './useQueryOf.ts'

export function useListState(kind: Kind) {
  const route = useRoute()
  const lastAsked = useLastAsked()
  const isNothing = (asked: ListState) => isSameState(asked, fromUrl({}, kind))
  const opening = useDefaultView(kind)
  const asked = fromUrl(route.query, kind)
  // [UI62]
  const state = shallowRef<ListState>((isNothing(asked) && opening()) || asked)
  /** Under another name it asks for the same. */
  const asking = computed<ListState>(before => {
    const { view } = state.value
    return before && isSameState({ ...before, view }, state.value) ? before : state.value
  })
  const query = useQueryOf(() => asking.value)
  const isHere = () => route.params['kind'] === kind.name
  const address = useAddressQuery(() => toUrl(state.value), isHere)
  if (state.value !== asked) address.later()
  watch(state, now => lastAsked.keep(kind.name, toUrl(now)), { immediate: true })

  function change(part: Partial<ListState>): void {
    const next = { ...state.value, ...part }
    // Said in the address: opened again without a word, the list would show its default view.
    state.value = isNothing(next) && opening() ? { ...next, view: everything } : next
    address.later()
  }

  watch(
    () => route.query,
    query => {
      if (address.isPending() || !isHere()) return
      const next = fromUrl(query, kind)
      if (!isSameState(next, state.value)) state.value = next
    },
  )
  return { state, view: () => state.value.view, query, change }
}
