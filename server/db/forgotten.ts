/** What of old changes is forgotten, and how far: fields of records as they were, or the secrets among them. [HI7] [HI8] */
import type { ExpressionBuilder } from 'kysely'
import { type Kinds, kindNamed } from '../../shared/metadata.ts'
import type { ServerRecord, Settlement } from '../../shared/protocol.ts'
import { withoutFieldsIn } from './ledger-bodies.ts'
import type { Db, Schema, Tx } from './schema.ts'

/** `bodies`: fields that nobody asked to be forgotten, but that would fill the disk. The hash of the mutation stays. */
export type Forgettable = 'fields' | 'secrets' | 'bodies'

/** In the place of the hash of a mutation, by which what it held could be guessed: a copy is then taken for what it was. */
export const forgottenHash = ''

/** Rows in one transaction: nobody who writes waits long for it. */
const stepRows = 500

/** Up to this clock something is forgotten: what a row says of its record may lack any of it. */
export async function forgottenUpTo(db: Db): Promise<number> {
  const { clock } = await db
    .selectFrom('forgotten')
    .select(({ fn }) => fn.max('clock').as('clock'))
    .executeTakeFirstOrThrow()
  return Number(clock)
}

export interface Forgetting {
  what: Forgettable
  /** ISO 8601: what is older goes. */
  before: string
  kinds: Kinds
}

/** The next rows, oldest first. False: there are none left. */
export async function forgetSome(tx: Tx, { what, before, kinds }: Forgetting): Promise<boolean> {
  const from = await floorOf(tx, what)
  const next = await nextClock(tx, from, before)
  // The floor itself once more: what has changed nothing since is remembered under the clock as it was. [PU5]
  const to = next ?? from
  if (what === 'fields') await forgetFields(tx, from, to)
  else if (what === 'bodies') await forgetBodies(tx, from, to)
  else await forgetSecrets(tx, { from, to, kinds })
  if (next === null) return false
  await tx
    .insertInto('forgotten')
    .values({ what, clock: to })
    .onConflict(conflict => conflict.column('what').doUpdateSet({ clock: to }))
    .execute()
  return true
}

async function floorOf(tx: Tx, what: Forgettable): Promise<number> {
  const query = tx.selectFrom('forgotten').select('clock').where('what', '=', what)
  return Number((await query.executeTakeFirst())?.clock ?? 0)
}

/** How far the next rows of either table are old enough; null: they are not. */
async function nextClock(tx: Tx, from: number, before: string): Promise<number | null> {
  const ends: number[] = []
  for (const table of ['ledger', 'refused'] as const) {
    const query = tx.selectFrom(table).select(['clock', 'at']).where('clock', '>', from)
    const rows = await query.orderBy('clock').limit(stepRows).execute()
    const last = rows.findLast(({ at }) => at < before)
    if (last) ends.push(Number(last.clock))
  }
  // The nearer one, or rows of the other would be left behind.
  return ends.length > 0 ? Math.min(...ends) : null
}

async function forgetFields(tx: Tx, from: number, to: number): Promise<void> {
  await tx
    .updateTable('ledger')
    .set({ before: null, after: null, hash: forgottenHash })
    .where('clock', '>=', from)
    .where('clock', '<=', to)
    .where(({ or, eb }) => or([...hasBody(eb), eb('hash', '<>', forgottenHash)]))
    .execute()
  await editRefused(tx, { from, to, edit: withoutFields })
}

/** [HI8] */
async function forgetBodies(tx: Tx, from: number, to: number): Promise<void> {
  await tx
    .updateTable('ledger')
    .set({ before: null, after: null })
    .where('clock', '>=', from)
    .where('clock', '<=', to)
    .where(({ or, eb }) => or(hasBody(eb)))
    .execute()
  await editRefused(tx, { from, to, edit: withoutFields, keepsHash: true })
}

const hasBody = (eb: ExpressionBuilder<Schema, 'ledger'>) => [
  eb('before', 'is not', null),
  eb('after', 'is not', null),
]

const withoutFields = (record: ServerRecord): ServerRecord => ({ ...record, fields: {} })

interface Secrets {
  from: number
  to: number
  kinds: Kinds
}

async function forgetSecrets(tx: Tx, { from, to, kinds }: Secrets): Promise<void> {
  const edit = (record: ServerRecord): ServerRecord => withoutSecrets(kinds, record)
  const rows = await tx
    .selectFrom('ledger')
    .select(['id', 'kind', 'before', 'after'])
    .where('clock', '>=', from)
    .where('clock', '<=', to)
    .execute()
  for (const { id, kind, ...row } of rows) {
    const names = secretsOf(kinds, kind)
    const left = {
      before: withoutFieldsIn(row.before, names),
      after: withoutFieldsIn(row.after, names),
    }
    if (left.before === row.before && left.after === row.after) continue
    await tx
      .updateTable('ledger')
      .set({ ...left, hash: forgottenHash })
      .where('id', '=', id)
      .execute()
  }
  await editRefused(tx, { from, to, edit })
}

interface Editing {
  from: number
  to: number
  edit: (record: ServerRecord) => ServerRecord
  keepsHash?: boolean
}

/** A conflict was answered with the record of then. */
async function editRefused(tx: Tx, { from, to, edit, keepsHash = false }: Editing): Promise<void> {
  const rows = await tx
    .selectFrom('refused')
    .select(['id', 'settlement'])
    .where('clock', '>=', from)
    .where('clock', '<=', to)
    .execute()
  for (const { id, settlement: text } of rows) {
    const settlement = JSON.parse(text) as Settlement
    if (settlement.outcome !== 'conflict' || !settlement.record) continue
    const left = JSON.stringify({ ...settlement, record: edit(settlement.record) })
    if (left !== text)
      await tx
        .updateTable('refused')
        .set({ settlement: left, ...(!keepsHash && { hash: forgottenHash }) })
        .where('id', '=', id)
        .execute()
  }
}

/** Under all the names that they had. */
function secretsOf(kinds: Kinds, kind: string): Set<string> {
  const secrets = kindNamed(kinds, kind)?.fields.filter(({ secret }) => secret) ?? []
  return new Set(secrets.flatMap(({ name, formerly = [] }) => [name, ...formerly]))
}

function withoutSecrets(kinds: Kinds, record: ServerRecord): ServerRecord {
  const names = secretsOf(kinds, record.kind)
  const fields = Object.fromEntries(Object.entries(record.fields).filter(([name]) => !names.has(name)))
  return { ...record, fields }
}
