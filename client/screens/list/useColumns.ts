/** The columns of a kind's list on this class of screen, and how its person changes them. [UI50] */
import { computed } from 'vue'
import type { Kind } from '../../../shared/metadata.ts'
import { entryNames, useListPreferences } from '../stores/list-preferences.ts'
import { useScreenClass } from '../ui/useScreenClass.ts'
import { type ChosenColumns, columnsOf, namesOf, widthWithin } from './columns.ts'
import { columnsFrom, viewsOf } from './saved-views.ts'

/** `view`: the id of the saved view in force, which has columns of its own. [UI60] */
export function useColumns(kind: Kind, sortedBy: () => readonly string[], view: () => string | undefined) {
  const lists = useListPreferences()
  const screenClass = useScreenClass()
  const viewId = computed(view)
  const saved = computed(() => viewsOf(lists.entries, kind.name).find(({ id }) => id === viewId.value))
  const entry = computed(() => entryNames.columns(kind.name, screenClass.value, saved.value?.id))
  /** Since the view was saved; without one, since the kind named its own. */
  const changed = computed(() => columnsFrom(lists.valueOf(entry.value)))
  const own = computed(() => columnsFrom(lists.valueOf(entryNames.columns(kind.name, screenClass.value))))
  const chosen = computed(() => changed.value ?? saved.value?.columns[screenClass.value] ?? own.value)
  /** Texts, so that what is not sorted otherwise is not laid out anew. */
  const sorting = computed(() => sortedBy().join())
  const columns = computed(() => columnsOf(kind, chosen.value, sorting.value.split(',')))
  const isChanged = computed(() => changed.value !== null)

  function keep(next: ChosenColumns | null): void {
    const isAsSaved = JSON.stringify(next) === JSON.stringify(saved.value?.columns[screenClass.value])
    lists.put({ [entry.value]: isAsSaved ? null : next })
  }

  const now = () => ({ names: [...namesOf(kind, chosen.value)], widths: chosen.value?.widths ?? {} })

  /** Those behind the title, in order. */
  function choose(names: readonly string[]): void {
    keep({ ...now(), names: [...names] })
  }

  /** `null`: as wide as there is room for. */
  function size(name: string, widthPx: number | null): void {
    const { [name]: _, ...others } = now().widths
    keep({ ...now(), widths: widthPx === null ? others : { ...others, [name]: widthWithin(widthPx) } })
  }

  return { columns, chosen, isChanged, screenClass, now, choose, size, reset: () => keep(null) }
}
