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

/** For how long data stays open, and opens, as the server said last. */
export interface Terms {
  /** Without a touch in any tab. */
  lockAfterMinutes: number
  /** [LK6] Without the server. */
  offlineDays: number
  /** When the server was heard last, in ms since 1970; absent: not since it says so. */
  askedAt?: number
}

/** Asked when a database is opened. */
export interface LockOptions {
  /** The server's policy, as last known; absent: data without a lock is opened as it is. */
  policy?: DeviceLock
  /** Tries before the data is destroyed. */
  triesAtMost?: number
  terms?: Terms
  key?: Key
  /** [LK9] The server has let its person in a moment ago, by more than a session that was there. */
  isLetIn?: boolean
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

/**
 * `unprotected`: there is no lock yet, and the policy asks for one, or for a choice. `wiped`: one try too many. `overdue`: too
 * long without the server. `must sign in`: the lock that it has to have was taken off.
 */
export type NotOpen =
  | { outcome: 'locked'; lock: LockView }
  | { outcome: 'unprotected' }
  | { outcome: 'wiped' }
  | { outcome: 'overdue' }
  | { outcome: 'must sign in' }

/** How the data that is open is protected. */
export type Protection = { isLocked: false } | { isLocked: true; isPassword: boolean; passkeys: number }

/** Each takes the passphrase of now. */
export type LockChange =
  | { change: 'passphrase'; from: string; to: NewPassphrase }
  | { change: 'add passkey'; passphrase: string; passkey: Passkey; secret: Uint8Array<ArrayBuffer> }
  | { change: 'drop passkeys' | 'take off'; passphrase: string }

/** `refused`: the policy wants that it stays. `wiped`: one try too many. */
export type LockChanged = { outcome: 'changed' | 'refused' | 'wiped' } | { outcome: 'wrong'; lock: LockView }

/** How the reader's language writes values; search looks in these words. */
export interface Language {
  locale: string
  yes: string
  no: string
}

export interface OpenOptions extends LockOptions {
  /** The account whose data this is: each has a database of its own. */
  userId: string
  language: Language
  /** [AC20] Of the session that was just made: sealed with the data. */
  sessionKey?: string
  /** Unsettled edits of theirs last known to be here, from another storage; absent when nothing is known. */
  lastUnsettled?: number
}
