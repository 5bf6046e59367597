/** Unsettled work as it is read: what is whole is opened, and what cannot be read is said. */
import { type Act, type Address, type Flight, newestSeq, type Refusal } from '../work/act.ts'
import { lastIn, openActs } from './acts.ts'
import { tablesOf, unconvertedIn } from './convert.ts'
import type { Database } from './database.ts'
import { openFlight, openRefusal } from './flights.ts'
import { pulledIn } from './pages.ts'
import { isFree, newestInGroups, standingIn, takenBackIn } from './group-heads.ts'
import { groupsFor, openGroup } from './groups.ts'
import { type FlightRow, type GroupRow, keyOf, type Schema } from './schema.ts'
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
  const found = await db.run(schema => findWork(schema, run, reading))
  const { newest, revision, uids } = found
  const acts = await openEach(found.rows, row => openActs(db, row))
  const groups = await openEach(found.groups, group => openGroup(db, group, uids))
  const flights = await openEach(found.flights, row => openFlight(db, row))
  const refusals = await openEach(found.refusals, row => openRefusal(db, row))
  const lost = flights.closed.filter(({ state }) => state === 'waiting')
  const inGroups = standingIn(
    groups.closed.map(({ head }) => head),
    uids,
  )
  const unreadable = [
    ...found.unconverted,
    ...[...acts.closed, ...inGroups].map(({ seq, kind, uid }) => ({ seq, kind, uid, isRepeated: false })),
    ...lost.map(({ newest: seq, kind, uid, isRepeated = false }) => ({ seq, kind, uid, isRepeated })),
  ]
  const shared = groups.opened
  return {
    ...{ newest, revision },
    places: found.keys.map(([kind, uid]) => ({ kind, uid })),
    acts: [...acts.opened.flat(), ...shared.flatMap(group => group.acts)].sort((a, b) => a.seq - b.seq),
    flights: [...flights.opened, ...shared.flatMap(group => group.flights)].sort(byActs),
    refusals: refusals.opened,
    unreadable,
  }
}

function findWork(schema: Schema, run: number, reading: Reading | undefined) {
  return schema.transaction('r', tablesOf(schema), async () => {
    const heads = await schema.groups.toArray()
    const keys = reading ? await placesIn(schema, heads, reading) : null
    const rows = await (keys ? schema.acts.where('[kind+uid]').anyOf(keys) : schema.acts).toArray()
    const waiting = keys ? [] : await schema.flights.where('state').equals('waiting').toArray()
    // [MG3] Older forms went by what was answered.
    const unsettled = keys ?? [...rows, ...waiting].map(keyOf)
    const uids = new Set(unsettled.map(([, uid]) => uid))
    if (!keys) for (const { uid } of standingIn(heads, null)) uids.add(uid)
    const [ofRecords, late, unheard] = await Promise.all([
      flightsOf(schema, unsettled),
      keys ? [] : schema.flights.where('run').above(run).toArray(),
      keys ? [] : flightsUnheard(schema, heads),
    ])
    const ofShared = unheard.filter(({ uid }) => uids.has(uid))
    const flights = new Map([...ofRecords, ...late, ...ofShared].map(row => [row.id, row]))
    const refusals = keys ? schema.refusals.where('[kind+uid]').anyOf(keys) : schema.refusals
    return {
      ...{ keys: keys ?? [], rows, uids },
      groups: await groupsFor(schema, heads, uids),
      flights: [...flights.values()],
      refusals: await refusals.toArray(),
      unconverted: await unconvertedIn(schema, keys),
      newest: Math.max(await newestIn(schema), newestInGroups(heads)),
      revision: (await pulledIn(schema)).revision,
    }
  })
}

/** To find more by their keys takes longer than to read all there are. */
const mostKeys = 1_000

async function flightsOf({ flights }: Schema, keys: [string, string][]): Promise<FlightRow[]> {
  if (keys.length <= mostKeys) return flights.where('[kind+uid]').anyOf(keys).toArray()
  const uids = new Set(keys.map(([, uid]) => uid))
  return (await flights.toArray()).filter(({ uid }) => uids.has(uid))
}

/** [MG3] By acts in shared rows: to look for all that was sent of each of their records would take as long as to read it. */
async function flightsUnheard({ flights }: Schema, heads: readonly GroupRow[]): Promise<FlightRow[]> {
  const open = heads.filter(({ uids }) => uids.some(isFree)).map(({ unheard }) => unheard)
  const ranges = [...new Map(open.map(each => [each.before, each])).values()]
  const found = await Promise.all(
    ranges.map(({ after, before }) => flights.where('newest').between(after, before, false, false).toArray()),
  )
  return found.flat()
}

/** Something of this record was sent, not too long ago. */
export async function wasSent(db: Database, record: Address): Promise<boolean> {
  const count = await db.run(({ flights }) => flights.where('[kind+uid]').equals(keyOf(record)).count())
  return count > 0
}

async function placesIn(
  { acts, flights }: Schema,
  heads: readonly GroupRow[],
  { of, after }: Reading,
): Promise<[string, string][]> {
  const [added, flown] = await Promise.all([
    acts.where('seq').above(after).toArray(),
    flights.where('newest').above(after).toArray(),
  ])
  const shared = [...standingIn(heads, null), ...takenBackIn(heads, null)].filter(({ seq }) => seq > after)
  const places = new Map([...of, ...added, ...flown, ...shared].map(each => [each.uid, keyOf(each)]))
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

/** Of acts with these numbers, as far as no other act of their records went along. */
export async function readFlightsBetween(
  db: Database,
  { first, last }: { first: number; last: number },
): Promise<Flight[]> {
  const rows = await db.run(({ flights }) =>
    flights.where('newest').between(first, last, true, true).toArray(),
  )
  return (await openEach(rows, row => openFlight(db, row))).opened
}

/** The newest that the server has taken, newest first. [OB14] `unreadable`: so many more cannot be read. */
export async function readLastSent(db: Database, count: number) {
  const isSent = ({ state }: FlightRow) => state === 'answered'
  const [rows, unconverted] = await db.run(schema => {
    const { flights, sent } = schema
    const newest = flights.orderBy('at').reverse().filter(isSent).limit(count)
    return schema.transaction('r', flights, sent, () => Promise.all([newest.toArray(), sent.count()]))
  })
  const { opened, closed } = await openEach(rows, row => openFlight(db, row))
  return { sent: opened, unreadable: closed.length + unconverted }
}
