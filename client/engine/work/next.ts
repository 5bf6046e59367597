/** What of the unsettled work goes out next, and why the rest does not. Pure. */
import { isUidReference } from '../../../shared/fields.ts'
import type { Effect, Equal } from '../../../shared/judge.ts'
import type { Mutation } from '../../../shared/protocol.ts'
import { type Address, type Flight, refusalOf, waiting, type Work } from './act.ts'
import { effectOf, minesOf, sumOf } from './fold.ts'
import { questionOf } from './question.ts'
import type { Known } from './shown.ts'

/** Why the acts of a record stay where they are. */
export type Block = 'flight' | 'question' | 'refusal' | 'reference' | 'stray'

/** What this device knows beside the work of one record. */
export interface Sight {
  known(address: Address): Known
  /** References compare by what they resolve to. */
  equal: Equal
  /** Of whatever kind. */
  workOf(uid: string): Work | undefined
  isOnServer(uid: string): boolean
  /** [OB15] A flight that nobody has answered, alone. */
  isStray(flight: Flight): boolean
}

/** `boarding`: records that come to the server before this one, in the same request. */
export function blockOf(work: Work, sight: Sight, boarding: ReadonlySet<string> = new Set()): Block | null {
  const [flight] = waiting(work)
  if (flight) return sight.isStray(flight) ? 'stray' : 'flight'
  if (questionOf(sight.known(work), work, sight.equal)) return 'question'
  if (refusalOf(work)) return 'refusal'
  const effect = effectOf(sumOf(work))
  return effect && lacksReference(effect, sight, boarding) ? 'reference' : null
}

/** It refers to a record that the server has not got, and that does not come there before it. */
function lacksReference(effect: Effect, sight: Sight, boarding: ReadonlySet<string>): boolean {
  const isMissing = (uid: string) => !boarding.has(uid) && !sight.isOnServer(uid) && makes(sight.workOf(uid))
  return referredUids(effect).some(isMissing)
}

/** The record is to be made by work that is not settled yet. */
function makes(work: Work | undefined): boolean {
  if (!work) return false
  return effectOf(sumOf(work))?.op === 'create' || isBeingMade(work)
}

/** [OB15] Not before the records that it refers to are on the server, and known to be there: values compare by their ids. */
export function mayGoAlone({ mutation }: Flight, sight: Sight): boolean {
  const isComing = (uid: string) => !sight.isOnServer(uid) && isBeingMade(sight.workOf(uid))
  return !mutation || !referredUids(mutation).some(isComing)
}

function isBeingMade(work: Work | undefined): boolean {
  return work !== undefined && waiting(work).some(({ mutation }) => mutation?.op === 'create')
}

/** The uids that the chosen values refer to. */
export function referredUids(effect: Effect): string[] {
  if (effect.op === 'delete') return []
  const values = Object.values(effect.op === 'create' ? effect.fields : minesOf(effect.changes))
  return values.filter(isUidReference).map(({ uid }) => uid)
}

/** One request: flights that go once more as they are, then acts that depart. At most one of a record. */
export interface Boarding {
  again: Flight[]
  departing: { work: Work; effect: Effect }[]
}

/** `fits`: whether there is room for one more. */
export interface BoardingOptions {
  fits(effect: Effect | Mutation): boolean
  /** Records that have been tried in this run. */
  tried?: ReadonlySet<string>
}

/** [OB6] In the order of the first acts; a record comes behind those that it refers to. */
export function boardingOf(works: readonly Work[], sight: Sight, options: BoardingOptions): Boarding {
  const { fits, tried = new Set() } = options
  const ordered = works.filter(({ uid }) => !tried.has(uid)).sort((a, b) => firstSeq(a) - firstSeq(b))
  const first = ordered.flatMap(work => waiting(work).slice(0, 1))
  const ready = first.filter(flight => !sight.isStray(flight) && !flight.isRecalled)
  const boarding = new Set<string>()
  const again = aboard(ready, boarding, {
    fits,
    effectIn: ({ mutation }) => (mutation && !lacksReference(mutation, sight, boarding) ? mutation : null),
  })
  // [RB4] A restored server is told what it lost before anything new, but for what went astray.
  const isRestoring = again.going.some(({ each }) => each.isRepeated)
  const isToDepart = !isRestoring && !again.isFull
  const departing = aboard(isToDepart ? ordered : [], boarding, {
    fits,
    effectIn: work => (blockOf(work, sight, boarding) ? null : effectOf(sumOf(work))),
  })
  return {
    again: again.going.map(({ each }) => each),
    departing: departing.going.map(({ each: work, effect }) => ({ work, effect })),
  }
}

interface AboardOptions<T> {
  fits: BoardingOptions['fits']
  /** null: it stays, as long as nothing else comes aboard. */
  effectIn(each: T): Effect | null
}

/** Until nothing more may go or nothing more fits. What is made by it is noted in `boarding`. */
function aboard<T extends Address>(waits: readonly T[], boarding: Set<string>, options: AboardOptions<T>) {
  const { fits, effectIn } = options
  const going: { each: T; effect: Effect }[] = []
  let left = waits
  for (let isMore = true; isMore;) {
    isMore = false
    const stay: T[] = []
    for (const each of left) {
      const effect = effectIn(each)
      if (!effect) {
        stay.push(each)
        continue
      }
      if (!fits(effect)) return { going, isFull: true }
      going.push({ each, effect })
      if (effect.op === 'create') isMore = boarding.add(each.uid).size > 0
    }
    left = stay
  }
  return { going, isFull: false }
}

function firstSeq({ acts, flights }: Work): number {
  const flying = flights.find(({ isAnswered }) => !isAnswered)?.acts ?? []
  return (flying[0] ?? acts[0])?.seq ?? 0
}

export interface Departure {
  id: string
  /** [PV4] */
  schema: number
  now: number
}

export function flightOf({ kind, uid, acts }: Work, effect: Effect, { id, schema, now }: Departure): Flight {
  const mutation: Mutation = { id, schema, kind, uid, ...effect }
  return { id, kind, uid, mutation, acts, isAnswered: false, record: null, run: 0, at: now }
}

/** Acts that come to nothing leave without a flight; older forms go by them all the same. */
export function idle(work: Work, { id, now }: Omit<Departure, 'schema'>): Flight | null {
  if (work.acts.length === 0 || waiting(work).length > 0 || effectOf(sumOf(work))) return null
  const { kind, uid, acts } = work
  return { id, kind, uid, mutation: null, acts, isAnswered: true, record: null, run: 0, at: now }
}
