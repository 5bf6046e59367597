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
  ServerRecord,
} from '../shared/protocol.ts'
import type { Fields } from '../shared/record.ts'
import { currentFields } from '../shared/schema.ts'
import { timeIn } from '../shared/uid-time.ts'
import { parseSearch } from '../shared/terms.ts'
import { hasTerms } from '../shared/words-in.ts'
import type { Database } from './db/database.ts'
import { changesOf, deletionsOf, type HistoryRow, type Place, titlesOf } from './db/history.ts'

/** Deletions that one request looks through; the next one goes on from there. */
const searchedDeletions = 2000

type Services = { database: Database; kinds: Kinds }

export async function history(
  { database, kinds }: Services,
  query: z.infer<typeof HistoryQuery>,
): Promise<HistoryAnswer> {
  const kind = kindOf(kinds, query.kind)
  const limit = query.limit ?? historyPage
  const page = { kind: kind.name, uid: query.uid, before: placeIn(query.before), limit }
  const rows = await changesOf(database.db, page)
  const entries = rows.map((row): HistoryEntry => {
    const [before, after] = [recordIn(kind, row.before), recordIn(kind, row.after)]
    const by = row.author || after?.by || ''
    const fields = { before: before?.fields ?? null, after: after?.fields ?? null }
    return { id: row.id, version: Number(row.clock), ...timesOf(row), by, ...fields }
  })
  const shown = entries.flatMap(({ before, after }) => [before ?? {}, after ?? {}])
  const titles = await titlesIn({ database, kinds }, kind, shown)
  return { entries, titles, next: rows.length < limit ? null : nextAfter(rows) }
}

/** A page may hold fewer than asked for, or none, and not be the last: so many deletions had other words. */
export async function deletedRecords(
  { database, kinds }: Services,
  query: z.infer<typeof DeletedQuery>,
): Promise<DeletedAnswer> {
  const kind = kindOf(kinds, query.kind)
  const terms = parseSearch(query.search ?? '', kind)
  const limit = query.limit ?? historyPage
  const records: DeletedRecord[] = []
  let before = placeIn(query.before)
  let next: string | null = null
  for (let searched = 0; records.length < limit && searched < searchedDeletions; searched += historyPage) {
    const size = Math.min(historyPage, terms.length > 0 ? historyPage : limit - records.length)
    const rows = await deletionsOf(database.db, { kind: kind.name, before, limit: size })
    const found = rows.flatMap(row => {
      const record = deletedIn(kind, row)
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
    { database, kinds },
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
function recordIn(kind: Kind, text: string | null): ServerRecord | null {
  if (text === null) return null
  const record = JSON.parse(text) as ServerRecord
  return { ...record, fields: currentFields(kind, record.fields) }
}

function deletedIn(kind: Kind, row: HistoryRow): DeletedRecord | null {
  const record = recordIn(kind, row.before)
  return record && { uid: row.uid, id: record.id, by: row.author, ...timesOf(row), fields: record.fields }
}

/** [HI2] */
function timesOf({ id, at }: HistoryRow): Pick<HistoryEntry, 'made' | 'at'> {
  const made = timeIn(id)
  return { made: made === null ? null : new Date(made).toISOString(), at }
}

async function titlesIn(
  { database: { db, driver }, kinds }: Services,
  kind: Kind,
  records: readonly Fields[],
): Promise<HistoryAnswer['titles']> {
  const titles: HistoryAnswer['titles'] = {}
  for (const { name, reference } of kind.fields) {
    const referred = reference && kindNamed(kinds, reference.kind)
    if (!referred) continue
    const ids = records.map(fields => fields[name]).filter(id => typeof id === 'string')
    titles[name] = await titlesOf(db, driver, { kind: referred, ids: [...new Set(ids)] })
  }
  return titles
}
