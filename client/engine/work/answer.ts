/** What an answer of the server does to the unsettled work of a record, and what a restored server does. Pure. */
import type { Issue } from '../../../shared/fields.ts'
import { judge } from '../../../shared/judge.ts'
import { type Kinds, kindNamed } from '../../../shared/metadata.ts'
import type { ServerRecord, Withdrawal } from '../../../shared/protocol.ts'
import { type Act, type Flight, newestSeq, type Refusal, waiting, type Work } from './act.ts'

/** What is written when a flight has been answered. */
export interface Landing {
  /** As it is kept from now on; null: it is forgotten. */
  flight: Flight | null
  /** Flights that are forgotten. */
  dropped: Flight[]
  /** Acts that are free again, as they were. */
  freed: Act[]
  refusal: Refusal | null
}

export interface Moment {
  run: number
  now: number
}

export function landing(work: Work, flight: Flight, settlement: Withdrawal, { run, now }: Moment): Landing {
  const { kind, uid } = flight
  if (settlement.outcome === 'applied') {
    const { record } = settlement
    const { isRepeated: _, ...kept } = flight
    const freed = isHeld(flight, record) ? [] : flight.acts
    const acts = freed.length > 0 ? [] : flight.acts
    const answered = { ...kept, acts, isAnswered: true, record, run, at: now }
    return { flight: answered, dropped: [], freed, refusal: null }
  }
  // [RB4] A backup is a prefix: flights behind one that is unknown there are unknown, too.
  const later = flight.isRepeated ? waiting(work).filter(({ id }) => id !== flight.id) : []
  const dropped = [flight, ...later]
  const issues = issuesIn(settlement)
  return {
    flight: null,
    dropped,
    freed: dropped.flatMap(({ acts }) => acts),
    refusal: issues && { kind, uid, issues, upTo: newestSeq(flight.acts) },
  }
}

/** [UP5] Of what was recalled, more may be wanted than what was sent under its id. */
function isHeld({ isRecalled, mutation }: Flight, record: ServerRecord | null): boolean {
  if (!isRecalled || !mutation) return true
  const verdict = judge(record?.fields ?? null, mutation)
  return verdict.outcome === 'applied' && !verdict.changed
}

function issuesIn(settlement: Exclude<Withdrawal, { outcome: 'applied' }>): Issue[] | null {
  return settlement.outcome === 'rejected' ? settlement.issues : null
}

/** [RB4] In their old order, ids and bytes unchanged; a create knows the id it was given. */
export function repeated(flight: Flight): Flight {
  return { ...flight, isAnswered: false, isRepeated: true }
}

/** [PU13] By mutation id. */
export function givenIds(flights: readonly Flight[]): Record<string, string> {
  const given = flights.filter(({ mutation, record }) => mutation?.op === 'create' && record)
  return Object.fromEntries(given.map(({ id, record }) => [id, record?.id ?? '']))
}

/**
 * Whether a change in records of these kinds may let the server take now what it refused. `any`: nobody knows what has
 * changed, as the answer is that of an earlier request.
 */
export function mayPass(
  kinds: Kinds,
  { kind, issues }: Refusal,
  changed: ReadonlySet<string> | 'any',
): boolean {
  const isChanged = (name: string) => changed === 'any' || changed.has(name)
  return issues.every(({ code, field }) => {
    const fields = kindNamed(kinds, kind)?.fields ?? []
    if (code === 'unknown_reference')
      return isChanged(fields.find(({ name }) => name === field)?.reference?.kind ?? '')
    if (code !== 'in_use') return false
    return kinds.some(
      each => isChanged(each.name) && each.fields.some(({ reference }) => reference?.kind === kind),
    )
  })
}
