/**
 * Composition root of the screens: the real worker, server, clock and service worker. The first script of the page,
 * and small: what takes others a while (the worker, the disk) has begun when the screens have been loaded.
 */
import { kinds } from '../shared/kinds.ts'
import { connect } from './connect.ts'
import { showing } from './net/session-key.ts'
import type { SignedIn } from './screens/context.ts'
import { durableValue, readAhead } from './storage/durable-value.ts'
import { inTime } from './storage/in-time.ts'
import { installOf } from './screens/install.ts'
import { createLedger } from './screens/ledger.ts'
import { later } from './screens/later.ts'
import { authenticatorOf } from './screens/passkey.ts'
import { leaveWhole } from './screens/page-cache.ts'
import { createSessionKey } from './screens/session-key.ts'
import { safePlaceOf } from './screens/safe-place.ts'
import { preferred, showTheme } from './screens/stores/preferred.ts'

const onBug = (error: unknown) => console.error(error)

let hasAnswered = false

function after(milliseconds: number, call: () => void): () => void {
  const timer = setTimeout(call, milliseconds)
  return () => clearTimeout(timer)
}

function startWorker(): Worker {
  const worker = new Worker(new URL('./engine/worker.ts', import.meta.url), { type: 'module' })
  // Without its worker nothing goes on: public/browser-check.js says so, as the words may not be here yet. Once the
  // worker has answered, what it throws is a bug like any other.
  worker.addEventListener('message', () => (hasAnswered = true), { once: true })
  worker.addEventListener('error', ({ error, message }) => {
    onBug(error ?? message)
    if (!hasAnswered) dispatchEvent(new Event('records:not-started'))
  })
  return worker
}

async function isServed(): Promise<boolean> {
  try {
    return (await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' })).ok
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

const connection = connect(startWorker)
// Before the first paint: a light frame dazzles whoever chose the dark.
showTheme(preferred().theme)
const signedIn = durableValue<SignedIn>({
  name: 'records',
  indexedDB,
  channel: new BroadcastChannel('records'),
  after,
})
const browser = {
  userAgent: navigator.userAgent,
  platform: navigator.platform,
  maxTouchPoints: navigator.maxTouchPoints,
  isInstalled: matchMedia('(display-mode: standalone)').matches,
}
const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count))
const sessionKey = createSessionKey(connection.engine, randomBytes)
const send = showing((input, init) => fetch(input, init), sessionKey.shown)
const context = {
  engine: connection.engine,
  sessionKey,
  renewEngine() {
    connection.end()
    connection.renew()
  },
  async startAnew() {
    const isKept = !!(navigator as Partial<Navigator>).serviceWorker?.controller
    // Without its files here, a page that goes would be gone while there is no network.
    if (!isKept && !(await isServed())) return false
    location.reload()
    return true
  },
  tabs: new BroadcastChannel('records:tabs'),
  after,
  authenticator: authenticatorOf(navigator, location, randomBytes),
  accounts: later(async () => {
    const { createAccounts } = await import('./screens/accounts.ts')
    return createAccounts(send)
  }),
  secondFactor: later(async () => {
    const { createSecondFactor } = await import('./screens/accounts.ts')
    return createSecondFactor(send)
  }),
  browsers: later(async () => {
    const { createBrowsers } = await import('./screens/browsers.ts')
    return createBrowsers(send)
  }),
  handed: later(async () => {
    const { createHandedOver } = await import('./screens/handed.ts')
    return createHandedOver(send)
  }),
  grants: later(async () => {
    const { createGrants } = await import('./screens/grants.ts')
    return createGrants(send)
  }),
  audit: later(async () => {
    const { createAuditReader } = await import('./screens/audit.ts')
    return createAuditReader(send)
  }),
  programs: later(async () => {
    const { createPrograms } = await import('./screens/programs.ts')
    return createPrograms(send)
  }),
  ledger: createLedger(send),
  signedIn: readAhead(signedIn),
  kinds,
  now: () => Date.now(),
  safePlace: safePlaceOf(browser),
  install: installOf(window, browser),
}

/** For a new worker to open the database and keep what was typed last. */
const returnTimeoutMs = 20_000
const start = import('./screens/start.ts')
leaveWhole({
  page: window,
  connection,
  signedIn,
  keepForms: async () => inTime((await start).keepForms(), returnTimeoutMs, after),
  reload: () => location.reload(),
  stay: () => void start.then(({ askToCopy }) => askToCopy()),
})

async function run(): Promise<void> {
  const { createWebHistory, followUpdates, startApp, useReadiness } = await start
  const { serviceWorker, storage }: Partial<Navigator> = navigator
  // Files of the development server are not for keeping.
  const keeper = import.meta.env.DEV ? null : { serviceWorker, storage }
  function keepForNextTime(): void {
    useReadiness().keep()
    if (keeper?.serviceWorker) followUpdates(keeper.serviceWorker, () => location.reload())
  }
  await startApp({ ...context, history: createWebHistory(), onBug, keeper }).finally(keepForNextTime)
}

// [WK4] The module itself waits for nothing. Where this fails, public/browser-check.js says so.
void run()
