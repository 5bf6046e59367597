/** Acts and flights of a file, added to those that stand here: all in one transaction, and never twice. [OB21] */
import { grouped } from '../grouped.ts'
import type { Act, Address, Flight } from '../work/act.ts'
import { newestSeq } from '../work/act.ts'
import { numbered, rowOf, sealActs, step } from './acts.ts'
import { reserve } from './convert.ts'
import type { Database } from './database.ts'
import { sealFlight } from './flights.ts'
import { standingIn, takenBackIn } from './group-heads.ts'
import { type ActRow, type FlightRow, keyOf, type Schema } from './schema.ts'

/** What was written in one go to one record. */
export interface Taking extends Address {
  /** Its own name, wherever it goes. */
  write: string
  /** Numbered as where they were done. */
  acts: Act[]
  flight: Pick<Flight, 'id' | 'mutation'> | null
}

/** `done`: it was sent from here, or taken back. */
export type Found = Map<string, 'here' | 'done'>

/** The writes of these records that stood here once, and the flights that carry or carried them, by name and id. */
export async function foundIn(schema: Schema, records: readonly Address[]): Promise<Found> {
  const keys = records.map(keyOf)
  const [rows, flown, heads] = await Promise.all([
    schema.acts.where('[kind+uid]').anyOf(keys).toArray(),
    schema.flights.where('[kind+uid]').anyOf(keys).toArray(),
    schema.groups.toArray(),
  ])
  const uids = new Set(records.map(({ uid }) => uid))
  const found: Found = new Map()
  for (const { write } of takenBackIn(heads, uids)) found.set(write, 'done')
  for (const { write } of standingIn(heads, uids)) found.set(write, 'here')
  for (const { id, state, rows: left = [] } of flown)
    for (const name of [id, ...left.map(({ write }) => write)])
      found.set(name, state === 'waiting' ? 'here' : 'done')
  for (const row of rows) found.set(row.write ?? nameOf(row), 'here')
  return found
}

/** Acts of earlier versions have no name of their own: where they stood is one. */
export const nameOf = ({ kind, uid, seq }: Address & { seq: number }) => `${kind}/${uid}/${rowOf({ seq })}`

/** The acts as they stand here, newest first; null: some have come here meanwhile, and nothing was added. */
export async function takeIn(db: Database, takings: readonly Taking[]): Promise<Act[] | null> {
  const order = takings.toSorted((a, b) => newestSeq(a.acts) - newestSeq(b.acts))
  const free = await db.run(schema =>
    schema.transaction('rw', schema.acts, () => reserve(schema, order.length)),
  )
  const taken = inPlace(order, free)
  const rows = await Promise.all(
    taken
      .filter(({ flight }) => !flight)
      .map(async ({ acts }): Promise<ActRow> => ({
        ...(await sealActs(db, acts)),
        seq: rowOf(acts[0] ?? { seq: 0 }),
      })),
  )
  const flights = await Promise.all(flightsOf(taken).map(flight => sealFlight(db, flight)))
  const names = takings.flatMap(({ write, flight }) => [write, ...(flight ? [flight.id] : [])])
  let isAgain = false
  const isAdded = await db.run(schema =>
    schema.transaction('rw', schema.acts, schema.groups, schema.flights, async () => {
      const found = await foundIn(schema, takings)
      // [OB16] Run again, because the connection died before it said that all was written.
      if (isAgain && names.every(name => found.has(name))) return true
      isAgain = true
      if (names.some(name => found.has(name))) return false
      await add(schema, rows, flights)
      return true
    }),
  )
  return isAdded ? taken.flatMap(({ acts }) => acts).sort((a, b) => b.seq - a.seq) : null
}

async function add(schema: Schema, rows: ActRow[], flights: FlightRow[]): Promise<void> {
  await schema.acts.bulkAdd(rows)
  await schema.flights.bulkAdd(flights)
}

/** Behind all that stands here, which its person had not seen there. [MG3] Among themselves they have seen what they had. */
function inPlace(order: readonly Taking[], free: number): Taking[] {
  const places = order.map((taking, at) => ({ taking, acts: numbered(taking.acts, free + at) }))
  const ofRecord = grouped(places, ({ taking }) => taking.uid)
  return places.map(({ taking, acts }) => {
    const heard = (ofRecord.get(taking.uid) ?? []).flatMap(each =>
      each.taking.acts.map((act, index) => ({ was: act.seq, is: each.acts[index]?.seq ?? 0 })),
    )
    const sinceOf = ({ since }: Act) =>
      Math.max(free - step, ...heard.filter(({ was }) => was <= since).map(({ is }) => is))
    return { ...taking, acts: acts.map(act => ({ ...act, since: sinceOf(act), write: taking.write })) }
  })
}

/** [UP5] The server is asked for them by their ids: it has taken them, or it never will, and their acts go out anew. */
function flightsOf(taken: readonly Taking[]): Flight[] {
  return [...grouped(taken, ({ flight }) => flight?.id ?? '')].flatMap(([id, of]) => {
    const [first] = of
    if (!first?.flight) return []
    const { kind, uid, flight } = first
    const acts = of.flatMap(each => each.acts)
    const at = Math.max(...acts.map(act => act.at))
    const recalled = { isAnswered: false, isRecalled: true, record: null, run: 0 } as const
    return [{ ...recalled, id, kind, uid, mutation: flight.mutation, acts, at }]
  })
}
