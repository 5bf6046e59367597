/** A list's search, filters and sort, kept in the URL: the screen follows at once, the URL a moment later. */
import { shallowRef, watch } from 'vue'
import { useRoute } from 'vue-router'
import type { Kind } from '../../../shared/metadata.ts'
import { useLastAsked } from '../stores/last-asked.ts'
import { fromUrl, isSameState, type ListState, toUrl } from './list-query.ts'
import { useAddressQuery } from '../ui/useAddressQuery.ts'
import { useQueryOf } from './useQueryOf.ts'

export function useListState(kind: Kind) {
  const route = useRoute()
  const lastAsked = useLastAsked()
  const state = shallowRef<ListState>(fromUrl(route.query, kind))
  const query = useQueryOf(() => state.value)
  const isHere = () => route.params['kind'] === kind.name
  const address = useAddressQuery(() => toUrl(state.value), isHere)
  watch(state, now => lastAsked.keep(kind.name, toUrl(now)), { immediate: true })

  function change(part: Partial<ListState>): void {
    state.value = { ...state.value, ...part }
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
  return { state, query, change }
}
