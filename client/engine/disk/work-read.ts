/** Unsettled work as it is read: what is whole is opened, and what cannot be read is said. */
import { type Act, type Address, type Flight, newestSeq, type Refusal } from '../work/act.ts'
import { lastIn, openActs } from './acts.ts'
import { tablesOf, unconvertedIn } from './convert.ts'
import type { Database } from './database.ts'
import { openFlight, openRefusal } from './flights.ts'
import { pulledIn } from './pages.ts'
import { type FlightRow, keyOf, type Schema } from './schema.ts'
import { openEach } from './unreadable.ts'

/** Acts, or a flight on its way, that stand on the disk and cannot be read. */
export interface Unreadable extends Address {
  seq: number
  /** [OB14] A restored server cannot be told of it again. */
  isRepeated: boolean
}

export interface WorkRead {
  /** The records that `Reading` came to; none when all was read. */
  places: Address[]
  acts: Act[]
  flights: Flight[]
  refusals: Refusal[]
  /** [OB12] Rows that cannot be read stay where they are. */
  unreadable: Unreadable[]
  /** The newest act that was ever stored, as far as anybody can tell. */
  newest: number
  /** The revision of the pages that it lies over. */
  revision: number
}

/** Records of which all there is is read: these, and those with acts newer than `after`. */
export interface Reading {
  of: readonly Address[]
  after: number
}

/** All that is unsettled, every flight of its records, and what was answered in runs later than `run`. */
export async function readWork(db: Database, run: number, reading?: Reading): Promise<WorkRead> {
  const found = await db.run(schema =>
    schema.transaction('r', tablesOf(schema), async () => {
      const keys = reading ? await placesIn(schema, reading) : null
      const acts = keys ? schema.acts.where('[kind+uid]').anyOf(keys) : schema.acts.toCollection()
      const rows = await acts.sortBy('seq')
      const waiting = keys ? [] : await schema.flights.where('state').equals('waiting').toArray()
      // [MG3] Older forms went by what was answered.
      const unsettled = keys ?? [...rows, ...waiting].map(keyOf)
      const [ofRecords, late] = await Promise.all([
        schema.flights.where('[kind+uid]').anyOf(unsettled).toArray(),
        keys ? [] : schema.flights.where('run').above(run).toArray(),
      ])
      const flights = new Map([...ofRecords, ...late].map(row => [row.id, row]))
      const refusals = keys ? schema.refusals.where('[kind+uid]').anyOf(keys) : schema.refusals
      return {
        ...{ keys: keys ?? [], rows },
        flights: [...flights.values()],
        refusals: await refusals.toArray(),
        unconverted: await unconvertedIn(schema, keys),
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
    ...found.unconverted,
    ...acts.closed.map(({ seq, kind, uid }) => ({ seq, kind, uid, isRepeated: false })),
    ...lost.map(({ newest: seq, kind, uid, isRepeated = false }) => ({ seq, kind, uid, isRepeated })),
  ]
  return {
    ...{ newest, revision },
    places: found.keys.map(([kind, uid]) => ({ kind, uid })),
    acts: acts.opened.flat(),
    flights: flights.opened.sort(byActs),
    refusals: refusals.opened,
    unreadable,
  }
}

/** Something of this record was sent, not too long ago. */
export async function wasSent(db: Database, record: Address): Promise<boolean> {
  const count = await db.run(({ flights }) => flights.where('[kind+uid]').equals(keyOf(record)).count())
  return count > 0
}

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

/** [CH7] Flights as their acts were done, whatever a clock said in between. */
export function byActs(a: Flight, b: Flight): number {
  return newestSeq(a.acts) - newestSeq(b.acts) || a.run - b.run
}

/** Everything of one record that was sent and is kept here, as far as it can be read; oldest first. */
export async function readFlightsOf(db: Database, record: Address): Promise<Flight[]> {
  const rows = await db.run(({ flights }) => flights.where('[kind+uid]').equals(keyOf(record)).toArray())
  return (await openEach(rows, row => openFlight(db, row))).opened.sort(byActs)
}

/** The newest that the server has taken, newest first. [OB14] `unreadable`: so many more cannot be read. */
export async function readLastSent(db: Database, count: number) {
  const isSent = ({ state }: FlightRow) => state === 'answered'
  const [rows, unconverted] = await db.run(({ flights, sent }) =>
    Promise.all([flights.orderBy('at').reverse().filter(isSent).limit(count).toArray(), sent.count()]),
  )
  const { opened, closed } = await openEach(rows, row => openFlight(db, row))
  return { sent: opened, unreadable: closed.length + unconverted }
}
