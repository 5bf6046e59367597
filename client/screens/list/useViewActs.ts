/** What a person does with the saved views of a kind's list. [UI60] */
import { computed } from 'vue'
import type { Kind } from '../../../shared/metadata.ts'
import { useContext } from '../context.ts'
import { useDesk } from '../stores/desk.ts'
import { entryNames, useListPreferences } from '../stores/list-preferences.ts'
import type { ScreenClass } from '../ui/useScreenClass.ts'
import { useWords } from '../words/useWords.ts'
import { fromUrl, type ListState, toUrl } from './list-query.ts'
import { folded, type SavedView } from './saved-views.ts'
import { useColumns } from './useColumns.ts'
import { useViews } from './useViews.ts'

const screenClasses: readonly ScreenClass[] = ['phone', 'tablet', 'laptop']

interface List {
  state: () => ListState
  change: (part: Partial<ListState>) => void
}

export function useViewActs(kind: Kind, { state, change }: List) {
  const { engine } = useContext()
  const lists = useListPreferences()
  const desk = useDesk()
  const { t } = useWords()
  const { views, inForce, isChanged } = useViews(kind, state)
  const { screenClass, now: columnsNow } = useColumns(
    kind,
    () => [],
    () => state().view,
  )
  const opening = entryNames.opening(kind.name)
  const defaultId = computed(() => lists.valueOf(opening))
  const entryOf = (id: string) => entryNames.view(kind.name, id)

  /** Null, for what is there at all. */
  function gone(...names: string[]): Record<string, null> {
    const there = names.filter(name => lists.valueOf(name) !== null)
    return Object.fromEntries(there.map(name => [name, null]))
  }

  const changedColumns = (id: string, ...classes: readonly ScreenClass[]) =>
    classes.map(each => entryNames.columns(kind.name, each, id))

  /** With the way back. */
  function put(values: Record<string, unknown>, text: string): void {
    const before = lists.put(values)
    desk.undoable = () => lists.put(before)
    desk.say(text, { label: t('undo.action'), run: () => void desk.undo() })
  }

  /** As it was saved; null: all records. */
  function choose(view: SavedView | null): void {
    if (view) lists.put(gone(...changedColumns(view.id, screenClass.value)))
    change({ ...fromUrl(view?.query ?? {}, kind), view: view?.id })
  }

  /** What is asked now. What a newer app keeps in the view stays in it. */
  function values(id: string, name: string): Record<string, unknown> {
    const before = lists.valueOf(entryOf(id)) as Partial<SavedView> | null
    const columns = { ...before?.columns, [screenClass.value]: columnsNow() }
    return {
      [entryOf(id)]: { ...before, name, query: toUrl({ ...state(), view: undefined }), columns },
      ...gone(...changedColumns(id, screenClass.value)),
    }
  }

  function viewCalled(name: string): SavedView | undefined {
    return views.value.find(view => folded(view.name) === folded(name))
  }

  async function saveAs(name: string): Promise<void> {
    const replaced = viewCalled(name)
    const id = replaced?.id ?? (await engine.newUid())
    const text = t('views.saved', { name })
    if (replaced) put(values(id, name), text)
    else {
      lists.put(values(id, name))
      desk.say(text)
    }
    change({ view: id })
  }

  function saveChanges({ id, name }: SavedView): void {
    put(values(id, name), t('views.saved', { name }))
  }

  function rename({ id }: SavedView, name: string): void {
    const replaced = viewCalled(name)
    const renamed = { [entryOf(id)]: { ...(lists.valueOf(entryOf(id)) as object), name } }
    if (replaced && replaced.id !== id) put({ ...removal(replaced), ...renamed }, t('views.saved', { name }))
    else lists.put(renamed)
  }

  function remove(view: SavedView): void {
    put(removal(view), t('views.deleted', { name: view.name }))
  }

  function removal({ id }: SavedView): Record<string, unknown> {
    return gone(
      entryOf(id),
      ...changedColumns(id, ...screenClasses),
      ...(defaultId.value === id ? [opening] : []),
    )
  }

  function toggleDefault({ id }: SavedView): void {
    lists.put({ [opening]: defaultId.value === id ? null : id })
  }

  return {
    views,
    inForce,
    isChanged,
    defaultId,
    viewCalled,
    choose,
    saveAs,
    saveChanges,
    rename,
    remove,
    toggleDefault,
  }
}
