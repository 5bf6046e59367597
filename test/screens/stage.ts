/** Puts a screen on stage: real components, stores and engine; the account and the browser's address are given. */
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { IDBFactory } from 'fake-indexeddb'
import { createPinia, setActivePinia } from 'pinia'
import { onTestFinished, vi } from 'vitest'
import { type Component, createApp } from 'vue'
import { createMemoryHistory, type Router } from 'vue-router'
import { type Context, contextKey, type SignedInStore } from '../../client/screens/context.ts'
import { durableValue } from '../../client/storage/durable-value.ts'
import type { Engine } from '../../client/contract.ts'
import { createSessionKey } from '../../client/screens/session-key.ts'
import { createAppRouter } from '../../client/screens/router.ts'
import { useSession } from '../../client/screens/stores/session.ts'
import { useSync } from '../../client/screens/stores/sync.ts'
import type { Account, Accounts, Role, SecondFactor } from '../../client/screens/accounts.ts'
import type { HandedOver } from '../../client/screens/handed.ts'
import type { AuditReader } from '../../client/screens/audit.ts'
import type { Browsers } from '../../client/screens/browsers.ts'
import type { Grants } from '../../client/screens/grants.ts'
import type { Ledger } from '../../client/screens/ledger.ts'
import type { Programs } from '../../client/screens/programs.ts'
import { createCatalogue, type LanguageCode, speak } from '../../client/screens/words/catalogue.ts'
import { AppError } from '../../shared/errors.ts'
import { kinds } from '../../shared/kinds.ts'
import type { Kinds } from '../../shared/metadata.ts'
import type { ChangesLine } from '../../shared/protocol.ts'
import { offline, Profile } from '../support/profile.ts'

export interface Stage {
  screen: VueWrapper
  engine: Engine
  router: Router
  /** Lets everything that is under way come to rest. */
  settle(): Promise<void>
}

export interface StageOptions {
  /** A first sync has come to its end: the server has nothing. */
  isComplete?: boolean
  kinds?: Kinds
  role?: Role
  /** [SC2] */
  isLimited?: boolean
  path?: string
  language?: LanguageCode
  props?: Record<string, unknown>
  /** As this browser has kept them. */
  preferences?: string
  /** What it has kept of this person's lists. */
  lists?: string | null
  /** What the outside world does differently. */
  engine?: Partial<Engine>
  accounts?: Partial<Accounts>
  handed?: Partial<HandedOver>
  secondFactor?: Partial<SecondFactor>
  browsers?: Partial<Browsers>
  grants?: Partial<Grants>
  audit?: Partial<AuditReader>
  ledger?: Partial<Ledger>
  programs?: Partial<Programs>
  signedIn?: Partial<SignedInStore>
  safePlace?: Context['safePlace']
  install?: Partial<Context['install']>
  /** The screen stands where this person's data is open. */
  isOpen?: boolean
  startAnew?: Context['startAnew']
  now?: Context['now']
  tabs?: Context['tabs']
  /** Hears of what a component threw. */
  onBug?: (error: unknown) => void
  /** Before the screen is mounted. */
  prepare?: (engine: Engine) => Promise<void>
}

const unreachable = () => Promise.reject(new AppError('unreachable'))
const offlineAccounts: Accounts = {
  health: unreachable,
  setup: unreachable,
  signIn: unreachable,
  setUpBrowser: unreachable,
  signOut: unreachable,
  session: unreachable,
  standing: unreachable,
  preferences: unreachable,
  listUsers: unreachable,
  createUser: unreachable,
  setRole: unreachable,
  setDisabled: unreachable,
  resetPassword: unreachable,
  changePassword: unreachable,
  setPolicy: unreachable,
  resetSecondFactor: unreachable,
}

const offlineFactor: SecondFactor = {
  turnOn: unreachable,
  confirm: unreachable,
  turnOff: unreachable,
  renew: unreachable,
}

const offlineBrowsers: Browsers = {
  own: unreachable,
  all: unreachable,
  tell: unreachable,
  name: unreachable,
  signOut: unreachable,
  revoke: unreachable,
  removed: unreachable,
  code: unreachable,
}

const offlinePrograms: Programs = {
  tokens: unreachable,
  makeToken: unreachable,
  endToken: unreachable,
  webhooks: unreachable,
  makeWebhook: unreachable,
  endWebhook: unreachable,
  startWebhook: unreachable,
}

const uninstalled: Context['install'] = {
  way: 'menu',
  isInstalled: () => false,
  offer: () => null,
  onChange: () => () => {},
}

