/** One moment of the story: devices, the server, requests on their way, and what the people wanted. Never altered. */
import type { Act, Address, Flight, Work } from '../../client/engine/work/act.ts'
import type { Known } from '../../client/engine/work/shown.ts'
import type { Undoable } from '../../client/engine/work/undo.ts'
import type { Value } from '../../shared/fields.ts'
import type { Kinds } from '../../shared/metadata.ts'
import type { Mutation, Withdrawal } from '../../shared/protocol.ts'
import type { Fields } from '../../shared/record.ts'

/** The record that people work on, and the one that it may refer to. */
export type Name = 'r' | 'd'
export const names: readonly Name[] = ['r', 'd']
export const addresses: Record<Name, Address> = {
  r: { kind: 'record', uid: 'r' },
  d: { kind: 'device', uid: 'd' },
}
/** The server's ids. */
export const idOf: Record<Name, string> = { r: '1', d: '7' }
export const refused = 'x'

export const kinds = [
  { name: 'device', fields: [{ name: 'n' }] },
  {
    name: 'record',
    fields: [{ name: 'a' }, { name: 'b' }, { name: 'device', reference: { kind: 'device' } }],
  },
] as unknown as Kinds

/** Which values of a field its person has made or was shown: what they may replace. */
export type Allowed = Readonly<Record<string, readonly Value[]>>

export interface Sent {
  mutation: Mutation
  allowed: Allowed
}

/** `isBeyond`: it names a history that the backup does not know. */
export interface Request {
  sent: readonly Sent[]
  isBeyond: boolean
}

/** `fresh`: fields shown as the server has them, of which their person has made nothing since. */
export interface Form {
  since: number
  shown: Fields
  fresh: readonly string[]
  /** Its person has deleted the record, or let something go, since. */
  isAfterGone: boolean
}

export interface Toast extends Undoable {
  isAfterGone: boolean
  /** What its person wanted before the act. */
  earlier: Pick<Person, 'wants'>
}

export interface Flying extends Flight {
  allowed?: Allowed
}

export interface Device {
  works: Readonly<Record<Name, Work>>
  pages: Readonly<Record<Name, Known>>
  isWhole: boolean
  /** The last sync run whose answers stand in the pages. */
  run: number
  seq: number
  flown: number
  air: Request | null
  /** Ids of flights that got no answer. */
  lost: readonly string[]
  isBeyond: boolean
  form: Form | null
  toast: Toast | null
}

/** Who wrote a field last: a device's number, or `others`. */
export const others = 9

export interface Stored {
  version: number
  fields: Fields
}

export interface Server {
  clock: number
  records: Readonly<Record<Name, Stored | null>>
  ledger: Readonly<Record<string, { mutation: Mutation | null; answer: Withdrawal }>>
  /** Of each field of the record, and of its being there. */
  writers: Readonly<Record<string, number>>
}

/** One field, or `there`. */
export interface Want {
  value: Value
  /** The server has held it since. */
  wasThere: boolean
  wasInBackup: boolean
  /** They wanted what others had made, and nothing of their own: in a restore it is lost with those. */
  isOthers: boolean
}
export type Wants = Readonly<Record<string, Want | undefined>>
export const there = 'there'

export interface Person {
  wants: Wants
  /** Every value they ever made. */
  own: Allowed
  /** The values of somebody else that they were shown when they acted, since the field was last as they wanted it. */
  bases: Allowed
}

export interface Left {
  acts: number
  others: number
  losses: number
  forms: number
  restores: number
}

export interface State {
  devices: readonly Device[]
  people: readonly Person[]
  server: Server
  backup: Server | null
  isRestored: boolean
  late: readonly Request[]
  left: Left
  /** Somebody else, or a restore, had a part in it. */
  isCompany: boolean
  /** A form was saved that is older than its person's delete or letting go. */
  isStale: boolean
  isMade: boolean
  fault: string | null
}

export type { Act }
