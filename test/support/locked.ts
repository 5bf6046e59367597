/** A tab of a browser that has just been started, and somebody's data in it that has a lock. */
import { expect } from 'vitest'
import type { OpenOptions } from '../../client/contract.ts'
import { createEngine } from '../../client/engine/engine.ts'
import type { Profile } from './profile.ts'

export const language = { locale: 'en', yes: 'Yes', no: 'No' }
export const passphrase = 'kuda baterai Añi'
export const policy = 'required' as const

export function start(profile: Profile) {
  const bugs: unknown[] = []
  const engine = createEngine(profile.world(bugs))
  const open = (given: Partial<OpenOptions> = {}) =>
    engine.open({ userId: 'ani', language, policy, ...given })
  return { engine, open, bugs }
}

export async function protectedBy(profile: Profile, isPassword = false) {
  const tab = start(profile)
  expect(await tab.open({ protect: { passphrase, isPassword } })).toMatchObject({ outcome: 'open' })
  return tab
}

/** Lets everything that is under way come to rest. */
export async function machineTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise(resolve => setImmediate(resolve))
}
