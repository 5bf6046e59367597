/** Puts the app together from the parts it is given, and ties the browser's events to them. */
import { createPinia } from 'pinia'
import { type App as VueApp, createApp, watch } from 'vue'
import type { LocationQueryRaw, Router, RouterHistory } from 'vue-router'
import { withHelp } from '../../shared/help.ts'
import type { Fields } from '../../shared/record.ts'
import App from './App.vue'
import { type Context, contextKey } from './context.ts'
import { createAppRouter } from './router.ts'
import { makeRoomForKeyboard } from './shell/keyboard.ts'
import { useDesk } from './stores/desk.ts'
import { useLastAsked } from './stores/last-asked.ts'
import { type Place, useLeft } from './stores/left.ts'
import { useLock } from './stores/lock.ts'
import { usePins } from './stores/pins.ts'
import { usePreferences } from './stores/preferences.ts'
import { protectWhenSaved } from './stores/protection.ts'
import { type Keeper, useReadiness } from './stores/readiness.ts'
import { rememberUnsettled } from './stores/traces.ts'
import type { SyncStatus } from '../contract.ts'
import type { Opening } from './stores/opening.ts'
import { useSession } from './stores/session.ts'
import { useSync } from './stores/sync.ts'
import { veiled, type VeiledHistory } from './veiled-history.ts'
import { createCatalogue, localeOf, speak } from './words/catalogue.ts'
import './style/tokens.css'
import './style/base.css'
import './style/print.css'

/** For whoever starts the app: what its parts are made with. */
export { createWebHistory } from 'vue-router'
export { useReadiness } from './stores/readiness.ts'
export { followUpdates } from './stores/updates.ts'

/** [UI3] By a worker that knows nobody yet. */
export async function keepForms(): Promise<boolean> {
  const desk = useDesk()
  return !desk.hasDirtyForm || ((await useSession().openAgain()) && desk.keepForms())
}

export function askToCopy(): void {
  useDesk().mustCopy = true
}

const minuteMs = 60_000
const version = import.meta.env['VITE_VERSION'] ?? ''

interface Parts extends Context {
  history: RouterHistory
  /** null: the app's files are not kept here. */
  keeper: Keeper | null
  onBug(error: unknown): void
}

export async function startApp({ history, keeper, onBug, ...parts }: Parts): Promise<VueApp> {
  const context = { ...parts, kinds: withHelp(parts.kinds) }
  const app = createApp(App)
  const i18n = createCatalogue()
  app.config.errorHandler = onBug
  app.provide(contextKey, context)
  app.use(createPinia()).use(i18n)

  const session = useSession()
  const sync = useSync()
  useReadiness().begin(keeper)
  const preferences = usePreferences()
  async function speakPreferred(): Promise<void> {
    const { language } = preferences
    await speak(i18n, language)
    const { t } = i18n.global
    document.title = t('app')
    await session.setLanguage({ locale: localeOf(language, navigator.languages), yes: t('yes'), no: t('no') })
  }
  const begun = sync.start()
  const lock = useLock()
  const address = veiled(history, () => session.hasLock !== false)
  const router = createAppRouter(address, context.kinds, () => session)
  // Where the address leads is loaded beside the words and the records, and none waits for another.
  app.use(router)
  useLeft().begin(placeOf(router, address.asked))
  followAddress(address)
  const opened = session.open()
  // A screen that is loaded late may not be there: without a network, or with another version on the server.
  router.onError(error => {
    onBug(error)
    const { t } = i18n.global
    useDesk().warn(t('error.screen'), { label: t('error.reload'), run: () => location.reload() })
  })
  await Promise.all([speakPreferred(), session.recall(), whole(document)])
  watch(() => preferences.language, speakPreferred)
  watch(() => [session.account?.id, session.opening.state, sync.status] as const, keepTrace)
  protectWhenSaved(navigator.storage, () => (sync.status?.unsent ?? 0) > 0)

  lock.start(document, window)
  makeRoomForKeyboard(window.visualViewport, document.documentElement)
  app.mount('#app')
  const { engine } = context
  if (!navigator.onLine) void engine.hint('offline')
  window.addEventListener('online', () => {
    void engine.hint('online')
    void session.check()
  })
  window.addEventListener('offline', () => void engine.hint('offline'))
  context.signedIn.onChange(() => void session.follow())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return
    void engine.hint('visible')
    void session.check()
  })
  await Promise.all([begun, opened])
  await session.check()
  goOnInStep(context, onBug)
  return app
}

/** Nothing says that the page's own lines have come before its scripts. */
async function whole(page: Document): Promise<void> {
  if (page.readyState !== 'loading') return
  await new Promise<void>(resolve =>
    page.addEventListener('DOMContentLoaded', () => resolve(), { once: true }),
  )
}

function followAddress(address: VeiledHistory): void {
  const session = useSession()
  // [LK8] What one person asked is nothing to the next.
  watch(
    () => session.account?.id,
    () => address.asked.splice(0),
  )
  // [LK12] Where there is no lock, an address says what it asks.
  watch(
    () => session.hasLock,
    hasLock => hasLock === false && address.replace(address.location),
  )
}

/** [LK3] For the page that comes after this one, once that is unlocked. */
function placeOf(router: Router, asked: string[]): Place {
  const pins = usePins()
  const lastAsked = useLastAsked()
  return {
    now: () => ({
      path: router.currentRoute.value.fullPath,
      asked,
      pinned: pins.all(),
      queries: lastAsked.all(),
    }),
    async takeUp(left) {
      const page = left as LeftPage
      asked.splice(0, asked.length, ...page.asked)
      pins.takeUp(page.pinned)
      lastAsked.takeUp(page.queries)
      // One that cannot be loaded says so by itself.
      await router.replace(page.path).catch(() => {})
    },
  }
}

interface LeftPage {
  path: string
  asked: string[]
  pinned: Record<string, Fields>
  queries: Record<string, LocationQueryRaw>
}

/** Behind the first screen: nothing waits for it. */
function goOnInStep(context: Context, onBug: (error: unknown) => void): void {
  const sync = useSync()
  // The session is over: perhaps because the server wants the data here gone.
  watch(
    () => sync.status?.blockedOn === 'sign-in',
    isOut => isOut && void useSession().check(),
  )
  const { accounts, after } = context
  const askNowAndThen = (): void => {
    after(minuteMs, askNowAndThen)
    void useSession().checkWhileClosed()
  }
  after(minuteMs, askNowAndThen)
  const told = { ...context, app: version, touchPoints: navigator.maxTouchPoints }
  const later = { after, onBug }
  eventually(async () => (await import('./account-lists.ts')).keepListsInStep(accounts), later)
  eventually(async () => (await import('./tell-browser.ts')).keepTelling(told), later)
}

/** What cannot be had now, as there is no network or its page goes, is asked for again; what never comes is a bug. */
function eventually(
  begin: () => Promise<unknown>,
  { after, onBug }: { after: Context['after']; onBug: (error: unknown) => void },
  tries = 3,
): void {
  begin().catch((error: unknown) => {
    if (tries === 1) onBug(error)
    else after(minuteMs, () => eventually(begin, { after, onBug }, tries - 1))
  })
}

/** [RM2] Only what was said of the data that is open now. */
function keepTrace([userId, state, status]: readonly [
  string | undefined,
  Opening['state'],
  SyncStatus | null,
]): void {
  if (userId === undefined || state !== 'open' || !status) return
  rememberUnsettled(userId, status)
}
