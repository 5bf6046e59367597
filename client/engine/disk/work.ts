/** Unsettled work on disk: acts are added and leave, flights take them along, answers land. All or nothing, durably. */
import { assert } from '../../../shared/assert.ts'
import { type Act, type Address, type Flight, newestSeq, type Refusal } from '../work/act.ts'
import { grouped } from '../grouped.ts'
import { lastIn, type NewAct, openActs, rowOf, sealActs } from './acts.ts'
import type { Database } from './database.ts'
import { openFlight, openRefusal, sealFlight, sealRefusal } from './flights.ts'
import { expectRevision, type Pulled, pulledIn } from './pages.ts'
import type { ActRow, FlightRow, Schema } from './schema.ts'
import { openEach } from './unreadable.ts'

/** [OB1] One record's acts, done in one go. `draft`: the one that became them. Returns their order. */
export async function addActs(
  db: Database,
  acts: readonly NewAct[],
  { draft }: { draft: string | null },
): Promise<Act[]> {
  const write = db.newUid()
  const row = { ...(await sealActs(db, acts)), write }
  const seq = await db.run(schema =>
    schema.transaction('rw', draft === null ? [schema.acts] : [schema.acts, schema.unsaved], async () => {
      if (draft !== null) await schema.unsaved.delete(draft)
      // Run again, because the connection died before it said that all was written.
      const [before] = await schema.acts.where('write').equals(write).primaryKeys()
      return before ?? schema.acts.add(row as ActRow)
    }),
  )
  return openActs(db, { ...row, seq })
}

/**
 * [OB9] Takes an act away that nothing came after and no flight has; `removal` carries it and its opposite, whose number
 * is the next one. null when the act has left.
 */
export async function takeBack(db: Database, seq: number, removal: Flight): Promise<Flight | null> {
  const { kind, uid } = removal
  const row = await sealFlight(db, removal)
  const placeholder = await sealActs(db, removal.acts)
  const written = await db.run(schema =>
    schema.transaction('rw', schema.acts, schema.flights, async () => {
      // Run again, because the connection died before it said that all was written.
      const before = await schema.flights.get(row.id)
      if (before) return before
      const rows = await schema.acts.where('[kind+uid]').equals([kind, uid]).primaryKeys()
      if (Math.max(...rows) !== rowOf({ seq })) return null
      await schema.acts.delete(rowOf({ seq }))
      const newest = await schema.acts.add(placeholder as ActRow)
      await schema.acts.delete(newest)
      const numbered = { ...row, newest }
      await schema.flights.put(numbered)
      return numbered
    }),
  )
  return written && openFlight(db, written)
}

/** [OB5] The flights that could leave: one whose acts are not all there any more stays, as its person took some back. */
export async function depart(db: Database, flights: readonly Flight[], pulled?: Pulled): Promise<Flight[]> {
  const rows = await Promise.all(flights.map(flight => sealFlight(db, flight)))
  const seqs = flights.map(({ acts }) => [...new Set(acts.map(rowOf))])
  const left = await db.run(schema =>
    schema.transaction('rw', schema.acts, schema.flights, schema.meta, async () => {
      if (pulled) await expectRevision(schema, pulled.revision)
      const known = new Set((await schema.acts.bulkGet(seqs.flat())).map(row => row?.seq))
      const gone = new Set((await schema.flights.bulkGet(rows.map(({ id }) => id))).map(row => row?.id))
      const leaving = rows.map(
        (row, at) => gone.has(row.id) || seqs[at]?.every(seq => known.has(seq)) === true,
      )
      await schema.flights.bulkPut(rows.filter((_, at) => leaving[at]))
      await schema.acts.bulkDelete(seqs.filter((_, at) => leaving[at]).flat())
      return leaving
    }),
  )
  return flights.filter((_, at) => left[at])
}

/** What is written when answers have come. */
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
      await schema.refusals.bulkDelete(passed.map(({ kind, uid }): [string, string] => [kind, uid]))
      await schema.refusals.bulkPut(refusals)
    }),
  )
}

/** A flight is answered once; its acts stand nowhere else. */
async function expectWaiting(schema: Schema, ids: readonly string[]): Promise<void> {
  const rows = (await schema.flights.bulkGet([...ids])).filter(row => row !== undefined)
  assert(
    rows.every(({ state }) => state === 'waiting'),
    'a flight is answered once',
  )
}

/** [RB4] Answers of a history that is lost count no more: the flights wait again, as they were. */
export async function repeatAnswered(db: Database, pulled: Pulled): Promise<void> {
  await db.run(schema =>
    schema.transaction('rw', schema.flights, schema.meta, async () => {
      await expectRevision(schema, pulled.revision - 1)
      await schema.meta.put({ name: 'pulled', value: pulled })
      await schema.flights
        .where('state')
        .equals('answered')
        .modify(row => {
          row.state = 'waiting'
          row.isRepeated = true
        })
    }),
  )
}

