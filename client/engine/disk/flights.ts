/** Flights and refusals as rows: what is needed to find them in the open, the rest sealed. */
import { kindNamed, type Kinds } from '../../../shared/metadata.ts'
import type { ServerRecord } from '../../../shared/protocol.ts'
import { currentFields, currentMutation, currentName, schemaVersion } from '../../../shared/schema.ts'
import { type Flight, newestSeq, type Refusal } from '../work/act.ts'
import { currentDeed, rowsOf } from './acts.ts'
import type { Database } from './database.ts'
import { places } from './places.ts'
import type { FlightRow, RefusalRow } from './schema.ts'

/** The mutation as it goes over the wire. */
export function asMade({ original, mutation }: Pick<Flight, 'original' | 'mutation'>): Flight['mutation'] {
  return original ?? mutation
}

interface Stored extends Pick<Flight, 'mutation' | 'acts' | 'record' | 'version' | 'isRecalled' | 'blame'> {
  schema: number
}

export async function sealFlight(db: Database, flight: Flight): Promise<FlightRow> {
  const { id, kind, uid, acts, isAnswered, isRepeated, isRecalled, blame, record, version, run, at } = flight
  const schema = schemaVersion(db.kinds)
  const stored: Stored = {
    ...{ schema, mutation: asMade(flight), acts, record },
    ...(version !== undefined && { version }),
    ...(isRecalled && { isRecalled }),
    ...(blame && { blame }),
  }
  const sealed = await db.seal.close(places.flights(flight), stored)
  const state = !flight.mutation ? 'idle' : isAnswered ? 'answered' : 'waiting'
  const [newest, rows] = [newestSeq(acts), rowsOf(acts)]
  return { id, kind, uid, state, ...(isRepeated && { isRepeated }), run, at, newest, rows, sealed }
}

export async function openFlight(db: Database, row: FlightRow): Promise<Flight> {
  const { kinds } = db
  const { id, kind, uid, state, isRepeated, run, at } = row
  const stored = (await db.seal.open(places.flights(row), row.sealed)) as Stored
  const { schema, mutation: made, acts, record, version, isRecalled, blame } = stored
  const mutation = made && currentMutation(kinds, made)
  const flight: Flight = {
    ...{ id, kind, uid, run, at, mutation },
    ...(made && mutation !== made && { original: made }),
    acts: acts.map(act => ({ ...act, deed: currentDeed(kinds, { kind, schema }, act.deed) })),
    isAnswered: state !== 'waiting',
    record: currentRecord(kinds, record),
    ...(version !== undefined && { version }),
    ...(isRepeated && { isRepeated }),
    ...(isRecalled && { isRecalled }),
    ...(blame && { blame }),
  }
  return withNewest(flight, row.newest)
}

/** The last act was numbered when the row was written. */
export function withNewest(flight: Flight, newest: number): Flight {
  const { acts } = flight
  const last = acts.length - 1
  return { ...flight, acts: acts.map((act, index) => (index === last ? { ...act, seq: newest } : act)) }
}

function currentRecord(kinds: Kinds, record: ServerRecord | null): ServerRecord | null {
  const kind = record && kindNamed(kinds, record.kind)
  return kind ? { ...record, fields: currentFields(kind, record.fields) } : record
}

export async function sealRefusal(db: Database, refusal: Refusal): Promise<RefusalRow> {
  const { kind, uid, issues, upTo } = refusal
  return { kind, uid, sealed: await db.seal.close(places.refusals(refusal), { issues, upTo }) }
}

/** [PV4] */
export async function openRefusal(db: Database, row: RefusalRow): Promise<Refusal> {
  const { kind, uid } = row
  const { issues, upTo } = (await db.seal.open(places.refusals(row), row.sealed)) as Pick<
    Refusal,
    'issues' | 'upTo'
  >
  const ofKind = kindNamed(db.kinds, kind)
  const today = ofKind ? issues.map(issue => ({ ...issue, field: currentName(ofKind, issue.field) })) : issues
  return { kind, uid, issues: today, upTo }
}
