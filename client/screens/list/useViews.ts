/** The saved views of a kind's list, and which of them is in force. [UI60] [UI61] */
import { computed } from 'vue'
import type { Kind } from '../../../shared/metadata.ts'
import { useListPreferences } from '../stores/list-preferences.ts'
import { fromUrl, isSameState, type ListState } from './list-query.ts'
import { viewsOf } from './saved-views.ts'
import { useColumns } from './useColumns.ts'

export function useViews(kind: Kind, state: () => ListState) {
  const lists = useListPreferences()
  const viewId = computed(() => state().view)
  const views = computed(() => viewsOf(lists.entries, kind.name))
  const inForce = computed(() => views.value.find(({ id }) => id === viewId.value) ?? null)
  const { isChanged: hasOtherColumns } = useColumns(
    kind,
    () => [],
    () => viewId.value,
  )
  const isChanged = computed(() => {
    const { value: view } = inForce
    if (!view) return false
    return hasOtherColumns.value || !isSameState({ ...fromUrl(view.query, kind), view: view.id }, state())
  })
  return { views, inForce, isChanged }
}
