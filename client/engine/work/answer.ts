/** What an answer of the server does to the unsettled work of a record. Pure. */
import { judge } from '../../../shared/judge.ts'
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

export function landing(
  work: Work,
  flight: Flight,
  settlement: Withdrawal,
  { run, now }: { run: number; now: number },
): Landing {
  const { kind, uid } = flight
  if (settlement.outcome === 'applied') {
    const { record, version } = settlement
    const { isRepeated: _, blame: __, ...kept } = flight
    const [acts, freed] = isHeld(flight, record) ? [flight.acts, []] : [[], flight.acts]
    const answered = { ...kept, acts, isAnswered: true, record, version, run, at: now }
    return { flight: answered, dropped: [], freed, refusal: null }
  }
  // [RB4] A backup is a prefix: flights behind one that is unknown there are unknown, too.
  const later = flight.isRepeated ? waiting(work).filter(({ id }) => id !== flight.id) : []
  const dropped = [flight, ...later]
  const issues = settlement.outcome === 'rejected' ? settlement.issues : null
  return {
    flight: null,
    dropped,
    freed: dropped.flatMap(freedBy),
    refusal: issues && { kind, uid, issues, upTo: newestSeq(flight.acts) },
  }
}

/** [PU13] Acts that are older than their record's id go on with it. */
const freedBy = ({ acts, record }: Flight) => acts.map(act => (record ? { ...act, givenId: record.id } : act))

/** [UP5] Of what was recalled, more may be wanted than what was sent under its id. */
function isHeld({ isRecalled, mutation }: Flight, record: ServerRecord | null): boolean {
  if (!isRecalled || !mutation) return true
  const verdict = judge(record?.fields ?? null, mutation)
  return verdict.outcome === 'applied' && !verdict.changed
}
