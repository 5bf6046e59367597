/** The deleted records of a kind that have some words: by the server's word, and without it those deleted here. [HI3] [HI5] */
import { computed, type Ref, watch } from 'vue'
import { useContext } from '../context.ts'
import type { RecordView, Titles } from '../../contract.ts'
import type { Kind } from '../../../shared/metadata.ts'
import type { Fields } from '../../../shared/record.ts'
import { parseSearch } from '../../../shared/terms.ts'
import { hasTerms } from '../../../shared/words-in.ts'
import { useSession } from '../stores/session.ts'
import { useLive } from '../stores/useLive.ts'
import { mergedTitles } from './lines.ts'
import { usePages } from './usePages.ts'

export interface Deleted {
  uid: string
  id: string | null
  by: string
  /** ms since 1970. */
  at: number
  /** Its deletion waits to be sent. */
  isWaiting: boolean
  fields: Fields
}

export function useDeleted(kind: Kind, search: Ref<string>) {
  const { engine, ledger } = useContext()
  const session = useSession()
  const asked = usePages(before => ledger.deleted(kind.name, search.value.trim(), before))
  watch(
    search,
    () => {
      asked.forget()
      return asked.again()
    },
    { immediate: true },
  )
  const { value: own } = useLive(
    () => engine.ownDeletions(kind.name),
    event => event.type !== 'status',
  )
  const here = computed(() => (own.value?.outcome === 'read' ? own.value : { records: [], titles: {} }))
  const isTold = computed(() => asked.pages.value.length > 0)

  const records = computed((): Deleted[] => {
    const told = asked.pages.value.flatMap(page => page.records)
    const known = new Set(told.map(({ uid }) => uid))
    const by = session.account?.username ?? ''
    const terms = parseSearch(search.value, kind)
    const untold = here.value.records
      .map(({ isSent, ...each }) => ({ ...each, by, isWaiting: !isSent }))
      .filter(
        each => !known.has(each.uid) && (each.isWaiting || !isTold.value) && hasTerms(kind, each, terms),
      )
    return [...untold, ...told.map(each => ({ ...each, at: Date.parse(each.at), isWaiting: false }))]
  })
  const titles = computed((): Titles =>
    asked.pages.value.map(page => page.titles).reduce(mergedTitles, here.value.titles),
  )

  /** Those that are here, by uid: brought back, or not known here to be deleted yet. */
  const { value: there, reload } = useLive(
    async () => {
      const views = await Promise.all(records.value.map(({ uid }) => engine.record(kind.name, uid)))
      return new Map(views.flatMap((view): [string, RecordView][] => (view ? [[view.uid, view]] : [])))
    },
    event => event.type === 'records',
  )
  watch(records, reload)

  return { ...asked, isTold, records, titles, there }
}
