/** Flights and acts that go with the next request. Pure. [OB6] */
import type { Effect } from '../../../shared/judge.ts'
import type { Mutation } from '../../../shared/protocol.ts'
import { unsettledActs } from '../replica/works.ts'
import { type Flight, waiting, type Work } from '../work/act.ts'
import { effectOf, sumOf } from '../work/fold.ts'
import { blockOf, isBeingMade, lacksReference, referredUids, type Sight } from '../work/next.ts'

/** The turn of one record: a flight that goes once more as it is, or what its acts come to. */
export interface Boarding {
  work: Work
  flight: Flight | null
  effect: Effect
}

export interface BoardingOptions {
  /** Whether there is room for one more. */
  fits(effect: Effect | Mutation): boolean
  /** Records that have been tried in this run. */
  tried?: ReadonlySet<string>
}

/** [OB6] One request: flights, then works by their first acts; a record comes behind those that it refers to. */
export function boardingOf(works: readonly Work[], sight: Sight, options: BoardingOptions): Boarding[] {
  const { fits, tried = new Set() } = options
  const waits = works
    .filter(({ uid }) => !tried.has(uid))
    .map(work => ({ work, flight: readyOf(work, sight), first: firstSeq(work) }))
    .sort((a, b) => a.first - b.first)
  const boarding = new Set<string>()
  const aboard: Boarding[] = []

  /** Until nothing more may go; false when nothing more fits. */
  function board(left: readonly Waiting[]): boolean {
    const before = boarding.size
    const stay: Waiting[] = []
    for (const each of left) {
      const effect = effectIn(each, sight, boarding)
      if (!effect) {
        stay.push(each)
        continue
      }
      if (!fits(effect)) return false
      const { work, flight } = each
      aboard.push({ work, flight, effect })
      if (effect.op === 'create') boarding.add(work.uid)
    }
    return boarding.size === before || board(stay)
  }

  const hasRoom = board(waits.filter(({ flight }) => flight))
  // [RB4] A restored server is told what it lost before anything new, but for what cannot go.
  const isRestoring = aboard.some(({ flight }) => flight?.isRepeated)
  const isAboard = new Set(aboard.map(({ work }) => work))
  if (hasRoom && !isRestoring) board(waits.filter(({ work }) => !isAboard.has(work)))
  return aboard
}

/** [OB15] Not before the records that it refers to are on the server, and known to be there: values compare by their ids. */
export function mayGoAlone({ mutation }: Flight, sight: Sight): boolean {
  const isComing = (uid: string) => !sight.isOnServer(uid) && isBeingMade(sight.workOf(uid))
  return !mutation || !referredUids(mutation).some(isComing)
}

/** `first`: the number of its first act. */
type Waiting = Omit<Boarding, 'effect'> & { first: number }

function effectIn(
  { work, flight }: Pick<Waiting, 'work' | 'flight'>,
  sight: Sight,
  boarding: ReadonlySet<string>,
): Effect | null {
  if (!flight) return blockOf(work, sight, boarding) ? null : effectOf(sumOf(work))
  const { mutation } = flight
  return mutation && !lacksReference(mutation, sight, boarding) ? mutation : null
}

function readyOf(work: Work, sight: Sight): Flight | null {
  const [flight] = waiting(work)
  return flight && !sight.isStray(flight) && !flight.isRecalled ? flight : null
}

function firstSeq(work: Work): number {
  return (work.flights.length > 0 ? unsettledActs(work) : work.acts)[0]?.seq ?? 0
}
