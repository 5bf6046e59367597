/** Flights and acts that go with the next request. Pure. [OB6] */
import type { Effect } from '../../../shared/judge.ts'
import type { Mutation } from '../../../shared/protocol.ts'
import { type Flight, waiting, type Work } from '../work/act.ts'
import { effectOf, sumOf } from '../work/fold.ts'
import { blockOf, lacksReference, type Sight } from '../work/next.ts'

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
  let left = works
    .filter(({ uid }) => !tried.has(uid))
    .map(work => ({ work, flight: readyOf(work, sight) }))
    .sort((a, b) => Number(!a.flight) - Number(!b.flight) || firstSeq(a.work) - firstSeq(b.work))
  // [RB4] A restored server is told what it lost before anything new, but for what went astray.
  const isRestoring = left.some(({ flight }) => flight?.isRepeated)
  const boarding = new Set<string>()
  const aboard: Boarding[] = []
  for (let before = -1; before < boarding.size;) {
    before = boarding.size
    const stay: typeof left = []
    for (const each of left) {
      const { work, flight } = each
      const effect = flight
        ? repeatedEffect(flight, sight, boarding)
        : !isRestoring && nextEffect(work, sight, boarding)
      if (effect && !fits(effect)) return aboard
      if (!effect) stay.push(each)
      else aboard.push({ ...each, effect })
      if (effect && effect.op === 'create') boarding.add(work.uid)
    }
    left = stay
  }
  return aboard
}

function readyOf(work: Work, sight: Sight): Flight | null {
  const [flight] = waiting(work)
  return flight && !sight.isStray(flight) && !flight.isRecalled ? flight : null
}

function repeatedEffect({ mutation }: Flight, sight: Sight, boarding: ReadonlySet<string>): Mutation | null {
  return mutation && !lacksReference(mutation, sight, boarding) ? mutation : null
}

function nextEffect(work: Work, sight: Sight, boarding: ReadonlySet<string>): Effect | null {
  return blockOf(work, sight, boarding) ? null : effectOf(sumOf(work))
}

function firstSeq({ acts, flights }: Work): number {
  const flying = flights.find(({ isAnswered }) => !isAnswered)?.acts ?? []
  return (flying[0] ?? acts[0])?.seq ?? 0
}
