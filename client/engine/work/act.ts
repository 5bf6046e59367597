/** The words of unsettled work: acts, the flights that carry them, refusals. Only `add` and `leave` ever change acts. */
import type { Issue, Value } from '../../../shared/fields.ts'
import type { Mutation, ServerRecord } from '../../../shared/protocol.ts'
import type { Changes, Fields } from '../../../shared/record.ts'

export interface Address {
  kind: string
  uid: string
}

/** One thing a person did to one record, as it was done. `theirs`: the server's record as a question showed it. */
export type Deed =
  | { do: 'make'; fields: Fields }
  /** `shown`: the whole record when it was saved; per changed field `[seen, mine]`, with what the form had shown. */
  | { do: 'edit'; changes: Changes; shown: Fields }
  | { do: 'delete'; shown: Fields }
  /** `values`: per field of the question what it is to be; theirs where it equals theirs. */
  | { do: 'choose'; theirs: Fields; values: Fields }
  /** `changes`: to what its form began with, `fields`. */
  | { do: 'restore'; fields: Fields; changes?: Changes }
  /** `values`: one's own that stay. */
  | { do: 'keep'; theirs: Fields; values: Fields }
  | { do: 'delete anyway'; theirs: Fields }
  | { do: 'let go' }

export interface Act extends Address {
  /** The order on this device. */
  seq: number
  /** The newest act on this device when the person was shown what they acted upon. */
  since: number
  /** ms since 1970. */
  at: number
  deed: Deed
  /** [PU13] The id that the server gave its record, as far as it was known when this was done. */
  givenId?: string
  /** [OB16] The write's own id, by which it is found wherever the act has gone; none in acts of earlier versions. */
  write?: string
}

/** Why a flight was withdrawn, as its person reads it. */
export type Cause = 'server_failed' | 'not_delivered' | 'too_large'

/** [OB15] The failures of a flight that went alone. `cause`: of the last one. */
export interface Blame {
  cause: Cause
  failures: Partial<Record<Cause, number>>
  /** The time of the last one; ms since 1970. */
  at: number
}

/** One mutation on its way, frozen, with the acts it stands for; later the server's answer. */
export interface Flight extends Address {
  id: string
  /** null: the acts came to nothing, and nothing was sent. */
  mutation: Mutation | null
  /** [PV4] The mutation as an older version of the app made it, which is sent to the byte. */
  original?: Mutation
  acts: Act[]
  isAnswered: boolean
  /** The server's record in its answer; null when it then held none. */
  record: ServerRecord | null
  /** The version at which it was applied; none before it is answered, nor in answers that earlier versions stored. */
  version?: number
  /** The sync run that settled it; 0 until then. */
  run: number
  /** The time of the answer, or of the departure; ms since 1970. */
  at: number
  /** [RB4] Answered once, by a history that the server has lost. */
  isRepeated?: boolean
  blame?: Blame
  /** [UP5] A flight of version 1 of the database is not sent again, as its bytes are not known, or no server takes them. */
  isRecalled?: boolean
}

/** Why the server rejected the work of a record. It stands while `upTo` is the record's newest act. */
export interface Refusal extends Address {
  issues: Issue[]
  upTo: number
}

/** All that is unsettled of one record, with what was settled lately. Acts and flights in their order. */
export interface Work extends Address {
  /** Those in no flight. */
  acts: Act[]
  flights: Flight[]
  refusal: Refusal | null
}

/** [VA3] The value of a field of which its person last saw that it was gone: no record ever holds it. */
export const noValue: Value = '\u0000'

export function waiting({ flights }: Work): Flight[] {
  return flights.filter(({ isAnswered }) => !isAnswered)
}

/** Also those that have left, which older forms may not have heard of. */
export function allActs({ acts, flights }: Work): Act[] {
  return [...flights.flatMap(flight => flight.acts), ...acts]
}

export function newestSeq(acts: readonly Act[]): number {
  return acts.reduce((newest, { seq }) => Math.max(newest, seq), 0)
}

/** [SC8] The record itself is not to be seen: what is known of it here, its absence too, says nothing. */
export function isOutOfScope({ issues }: Pick<Refusal, 'issues'>): boolean {
  return issues.some(({ code, field }) => code === 'out_of_scope' && field === '')
}

export function refusalOf({ acts, refusal }: Work): Refusal | null {
  return refusal && newestSeq(acts) === refusal.upTo ? refusal : null
}
