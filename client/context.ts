/** What the composition root gives every component: the engine, the accounts, the kinds and the clock. */
import { inject, type InjectionKey } from 'vue'
import type { Kinds } from '../shared/metadata.ts'
import type { Engine } from './engine.ts'
import type { Accounts } from './transport.ts'

export type { Account, AccountRow, Role } from './transport.ts'

export interface Context {
  engine: Engine
  accounts: Accounts
  kinds: Kinds
  /** ms since 1970. */
  now(): number
}

export const contextKey: InjectionKey<Context> = Symbol('context')

export function useContext(): Context {
  const context = inject(contextKey)
  if (!context) throw new Error('the composition root provides no context')
  return context
}
