/** What a kind's list asks when nobody asks anything of it: its person's default view. [UI62] */
import type { Kind } from '../../../shared/metadata.ts'
import { entryNames, useListPreferences } from '../stores/list-preferences.ts'
import { fromUrl, type ListState } from './list-query.ts'
import { viewsOf } from './saved-views.ts'

/** null: there is none. */
export function useDefaultView(kind: Kind): () => ListState | null {
  const lists = useListPreferences()
  return () => {
    const id = lists.valueOf(entryNames.opening(kind.name))
    const view = id === null ? undefined : viewsOf(lists.entries, kind.name).find(each => each.id === id)
    return view ? { ...fromUrl(view.query, kind), view: view.id } : null
  }
}
