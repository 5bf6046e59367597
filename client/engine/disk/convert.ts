/**
 * Unsettled work of version 1 of the database becomes acts, flights and refusals, in one transaction. Opening a seal takes
 * longer than an upgrade's transaction lives: it happens once the database is open, before anything of it is read. [UP1] [UP4]
 */
import { rowOf, sealActs } from './acts.ts'
import type { Database } from './database.ts'
import { sealFlight, sealRefusal } from './flights.ts'
import { places } from './places.ts'
import type { OldEditRow, OldSentRow, Schema } from './schema.ts'
import { standingIn } from './group-heads.ts'
import { openEach } from './unreadable.ts'
import { converted, entryOfSent, entryOfWaited, type Sent, type Waited } from './version-1.ts'

interface Found {
  waited: OldEditRow[]
  sent: OldSentRow[]
  /** Numbers of rows that were on their way and do not say so themselves. */
  attempted: Set<number>
  isRepeated: boolean
  taken: number[]
  free: number
}

/** Rows that cannot be read stay as they are, and are tried at the next opening. [OB12] [OB14] */
export async function convert(db: Database): Promise<void> {
  const found = await find(db)
  if (!found) return
  const [sent, waited] = await Promise.all([
    openEach(found.sent, row => openSent(db, row, found)),
    openEach(found.waited, row => openWaited(db, row, found)),
  ])
  const { rows, flights, refusals } = converted([...sent.opened, ...waited.opened], {
    ...found,
    kinds: db.kinds,
  })
  const [actRows, flightRows, refusalRows] = await Promise.all([
    Promise.all(
      rows.map(async acts => ({ ...(await sealActs(db, acts)), seq: rowOf(acts[0] ?? { seq: 0 }) })),
    ),
    Promise.all(flights.map(flight => sealFlight(db, flight))),
    Promise.all(refusals.map(refusal => sealRefusal(db, refusal))),
  ])
  const left = new Set([...sent.closed, ...waited.closed])
  const seqs = found.waited.filter(row => !left.has(row)).map(({ seq }) => seq)
  const ids = found.sent.filter(row => !left.has(row)).map(({ id }) => id)
  await db.run(schema =>
    schema.transaction('rw', tablesOf(schema), async () => {
      // Another tab has converted them meanwhile.
      if (!(await areThere(schema, { seqs, ids }))) return
      await schema.acts.bulkAdd(actRows)
      await schema.flights.bulkAdd(flightRows)
      await schema.refusals.bulkPut(refusalRows)
      await schema.outbox.bulkDelete(seqs)
      await schema.sent.bulkDelete(ids)
      await forgetState(schema, found)
    }),
  )
}

export function tablesOf({ outbox, sent, acts, groups, bodies, flights, refusals, meta }: Schema) {
  return [outbox, sent, acts, groups, bodies, flights, refusals, meta]
}

/** null: nothing is left of version 1. */
async function find(db: Database): Promise<Found | null> {
  const counts = await db.run(schema => {
    const { outbox, sent } = schema
    return schema.transaction('r', outbox, sent, () => Promise.all([outbox.count(), sent.count()]))
  })
  if (counts.every(count => count === 0)) return null
  return db.run(schema =>
    schema.transaction('rw', tablesOf(schema), async () => {
      const [waited, sent] = await Promise.all([schema.outbox.toArray(), schema.sent.toArray()])
      const work = (await schema.meta.get('work'))?.value as { attempted?: number[] } | undefined
      const pulled = (await schema.meta.get('pulled'))?.value as { isReoffering?: boolean } | undefined
      const [acts, flights, heads] = await Promise.all([
        schema.acts.toCollection().primaryKeys(),
        schema.flights.orderBy('newest').keys(),
        schema.groups.toArray(),
      ])
      return {
        ...{ waited, sent },
        attempted: new Set(work?.attempted),
        isRepeated: pulled?.isReoffering === true,
        taken: [
          ...acts,
          ...standingIn(heads, null).map(each => each.seq),
          ...(flights as number[]).map(seq => rowOf({ seq })),
        ],
        free: await reserve(schema, waited.length + sent.length),
      }
    }),
  )
}

/** So many numbers that no other act will have, one after the other; the first of them. */
export async function reserve({ acts }: Schema, count: number): Promise<number> {
  const nothing = { kind: '', uid: '', sealed: { iv: new Uint8Array(), bytes: new ArrayBuffer(0) } }
  const first = await acts.add(nothing)
  const last = first + count - 1
  if (last > first) await acts.add({ ...nothing, seq: last })
  await acts.bulkDelete([first, last])
  return first
}

async function openWaited(db: Database, row: OldEditRow, { attempted }: Found) {
  const body = await db.seal.open(places.outbox(row), row.sealed)
  const waited = { ...(body as Omit<Waited, 'seq'>), seq: row.seq }
  return entryOfWaited(db.kinds, { ...waited, attempted: waited.attempted || attempted.has(row.seq) })
}

async function openSent(db: Database, row: OldSentRow, { isRepeated }: Found) {
  const { run, at } = row
  const body = (await db.seal.open(places.sent(row), row.sealed)) as Omit<Sent, 'run' | 'at'>
  return entryOfSent(db.kinds, { ...body, run, at }, isRepeated || row.isRepeated === true)
}

async function areThere(
  { outbox, sent }: Schema,
  { seqs, ids }: { seqs: number[]; ids: string[] },
): Promise<boolean> {
  const rows = [...(await outbox.bulkGet(seqs)), ...(await sent.bulkGet(ids))]
  return rows.every(row => row !== undefined)
}

/** Version 1's state beside its rows; rows that stay unread need it. */
async function forgetState(schema: Schema, { isRepeated }: Found): Promise<void> {
  const { meta, outbox } = schema
  if ((await outbox.count()) === 0) await meta.delete('work')
  if (!isRepeated) return
  await repeatOldSent(schema)
  const pulled = await meta.get('pulled')
  if (pulled) await meta.put({ ...pulled, value: { ...(pulled.value as object), isReoffering: false } })
}

/** [OB14] The server has lost its history: it cannot be told of these. */
export async function repeatOldSent({ sent }: Schema): Promise<void> {
  await sent.toCollection().modify({ isRepeated: true })
}

/** Rows that could not be converted; `null`: of every record. A sent one does not say of which it is. */
export async function unconvertedIn({ outbox, sent }: Schema, keys: [string, string][] | null) {
  const rows = await (keys ? outbox.where('[kind+uid]').anyOf(keys) : outbox).toArray()
  const here = rows.map(({ seq, kind, uid }) => ({ seq, kind, uid, isRepeated: false }))
  const repeated = await (keys ? [] : sent.filter(row => row.isRepeated === true).toArray())
  return [...here, ...repeated.map(({ id }) => ({ seq: 0, kind: '', uid: id, isRepeated: true }))]
}
