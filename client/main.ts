/** Composition root of the screens: the real worker, server, clock and service worker. */
import { registerSW } from 'virtual:pwa-register'
import { createWebHistory } from 'vue-router'
import { kinds } from '../shared/kinds.ts'
import { connect } from './connect.ts'
import { durableValue } from './db/durable-value.ts'
import { laterAccounts } from './later-accounts.ts'
import { startApp } from './start.ts'
import { useDesk } from './stores/desk.ts'

const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
const onBug = (error: unknown) => console.error(error)

await startApp({
  engine: connect(worker),
  accounts: laterAccounts(async () => {
    const { createTransport } = await import('./transport.ts')
    return createTransport((input, init) => fetch(input, init))
  }),
  signedIn: durableValue({
    name: 'records',
    indexedDB,
    channel: new BroadcastChannel('records'),
    pause: milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds)),
  }),
  kinds,
  now: () => Date.now(),
  history: createWebHistory(),
  onBug,
})

const update = registerSW({
  onNeedRefresh() {
    useDesk().applyUpdate = () => update(true)
  },
  onRegisterError: onBug,
})
