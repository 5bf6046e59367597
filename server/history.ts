/** GET /api/history and /api/history/deleted: what became of a record, and which ones are gone, as the ledger has it. */
import type * as z from 'zod'
import { AppError } from '../shared/errors.ts'
import { historyPage } from '../shared/limits.ts'
import { kindNamed, type Kind, type Kinds } from '../shared/metadata.ts'
import type {
  DeletedAnswer,
  DeletedQuery,
  DeletedRecord,
  HistoryAnswer,
  HistoryEntry,
  HistoryQuery,
} from '../shared/protocol.ts'
import { without } from '../shared/read-by.ts'
import type { Fields } from '../shared/record.ts'
import { currentFields } from '../shared/schema.ts'
import { holderOf, wholeKind } from '../shared/scope.ts'
import { timeIn } from '../shared/uid-time.ts'
import { parseSearch } from '../shared/terms.ts'
import { hasTerms } from '../shared/words-in.ts'
import type { Database } from './db/database.ts'
import { type Scope, seenAmong, reachedAmong, withheldIn } from './db/scope.ts'
import { type Before, recordsOf } from './db/ledger-bodies.ts'
import { changesOf, deletionsOf, type HistoryRow, type Place, titlesOf } from './db/history.ts'

/** Deletions that one request looks through; the next one goes on from there. */
const searchedDeletions = 2000

/** [SC2] `scope`: what whoever asks may see. */
type Services = { database: Database; kinds: Kinds; scope: Scope }

export async function history(
  services: Services,
  query: z.infer<typeof HistoryQuery>,
): Promise<HistoryAnswer> {
  const { database, kinds, scope } = services
  const kind = kindOf(kinds, query.kind)
  const limit = query.limit ?? historyPage
  if (!(await seenAmong(database, scope, { kind, uids: [query.uid] })).has(query.uid))
    return { entries: [], titles: {}, next: null }
  const page = { kind: kind.name, uid: query.uid, before: placeIn(query.before), limit }
  const rows = await changesOf(database.db, page)
  const changes = rows.map(row => {
    const { before, after } = recordsOf(row)
    return { row, was: underNames(kind, before), is: underNames(kind, after) }
  })
  const seen = await seenOf(
    services,
    kind,
    changes.flatMap(({ was, is }) => [was, is]),
  )
  const entries = changes.flatMap(({ row, was, is }): HistoryEntry[] => {
    const [before, after] = [seen(was), seen(is)]
    // [SC5] What happened to it elsewhere is of no concern.
    if (!before && !after) return []
    const by = row.author || after?.by || ''
    const fields = { before: before?.fields ?? null, after: after?.fields ?? null }
    return [{ id: row.id, version: Number(row.clock), ...timesOf(row), by, ...fields }]
  })
  const shown = entries.flatMap(({ before, after }) => [before ?? {}, after ?? {}])
  const titles = await titlesIn(services, kind, shown)
  return { entries, titles, next: rows.length < limit ? null : nextAfter(rows) }
}

/** A page may hold fewer than asked for, or none, and not be the last: so many deletions had other words. */
export async function deletedRecords(
  services: Services,
  query: z.infer<typeof DeletedQuery>,
): Promise<DeletedAnswer> {
  const { database, kinds } = services
  const kind = kindOf(kinds, query.kind)
  const terms = parseSearch(query.search ?? '', kind)
  const limit = query.limit ?? historyPage
  const records: DeletedRecord[] = []
  let before = placeIn(query.before)
  let next: string | null = null
  for (let searched = 0; records.length < limit && searched < searchedDeletions; searched += historyPage) {
    const size = Math.min(historyPage, terms.length > 0 ? historyPage : limit - records.length)
    const rows = await deletionsOf(database.db, { kind: kind.name, before, limit: size })
    const lasts = rows.map(row => underNames(kind, recordsOf(row).before))
    const seen = await seenOf(services, kind, lasts)
    const found = rows.flatMap((row, at) => {
      const last = seen(lasts[at] ?? null)
      const record = last && deletedIn(row, last)
      return record && hasTerms(kind, record, terms) ? [{ row, record }] : []
    })
    const fitting = found.slice(0, limit - records.length)
    records.push(...fitting.map(({ record }) => record))
    const isCut = fitting.length < found.length
    next = isCut ? nextAfter(fitting.map(({ row }) => row)) : rows.length < size ? null : nextAfter(rows)
    if (next === null) break
    before = placeIn(next)
  }
  const titles = await titlesIn(
    services,
    kind,
    records.map(({ fields }) => fields),
  )
  return { records, titles, next }
}

function kindOf(kinds: Kinds, name: string): Kind {
  const kind = kindNamed(kinds, name)
  if (!kind) throw new AppError('invalid_request', { paths: ['kind'] })
  return kind
}

function placeIn(text: string | undefined): Place | null {
  if (text === undefined) return null
  const [clock = 0, position = 0] = text.split('.').map(Number)
  return { clock, position }
}

function nextAfter(rows: readonly HistoryRow[]): string | null {
  const last = rows.at(-1)
  return last ? `${Number(last.clock)}.${last.position}` : null
}

/** [PV4] Records stand there as they were written. */
function underNames<R extends Before>(kind: Kind, record: R | null): R | null {
  return record && { ...record, fields: currentFields(kind, record.fields) }
}

function deletedIn(row: HistoryRow, record: Before): DeletedRecord {
  return { uid: row.uid, id: record.id, by: row.author, ...timesOf(row), fields: record.fields }
}

/** [HI2] */
function timesOf({ id, at }: HistoryRow): Pick<HistoryEntry, 'made' | 'at'> {
  const made = timeIn(id)
  return { made: made === null ? null : new Date(made).toISOString(), at }
}

/** [SC5] [SC9] Without those that whoever asks does not see, and without the fields that they are not sent. */
async function seenOf({ database, scope }: Services, kind: Kind, records: readonly (Before | null)[]) {
  const holders = records.flatMap(record => (record ? [holderOf(kind, record) ?? ''] : []))
  const isReached = await reachedAmong(database, scope, { kind, ids: holders.filter(Boolean) })
  const withheld = withheldIn(scope, kind)
  return <R extends Before>(record: R | null): R | null =>
    record && isReached(holderOf(kind, record))
      ? { ...record, fields: without(withheld, record.fields) }
      : null
}

async function titlesIn(
  { database, kinds, scope }: Services,
  kind: Kind,
  records: readonly Fields[],
): Promise<HistoryAnswer['titles']> {
  const titles: HistoryAnswer['titles'] = {}
  for (const { name, reference } of kind.fields) {
    const referred = reference && kindNamed(kinds, reference.kind)
    if (!referred) continue
    const ids = records.map(fields => fields[name]).filter(id => typeof id === 'string')
    const holders = referred.grantable ? ids : [wholeKind]
    const isReached = await reachedAmong(database, scope, { kind: referred, ids: holders })
    const seen = [...new Set(ids)].filter(id => isReached(referred.grantable ? id : wholeKind))
    titles[name] = await titlesOf(database.db, database.driver, { kind: referred, ids: seen })
  }
  return titles
}
