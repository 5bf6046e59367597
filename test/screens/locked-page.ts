/** The app of somebody whose data has a lock, and the time and the other tabs around it. */
import { vi } from 'vitest'
import App from '../../client/screens/App.vue'
import type { LockView, Opened } from '../../client/contract.ts'
import type { Account } from '../../client/screens/accounts.ts'
import { useLock } from '../../client/screens/stores/lock.ts'
import { useSession } from '../../client/screens/stores/session.ts'
import { defaultPolicy } from '../../shared/policy.ts'
import { settle, stage, type StageOptions } from './stage.ts'

export const hourMs = 60 * 60 * 1000
export const sri: Account = {
  id: 'user-1',
  username: 'sri',
  name: 'Sri',
  role: 'editor',
  policy: defaultPolicy,
}
export const lock: LockView = {
  passkeys: [],
  isPassword: true,
  tries: 0,
  triesAtMost: 10,
  nextTryAt: 0,
  isWrong: false,
}
export const opened: Opened = { outcome: 'open', isLocked: true, notes: {} }

/** `say`: what the pages of the other tabs say. */
export async function openPage(options: StageOptions = {}) {
  let time = Date.parse('2026-01-05T08:30:00Z')
  const heard: ((event: { data: unknown }) => void)[] = []
  const tabs = {
    postMessage: () => {},
    addEventListener: (_: 'message', listen: (event: { data: unknown }) => void) => void heard.push(listen),
  }
  const close = vi.fn(async () => {})
  const on = await stage(App, {
    path: '/record_a',
    signedIn: { read: async () => ({ outcome: 'stored', value: { account: sri, owesFarewell: false } }) },
    now: () => time,
    tabs,
    ...options,
    engine: { open: async () => opened, close, lock: close, ...options.engine },
  })
  const session = useSession()
  useLock().start(document, window)
  await session.open()
  await settle()
  return {
    ...on,
    close,
    session,
    say: (data: unknown) => heard.forEach(listen => listen({ data })),
    pass: (milliseconds: number) => (time += milliseconds),
  }
}