function ownStore(): SignedInStore {
  return durableValue({
    name: 'records',
    indexedDB: new IDBFactory(),
    channel: { postMessage: () => {}, addEventListener: () => {} },
    after(milliseconds, call) {
      const timer = setTimeout(call, milliseconds)
      return () => clearTimeout(timer)
    },
  })
}

const sri = { id: 'user-1', username: 'sri', name: 'Sri Wahyuni' }

async function* emptyServer(): AsyncGenerator<ChangesLine> {
  const nothing = { uid: [], id: [], version: [], by: [], at: [], fields: {}, deleted: [] }
  yield { kind: 'record_b', ...nothing, cursor: '0', more: false }
}

/** No server answers, but where a test says so. */
function requestsOf(options: StageOptions) {
  return {
    accounts: { ...offlineAccounts, ...options.accounts },
    secondFactor: { ...offlineFactor, ...options.secondFactor },
    browsers: { ...offlineBrowsers, ...options.browsers },
    handed: { give: unreachable, all: unreachable, end: unreachable, ...options.handed },
    grants: { all: unreachable, change: unreachable, preview: unreachable, ...options.grants },
    audit: { page: unreachable, csv: unreachable, ...options.audit },
    ledger: { history: unreachable, deleted: unreachable, ...options.ledger },
    programs: { ...offlinePrograms, ...options.programs },
  }
}

/** On stage until the test is over. */
export async function stage(component: Component, options: StageOptions = {}): Promise<Stage> {
  const account: Account = { ...sri, role: options.role ?? 'editor', isLimited: options.isLimited ?? false }
  localStorage.clear()
  history.replaceState(null, '')
  if (options.preferences) localStorage.setItem('records.preferences', options.preferences)
  if (options.lists) localStorage.setItem(`records.lists.${account.id}`, options.lists)
  const profile = new Profile(options.kinds ?? kinds)
  if (options.isComplete) profile.transport = { ...offline, changes: emptyServer }
  const { engine: real } = await profile.tab(account.id)
  profile.transport = offline
  const engine = watched({ ...real, ...options.engine })
  await options.prepare?.(real)

  const signedIn = ownStore()
  await signedIn.change(() => ({ account, owesFarewell: false }))
  const context: Context = {
    signedIn: { ...signedIn, ...options.signedIn },
    engine,
    sessionKey: createSessionKey(engine, count => new Uint8Array(count)),
    renewEngine: () => {},
    startAnew: options.startAnew ?? (async () => false),
    after: () => () => {},
    authenticator: null,
    tabs: options.tabs ?? { postMessage: () => {}, addEventListener: () => {} },
    ...requestsOf(options),
    kinds: options.kinds ?? kinds,
    now: options.now ?? (() => Date.parse('2026-01-05T08:30:00Z')),
    safePlace: options.safePlace ?? null,
    install: { ...uninstalled, ...options.install },
  }
  const i18n = createCatalogue()
  await speak(i18n, options.language ?? 'en')
  const pinia = createPinia()
  setActivePinia(pinia)
  // Stores look for the context in the app that their pinia belongs to.
  const app = createApp({})
  app.provide(contextKey, context)
  app.use(pinia)
  void useSync().start()
  const router = createAppRouter(createMemoryHistory(), context.kinds, useSession)
  if (options.isOpen) await useSession().open()
  await router.push(options.path ?? '/settings')
  const screen = mount(component, {
    props: options.props ?? {},
    attachTo: document.body,
    global: {
      plugins: [i18n, router, pinia],
      provide: { [contextKey as symbol]: context },
      config: options.onBug ? { errorHandler: options.onBug } : {},
    },
  })
  onTestFinished(() => screen.unmount())
  await settle()
  return { screen, engine, router, settle }
}

/** Questions to the engine that have no answer yet. */
let outstanding = 0

/** The same engine, and it is known when it still has something to answer. */
function watched(engine: Engine): Engine {
  const wrap = (method: (...given: unknown[]) => Promise<unknown>) => {
    return (...given: unknown[]) => {
      outstanding++
      return method(...given).finally(() => outstanding--)
    }
  }
  const entries = Object.entries(engine).map(([name, method]) => [name, wrap(method as never)])
  return Object.fromEntries(entries) as unknown as Engine
}

const quietRounds = 6
const patienceRounds = 100

/** Until nothing has been outstanding for a few rounds, parts that are loaded late among it; a question held back on purpose ends the patience. */
export async function settle(): Promise<void> {
  for (let round = 0, quiet = 0; quiet < quietRounds && round < patienceRounds; round++) {
    await flushPromises()
    await vi.dynamicImportSettled()
    await new Promise(resolve => setTimeout(resolve, 5))
    quiet = outstanding === 0 ? quiet + 1 : 0
  }
}
