/** Whether the acts on a record may leave, why they may not, and the flight that carries them. Pure. */
import { isUidReference } from '../../../shared/fields.ts'
import type { Effect, Equal } from '../../../shared/judge.ts'
import type { Mutation } from '../../../shared/protocol.ts'
import { minesOf } from '../../../shared/record.ts'
import { type Address, type Flight, refusalOf, waiting, type Work } from './act.ts'
import { effectOf, sumOf } from './fold.ts'
import { questionOf } from './question.ts'
import type { Known } from './shown.ts'

/** Why the acts of a record stay where they are. */
export type Block = 'flight' | 'question' | 'refusal' | 'reference' | 'stray'

/** The knowledge of this device beside the work of one record. */
export interface Sight {
  known(address: Address): Known
  /** References compare by what they resolve to. */
  equal: Equal
  /** The record may be of any kind. */
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

/** A reference is missing when its record is not on the server, and does not come there before this one. */
export function lacksReference(effect: Effect, sight: Sight, boarding: ReadonlySet<string>): boolean {
  const isMissing = (uid: string) => !boarding.has(uid) && !sight.isOnServer(uid) && makes(sight.workOf(uid))
  return referredUids(effect).some(isMissing)
}

/** The record is to be made by work that is not settled yet. */
function makes(work: Work | undefined): boolean {
  return work !== undefined && (effectOf(sumOf(work))?.op === 'create' || isBeingMade(work))
}

export function isBeingMade(work: Work | undefined): boolean {
  return work !== undefined && waiting(work).some(({ mutation }) => mutation?.op === 'create')
}

/** The uids that the chosen values refer to. */
export function referredUids(effect: Effect): string[] {
  if (effect.op === 'delete') return []
  const values = Object.values(effect.op === 'create' ? effect.fields : minesOf(effect.changes))
  return values.filter(isUidReference).map(({ uid }) => uid)
}

export interface Departure {
  id: string
  /** [PV4] */
  schema: number
  now: number
}

/** `effect`: null where the acts come to nothing: they leave with no mutation, and older forms go by them all the same. */
export function flightOf({ kind, uid, acts }: Work, effect: Effect | null, departure: Departure): Flight {
  const { id, schema, now } = departure
  const mutation: Mutation | null = effect && { id, schema, kind, uid, ...effect }
  return { id, kind, uid, mutation, acts, isAnswered: !effect, record: null, run: 0, at: now }
}

export function isIdle(work: Work): boolean {
  return work.acts.length > 0 && waiting(work).length === 0 && !effectOf(sumOf(work))
}
