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
  const isMissing = (uid: string) => !boarding.has(uid) && !sight.isOnServer(uid) && makes(sight.workOf(uid))
  return effect && referredUids(effect).some(isMissing) ? 'reference' : null
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
  const ready = ordered
    .flatMap(work => waiting(work).slice(0, 1))
    .filter(flight => !sight.isStray(flight) && !flight.isRecalled)
  // [RB4] A restored server is told what it lost before anything new.
  const isRestoring = works.some(work => waiting(work).some(({ isRepeated }) => isRepeated))
  const again = ready.filter(({ mutation }) => mutation && fits(mutation))
  const departing: Boarding['departing'] = []
  if (isRestoring || again.length < ready.length) return { again, departing }
  const boarding = new Set(again.flatMap(({ uid, mutation }) => (mutation?.op === 'create' ? [uid] : [])))
  let left = ordered.filter(work => work.acts.length > 0)
  for (let isMore = true; isMore;) {
    isMore = false
    const stay: Work[] = []
    for (const work of left) {
      const effect = effectOf(sumOf(work))
      if (!effect || blockOf(work, sight, boarding)) {
        stay.push(work)
        continue
      }
      if (!fits(effect)) return { again, departing }
      departing.push({ work, effect })
      if (effect.op === 'create') isMore = boarding.add(work.uid).size > 0
    }
    left = stay
  }
  return { again, departing }
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
