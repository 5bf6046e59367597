/** Everything the palette looks through, in the order in which it stands there. A source more is a line more. */
import { Bookmark } from '@lucide/vue'
import { useRouter } from 'vue-router'
import { kindNamed } from '../../../shared/metadata.ts'
import type { Kind } from '../../../shared/metadata.ts'
import { useContext } from '../context.ts'
import type { Row } from '../../contract.ts'
import { useKinds } from '../record/useKinds.ts'
import { kindIcons, useLinks } from '../shell/useLinks.ts'
import { viewsOf } from '../list/saved-views.ts'
import { useListPreferences } from '../stores/list-preferences.ts'
import { useRecents } from '../stores/recents.ts'
import { useSession } from '../stores/session.ts'
import { useWords } from '../words/useWords.ts'
import { type Entry, isMeant, type Source } from './entries.ts'
import { useActions } from './useActions.ts'

/** Of all kinds together: as many as a screen shows. */
const hitsAtMost = 12

export function useSources(signOut: () => void): readonly Source[] {
  // What is meant by its name stands before records: it is little, and is gone with the next letter of a record's.
  return [useRecentRecords(), useActions(signOut), useSavedViews(), useScreens(), useRecords()]
}

function useEntryOf() {
  const router = useRouter()
  const { label } = useWords()
  return (kind: Kind, row: Row): Entry => ({
    key: `${kind.name}:${row.uid}`,
    icon: kindIcons[kind.icon],
    what: label(kind.label),
    title: String(row.fields[kind.title] ?? ''),
    hit: { kind, row },
    run: () => router.push(`/${kind.name}/${row.uid}`),
  })
}

/** Those that are still here. */
function useRecentRecords(): Source {
  const { engine, kinds } = useContext()
  const recents = useRecents()
  const entryOf = useEntryOf()
  return async text => {
    if (text) return []
    const found = recents.list('opened').map(async ({ kind: name, uid }) => {
      const kind = kindNamed(kinds, name)
      const record = kind && (await engine.record(name, uid))
      return record ? [entryOf(kind, record)] : []
    })
    return (await Promise.all(found)).flat()
  }
}

function useScreens(): Source {
  const router = useRouter()
  const { high, low } = useLinks()
  const kinds = useKinds()
  const session = useSession()
  const { t, label } = useWords()
  const ofKinds = (screen: 'deleted' | 'overview' | 'import', title: string) =>
    kinds.map(kind => ({
      to: `/${kind.name}/${screen}`,
      icon: kindIcons[kind.icon],
      query: {},
      text: t(title, { kind: label(kind.plural) }),
    }))
  const beside = () => [
    ...ofKinds('overview', 'list.overviewOf'),
    ...ofKinds('deleted', 'deleted.title'),
    ...(session.mayWrite ? ofKinds('import', 'list.importOf') : []),
  ]
  return text =>
    [...high.value, ...low.value, ...beside()]
      .filter(link => text && isMeant(link.text, text))
      .map(({ to, query, icon, text: title }) => ({
        ...{ key: to, icon, title, what: t('palette.screen') },
        run: () => router.push({ path: to, query }),
      }))
}

/** Before anything is typed, too: a view is what somebody goes to again and again. [UI60] */
function useSavedViews(): Source {
  const router = useRouter()
  const kinds = useKinds()
  const lists = useListPreferences()
  const { t, label } = useWords()
  return text =>
    kinds.flatMap(kind =>
      viewsOf(lists.entries, kind.name)
        .filter(({ name }) => isMeant(name, text))
        .map(({ id, name: title, query }) => ({
          ...{ key: `view:${id}`, icon: Bookmark, title },
          what: `${t('views.title')}: ${label(kind.plural)}`,
          run: () => router.push({ path: `/${kind.name}`, query: { ...query, view: id } }),
        })),
    )
}

function useRecords(): Source {
  const { engine } = useContext()
  const router = useRouter()
  const kinds = useKinds()
  const entryOf = useEntryOf()
  const { t, label, formats } = useWords()

  async function hitsOf(kind: Kind, search: string): Promise<Entry[]> {
    const query = { search, filters: [], sort: [], states: [] }
    const { rows, total } = await engine.query(kind.name, query, 0, Math.ceil(hitsAtMost / kinds.length))
    const hits = rows.map(row => entryOf(kind, row))
    if (total <= rows.length) return hits
    const all: Entry = {
      key: `all:${kind.name}`,
      icon: kindIcons[kind.icon],
      what: label(kind.plural),
      title: t('palette.all', { count: formats.value.number(total) }),
      run: () => router.push({ path: `/${kind.name}`, query: { q: search } }),
    }
    return [...hits, all]
  }

  return async text => (text ? (await Promise.all(kinds.map(kind => hitsOf(kind, text)))).flat() : [])
}
