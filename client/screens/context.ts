/** The context that the composition root gives every component: the engine, the accounts, the ledger, who is signed in, the kinds, the clock, the browser. */
import { inject, type InjectionKey } from 'vue'
import type { Kinds } from '../../shared/metadata.ts'
import type { Engine, StorageFault } from '../contract.ts'
import type { Account, Accounts, SecondFactor } from './accounts.ts'
import type { AuditReader } from './audit.ts'
import type { Browsers } from './browsers.ts'
import type { HandedOver } from './handed.ts'
import type { Grants } from './grants.ts'
import type { Authenticator } from './passkey.ts'
import type { Install } from './install.ts'
import type { Ledger } from './ledger.ts'
import type { Programs } from './programs.ts'
import type { SafePlace } from './safe-place.ts'
import type { SessionKey } from './session-key.ts'

export type { Account, AccountRow, Role } from './accounts.ts'

/** The account of this browser. */
export interface SignedIn {
  account: Account | null
  /** Signed out without a connection: the server has yet to hear of it. */
  owesFarewell: boolean
}

type Stored<T> = { outcome: 'stored'; value: T } | { outcome: 'failed'; fault: StorageFault }

/** [AC5] `SignedIn` on this device's disk; null: nobody ever signed in, or the browser removed it. */
export interface SignedInStore {
  read(): Promise<Stored<SignedIn | null>>
  change(edit: (now: SignedIn | null) => SignedIn): Promise<Stored<SignedIn>>
  /** Another tab changed it. */
  onChange(listen: () => void): void
}

/** To the pages of the other tabs. */
export interface Tabs {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listen: (event: { data: unknown }) => void): void
}

export interface Context {
  engine: Engine
  /** [LK3] Ends the engine, and with it all that it holds in memory; another takes its place, which knows nobody. */
  renewEngine(): void
  sessionKey: SessionKey
  /** [LK11] Loads the page anew, so that nothing of this one lives on. false: it could not be had now, and this one stays. */
  startAnew(): Promise<boolean>
  tabs: Tabs
  /** Calls back after so many milliseconds, unless it is called off. */
  after(milliseconds: number, call: () => void): () => void
  /** For passkeys; null: this browser, or this address, has none. */
  authenticator: Authenticator | null
  accounts: Accounts
  secondFactor: SecondFactor
  browsers: Browsers
  handed: HandedOver
  grants: Grants
  audit: AuditReader
  ledger: Ledger
  programs: Programs
  signedIn: SignedInStore
  kinds: Kinds
  /** ms since 1970. */
  now(): number
  safePlace: SafePlace
  install: Install
}

export const contextKey: InjectionKey<Context> = Symbol('context')

export function useContext(): Context {
  const context = inject(contextKey)
  if (!context) throw new Error('the composition root provides no context')
  return context
}
