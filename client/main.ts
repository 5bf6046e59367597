/**
 * Composition root of the screens: the real worker, server, clock and service worker. The first script of the page,
 * and small: what takes others a while (the worker, the disk) has begun when the screens have been loaded.
 */
import { registerSW } from 'virtual:pwa-register'
import { kinds } from '../shared/kinds.ts'
import { connect } from './connect.ts'
import type { SignedIn } from './context.ts'
import { durableValue, readAhead } from './db/durable-value.ts'
import { laterAccounts } from './later-accounts.ts'

const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
const signedIn = durableValue<SignedIn>({
  name: 'records',
  indexedDB,
  channel: new BroadcastChannel('records'),
  pause: milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds)),
})
const context = {
  engine: connect(worker),
  accounts: laterAccounts(async () => {
    const { createTransport } = await import('./transport.ts')
    return createTransport((input, init) => fetch(input, init))
  }),
  signedIn: readAhead(signedIn),
  kinds,
  now: () => Date.now(),
}
const onBug = (error: unknown) => console.error(error)

const { createWebHistory, startApp, useDesk } = await import('./start.ts')
await startApp({ ...context, history: createWebHistory(), onBug })

const update = registerSW({
  onNeedRefresh() {
    useDesk().applyUpdate = () => update(true)
  },
  onRegisterError: onBug,
})
