/** How a row of the ledger holds the record that it changed: without what stands beside it, and the earlier one as what differed. */
import { equalValues, instantOf } from '../../shared/fields.ts'
import type { ServerRecord } from '../../shared/protocol.ts'
import { notNoted } from '../../shared/provenance.ts'
import type { Fields } from '../../shared/record.ts'
import type { LedgerRow } from './ledger.ts'
import type { Schema } from './schema.ts'

interface Bodies {
  before: string | null
  after: string | null
}

/** What says the same of the record as its row does is left out of it. */
type Stamps = Pick<LedgerRow, 'author' | 'at'> & { clock: number }

/** Of a change, `before` has the version and of the fields those that differ; what changed nothing is the same on both sides. */
export function bodiesOf(before: ServerRecord | null, after: ServerRecord | null, stamps: Stamps): Bodies {
  return {
    before: before && (differenceOf(before, after) ?? bodyOf(before, stamps)),
    after: after && bodyOf(after, stamps),
  }
}

/** null: it could not be told by that what there was. */
function differenceOf(before: ServerRecord, after: ServerRecord | null): string | null {
  if (!after || before.version === after.version) return null
  if (!Object.keys(after.fields).every(name => Object.hasOwn(before.fields, name))) return null
  const was = Object.entries(before.fields).filter(([name, value]) => !equalValues(value, after.fields[name]))
  return JSON.stringify({ version: before.version, was: Object.fromEntries(was) })
}

function bodyOf({ id, version, by, at, fields }: ServerRecord, stamps: Stamps): string {
  const own = { id, version, by, at }
  const isStamped = version === stamps.clock && by === stamps.author && at === instantOf(new Date(stamps.at))
  return JSON.stringify(isStamped ? { id, fields } : { ...own, fields })
}

export type WrittenRow = Pick<Schema['ledger'], 'kind' | 'uid' | 'author' | 'at' | 'clock' | 'after'>

/** [PV4] The record as the row left it, under the names of then; null: there was none, or it is forgotten. */
export function recordAfter(row: WrittenRow): ServerRecord | null {
  return row.after === null ? null : recordOf(row, JSON.parse(row.after) as Body)
}

/** Both sides. Who had changed it before, and when, stands in the row before. */
export function recordsOf(row: WrittenRow & { before: string | null }): Sides {
  const after = recordAfter(row)
  if (row.before === null) return { before: null, after }
  const body = JSON.parse(row.before) as Body | Difference
  if (!('was' in body)) return { before: recordOf(row, body), after }
  const { version, was } = body
  return { before: after && { ...after, version, fields: { ...after.fields, ...was } }, after }
}

export interface Sides {
  before: Before | null
  after: ServerRecord | null
}

export type Before = Pick<ServerRecord, 'uid' | 'id' | 'version' | 'fields'>

type Body = Pick<ServerRecord, 'id' | 'fields'> & Partial<ServerRecord>
type Difference = { version: number; was: Fields }

function recordOf({ kind, uid, author, at, clock }: WrittenRow, body: Body): ServerRecord {
  // One that says its kind was written whole, by an earlier version, and may lack who changed it.
  if (body.kind !== undefined) return { ...notNoted, ...(body as ServerRecord) }
  const stamps = { version: Number(clock), by: author, at: instantOf(new Date(at)) }
  return { kind, uid, ...stamps, ...body }
}

/** The same without some of its fields, before and after. */
export function withoutFieldsIn(body: string | null, names: ReadonlySet<string>): string | null {
  if (body === null) return null
  const parsed = JSON.parse(body) as { fields?: Fields; was?: Fields }
  const left = (fields: Fields | undefined) =>
    fields && Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)))
  return JSON.stringify({ ...parsed, fields: left(parsed.fields), was: left(parsed.was) })
}
