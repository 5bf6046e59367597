/** Unsettled work on disk: acts are added and leave, flights take them along, answers land. All or nothing, durably. */
import { StorageError } from '../../storage/fault.ts'
import type { Act, Address, Flight, Refusal } from '../work/act.ts'
import { grouped } from '../grouped.ts'
import { forgetGroupsBefore, leaveGroups, standingIn } from './group-heads.ts'
import { type NewAct, numbered, rowOf, sealActs } from './acts.ts'
import { repeatOldSent } from './convert.ts'
import type { Database } from './database.ts'
import { sealFlight, sealRefusal, withNewest } from './flights.ts'
import { expectRevision, type Pulled } from './pages.ts'
import type { Unreadable } from './work-read.ts'
import { type ActRow, type FlightRow, keyOf, type Schema } from './schema.ts'

export interface Added {
  acts: Act[]
  /** Another tab has sent them meanwhile. */
  hasLeft: boolean
  /** The draft stood there until now: no other form had taken it up. */
  wasDraft?: boolean
}

/** [OB1] One record's acts, done in one go. `draft`: the one that became them. */
export async function addActs(
  db: Database,
  acts: readonly NewAct[],
  { draft }: { draft: string | null },
): Promise<Added> {
  const write = db.newUid()
  const written = acts.map(act => ({ ...act, write }))
  const row = await sealActs(db, written)
  let isAgain = false
  const { seq, ...place } = await db.run(async schema => {
    // [OB16] The connection died before it said that all was written.
    const before = isAgain && (await placeOf(schema, write, row))
    isAgain = true
    if (before) return before
    const tables = draft === null ? [schema.acts] : [schema.acts, schema.unsaved]
    return schema.transaction('rw', tables, async () => {
      // Asked in one breath: a person waits for each way to the disk and back. What is asked first is done first.
      const [drafts, , seq] = await Promise.all([
        draft === null ? 0 : schema.unsaved.where('id').equals(draft).count(),
        draft === null ? undefined : schema.unsaved.delete(draft),
        // A copy: Dexie writes the number into what it adds, and that of an attempt that came to nothing is another's.
        schema.acts.add({ ...row } as ActRow),
      ])
      return { seq, hasLeft: false, wasDraft: drafts > 0 }
    })
  })
  return { acts: numbered(written, seq), ...place }
}

/** Where a write stands by now. */
async function placeOf(schema: Schema, write: string, record: Address) {
  const { acts, flights } = schema
  return schema.transaction('r', acts, flights, async () => {
    const [seq] = await acts.where('write').equals(write).primaryKeys()
    if (seq !== undefined) return { seq, hasLeft: false }
    const flown = await flights.where('[kind+uid]').equals(keyOf(record)).toArray()
    const left = flown.flatMap(({ rows = [] }) => rows).find(each => each.write === write)
    return left && { seq: left.seq, hasLeft: true }
  })
}

export interface Taken {
  seq: number
  /** The flight that it leaves with; the last act of that gets the next number. */
  removal: Flight
}

/** [OB9] Takes an act away that nothing came after and no flight has. null: it left. */
export async function takeBack(
  db: Database,
  { kind, uid }: Address,
  { seq, removal }: Taken,
): Promise<Taken | null> {
  const row = await sealFlight(db, removal)
  const placeholder = (await sealActs(db, removal.acts)) as ActRow
  const newest = await db.run(schema =>
    schema.transaction('rw', [schema.acts, schema.groups, schema.bodies, schema.flights], async () => {
      // [OB16] Run again, because the connection died before it said that all was written.
      const before = await schema.flights.get(row.id)
      if (before) return before.newest
      const own = rowOf({ seq })
      const rows = await schema.acts.where('[kind+uid]').equals([kind, uid]).primaryKeys()
      const heads = await schema.groups.toArray()
      const shared = standingIn(heads, new Set([uid])).map(each => each.seq)
      if (Math.max(...rows, ...shared) !== own) return null
      await schema.acts.delete(own)
      await leaveGroups(schema, heads, [own])
      const next = await schema.acts.add({ ...placeholder })
      await schema.acts.delete(next)
      await schema.flights.put({ ...row, newest: next })
      return next
    }),
  )
  return newest === null ? null : { seq, removal: withNewest(removal, newest) }
}

/**
 * [OB5] The flights that could leave. One whose acts are not all there any more stays, as its person took some back, and
 * one that would leave an act behind which another tab did before; but for those that nobody can read. [OB12]
 */
