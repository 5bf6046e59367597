/** The lock of a person's data on this device, as a screen may ask about it. */
import type { DeviceLock } from '../shared/policy.ts'

/** A passkey of this device: which one, and what it is asked. */
export interface Passkey {
  credentialId: string
  /** Given to the authenticator, which answers it with the same secret every time. */
  input: Uint8Array<ArrayBuffer>
}

/** What somebody opens the lock with. `secret`: the authenticator's answer, 32 bytes. */
export type Key = { passphrase: string } | { credentialId: string; secret: Uint8Array<ArrayBuffer> }

export interface NewPassphrase {
  passphrase: string
  /** It is their account's password, and follows when that changes. */
  isPassword: boolean
}

/** A lock that nobody has opened since the app was started. */
export interface LockView {
  isPassword: boolean
  passkeys: Passkey[]
  /** Wrong tries since the last right one, and how many there may be. */
  tries: number
  triesAtMost: number
  /** ms since 1970: no try before that. */
  nextTryAt: number
  /** What was just given is not its passphrase. */
  isWrong: boolean
}

/** Asked when a database is opened. */
export interface LockOptions {
  /** The server's policy, as last known; absent: data without a lock is opened as it is. */
  policy?: DeviceLock
  /** Tries before the data is destroyed. */
  triesAtMost?: number
  key?: Key
  /** [LK2] Locked on purpose: no other tab is asked for the key. */
  isAlone?: boolean
  /** The lock that the data is to have from now on; null: none, by its person's choice. */
  protect?: NewPassphrase | null
}

/** What a person keeps beside records, by name. */
export type Notes = Record<string, unknown>

export interface Opened {
  outcome: 'open'
  isLocked: boolean
  notes: Notes
}

/** `unprotected`: there is no lock yet, and the policy asks for one, or for a choice. `wiped`: one try too many. */
export type NotOpen =
  { outcome: 'locked'; lock: LockView } | { outcome: 'unprotected' } | { outcome: 'wiped' }

/** How the data that is open is protected. */
export type Protection = { isLocked: false } | { isLocked: true; isPassword: boolean; passkeys: number }

export type LockChange =
  | { change: 'passphrase'; from: string; to: NewPassphrase }
  | { change: 'add passkey'; passphrase: string; passkey: Passkey; secret: Uint8Array<ArrayBuffer> }
  | { change: 'drop passkeys' }
  | { change: 'take off' }

/** `wrong`: that is not its passphrase. */
export type LockChanged = { outcome: 'changed' } | { outcome: 'wrong' }