/** Acts, or a flight on its way, that stand on the disk and cannot be read. */
export interface Unreadable extends Address {
  seq: number
  /** [OB14] A restored server cannot be told of it again. */
  isRepeated: boolean
}

export interface WorkRead {
  /** Of `Reading`. */
  places: Address[]
  acts: Act[]
  flights: Flight[]
  refusals: Refusal[]
  /** [OB12] They stay where they are. */
  unreadable: Unreadable[]
  /** The newest act that was ever stored, as far as anybody can tell. */
  newest: number
  /** Of the pages that it lies over. */
  revision: number
}

/** Records of which all there is is read: these, and those with acts newer than `after`. */
export interface Reading {
  of: readonly Address[]
  after: number
}

/** All that is unsettled, and what was answered in runs later than `run`. */
export async function readWork(db: Database, run: number, reading?: Reading): Promise<WorkRead> {
  const found = await db.run(schema =>
    schema.transaction('r', schema.acts, schema.flights, schema.refusals, schema.meta, async () => {
      const keys = reading ? await placesIn(schema, reading) : null
      const acts = keys ? schema.acts.where('[kind+uid]').anyOf(keys) : schema.acts.toCollection()
      const rows = await acts.sortBy('seq')
      const [ofRecords, unsettled, late] = await Promise.all([
        schema.flights
          .where('[kind+uid]')
          .anyOf(keys ?? rows.map(keyOf))
          .toArray(),
        keys ? [] : schema.flights.where('state').equals('waiting').toArray(),
        keys ? [] : schema.flights.where('run').above(run).toArray(),
      ])
      const flights = new Map([...ofRecords, ...unsettled, ...late].map(row => [row.id, row]))
      const refusals = keys ? schema.refusals.where('[kind+uid]').anyOf(keys) : schema.refusals
      return {
        ...{ keys: keys ?? [], rows },
        flights: [...flights.values()],
        refusals: await refusals.toArray(),
        newest: await newestIn(schema),
        revision: (await pulledIn(schema)).revision,
      }
    }),
  )
  const { newest, revision } = found
  const acts = await openEach(found.rows, row => openActs(db, row))
  const flights = await openEach(found.flights, row => openFlight(db, row))
  const refusals = await openEach(found.refusals, row => openRefusal(db, row))
  const lost = flights.closed.filter(({ state }) => state === 'waiting')
  const unreadable = [
    ...acts.closed.map(({ seq, kind, uid }) => ({ seq, kind, uid, isRepeated: false })),
    ...lost.map(({ newest: seq, kind, uid, isRepeated = false }) => ({ seq, kind, uid, isRepeated })),
  ]
  return {
    ...{ newest, revision },
    places: found.keys.map(([kind, uid]) => ({ kind, uid })),
    acts: acts.opened.flat(),
    flights: inOrder(flights.opened),
    refusals: refusals.opened,
    unreadable,
  }
}

const keyOf = ({ kind, uid }: Address): [string, string] => [kind, uid]

async function placesIn({ acts, flights }: Schema, { of, after }: Reading): Promise<[string, string][]> {
  const [added, flown] = await Promise.all([
    acts.where('seq').above(after).toArray(),
    flights.where('newest').above(after).toArray(),
  ])
  const places = new Map([...of, ...added, ...flown].map(each => [each.uid, keyOf(each)]))
  return [...places.values()]
}

async function newestIn({ acts, flights }: Schema): Promise<number> {
  const [act, flight] = await Promise.all([acts.orderBy(':id').last(), flights.orderBy('newest').last()])
  return Math.max(act ? lastIn(act) : 0, flight?.newest ?? 0)
}

/** [CH7] As their acts were done, whatever a clock said in between. */
function inOrder(flights: Flight[]): Flight[] {
  return flights.sort((a, b) => newestSeq(a.acts) - newestSeq(b.acts) || a.run - b.run)
}

export interface SentRead {
  sent: Flight[]
  /** [OB14] How many more there are that cannot be read. */
  unreadable: number
}

/** The newest that the server has taken, newest first. */
export async function readLastSent(db: Database, count: number): Promise<SentRead> {
  const isSent = ({ state }: FlightRow) => state === 'answered'
  const rows = await db.run(({ flights }) =>
    flights.orderBy('at').reverse().filter(isSent).limit(count).toArray(),
  )
  const { opened, closed } = await openEach(rows, row => openFlight(db, row))
  return { sent: opened, unreadable: closed.length }
}

/** Never fewer than so many are kept, because the device's clock may be years off. */
const answeredKept = 5_000

export async function forgetAnsweredBefore(db: Database, at: number): Promise<void> {
  await db.run(schema =>
    schema.transaction('rw', schema.flights, async () => {
      const surplus = (await schema.flights.where('state').notEqual('waiting').count()) - answeredKept
      if (surplus <= 0) return
      const isOld = ({ state }: FlightRow) => state !== 'waiting'
      await schema.flights.where('at').below(at).filter(isOld).limit(surplus).delete()
    }),
  )
}