export async function depart(
  db: Database,
  flights: readonly Flight[],
  unreadable: readonly Unreadable[] = [],
): Promise<Flight[]> {
  const isLost = new Set(unreadable.map(({ seq }) => seq))
  const rows = await Promise.all(flights.map(flight => sealFlight(db, flight)))
  const seqs = flights.map(({ acts }) => [...new Set(acts.map(rowOf))])
  const left = await db.run(schema =>
    schema.transaction('rw', departingFrom(schema), async () => {
      const heads = await schema.groups.toArray()
      const shared = standingIn(heads, new Set(rows.map(row => row.uid)))
      const own = await schema.acts.where('[kind+uid]').anyOf(rows.map(keyOf)).toArray()
      const actsOf = grouped<Address & { seq: number }, string>([...own, ...shared], recordOf)
      const there = new Set((await schema.flights.bulkGet(rows.map(({ id }) => id))).map(row => row?.id))
      const leaving = rows.map((row, at) => {
        const ofRecord = actsOf.get(recordOf(row)) ?? []
        const older = ofRecord.filter(({ seq }) => seq <= row.newest && !isLost.has(seq))
        return there.has(row.id) || areSame(older, seqs[at] ?? [])
      })
      const boarded = rows.filter((_, at) => leaving[at])
      await schema.flights.bulkPut(boarded)
      await schema.refusals.bulkDelete(boarded.map(keyOf))
      const gone = seqs.filter((_, at) => leaving[at]).flat()
      await schema.acts.bulkDelete(gone)
      await leaveGroups(schema, heads, gone)
      return leaving
    }),
  )
  return flights.filter((_, at) => left[at])
}

const departingFrom = ({ acts, groups, bodies, flights, refusals, meta }: Schema) => [
  ...[acts, groups, bodies, flights, refusals, meta],
]

const recordOf = ({ kind, uid }: Address) => `${kind} ${uid}`

function areSame(acts: readonly Pick<ActRow, 'seq'>[], seqs: readonly number[]): boolean {
  return acts.length === seqs.length && acts.every(({ seq }) => seqs.includes(seq))
}

/** The writes that follow from answers. */
export interface Landed {
  /** As they are kept from now on. */
  flights: Flight[]
  /** Ids of flights that are forgotten. */
  dropped: string[]
  freed: Act[]
  refused: Refusal[]
  /** Records whose refusal stands no longer. */
  passed: Address[]
  pulled?: Pulled
}

export const nothingLanded: Landed = { flights: [], dropped: [], freed: [], refused: [], passed: [] }

export async function land(db: Database, landed: Landed): Promise<void> {
  const { dropped, freed, passed, pulled } = landed
  const [flights, acts, refusals] = await Promise.all([
    Promise.all(landed.flights.map(flight => sealFlight(db, flight))),
    Promise.all([...grouped(freed, rowOf)].map(async ([seq, of]) => ({ ...(await sealActs(db, of)), seq }))),
    Promise.all(landed.refused.map(refusal => sealRefusal(db, refusal))),
  ])
  await db.run(schema =>
    schema.transaction('rw', schema.acts, schema.flights, schema.refusals, schema.meta, async () => {
      if (pulled) await expectRevision(schema, pulled.revision - 1)
      if (pulled) await schema.meta.put({ name: 'pulled', value: pulled })
      await expectWaiting(schema, [...flights.map(({ id }) => id), ...dropped])
      await schema.flights.bulkDelete(dropped)
      await schema.flights.bulkPut(flights)
      await schema.acts.bulkPut(acts)
      await schema.refusals.bulkDelete(passed.map(keyOf))
      await schema.refusals.bulkPut(refusals)
    }),
  )
}

/** [ST7] A flight is answered once: another run has landed it, and its acts may be free by now. */
async function expectWaiting(schema: Schema, ids: readonly string[]): Promise<void> {
  const rows = await schema.flights.bulkGet([...ids])
  if (!rows.every(row => row?.state === 'waiting')) throw new StorageError('connection')
}

/**
 * [RB4] Answers of a history that is lost count no more: the flights wait again, as they were. Some at a time, as there may
 * be 100,000, and the storage has ten seconds for an answer: cut off, the server says so again, and the rest follow.
 */
export async function repeatAnswered(db: Database, pulled: Pulled): Promise<void> {
  const before = pulled.revision - 1
  while (await db.run(schema => repeatSome(schema, before)));
  await db.run(schema =>
    schema.transaction('rw', schema.sent, schema.meta, async () => {
      await expectRevision(schema, before)
      await schema.meta.put({ name: 'pulled', value: pulled })
      await repeatOldSent(schema)
    }),
  )
}

const flightsAtOnce = 512

/** false: none is left. */
function repeatSome(schema: Schema, revision: number): Promise<boolean> {
  return schema.transaction('rw', schema.flights, schema.meta, async () => {
    await expectRevision(schema, revision)
    const rows = await schema.flights.where('state').equals('answered').limit(flightsAtOnce).toArray()
    await schema.flights.bulkPut(rows.map(row => ({ ...row, state: 'waiting', isRepeated: true })))
    return rows.length > 0
  })
}

/** Never fewer than so many are kept, because the device's clock may be years off. */
const answeredKept = 5_000

export async function forgetAnsweredBefore(db: Database, at: number): Promise<void> {
  await db.run(schema =>
    schema.transaction('rw', schema.flights, schema.groups, schema.bodies, async () => {
      await forgetGroupsBefore(schema, at)
      // Each of these the browser counts by itself; "not equal" it would walk, row by row.
      const [all, waiting] = await Promise.all([
        schema.flights.count(),
        schema.flights.where('state').equals('waiting').count(),
      ])
      const surplus = all - waiting - answeredKept
      if (surplus <= 0) return
      const isOld = ({ state }: FlightRow) => state !== 'waiting'
      await schema.flights.where('at').below(at).filter(isOld).limit(surplus).delete()
    }),
  )
}
