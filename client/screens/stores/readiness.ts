/**
 * Whether the app opens without a network: its own files lie on this device, or why not. [UI18]
 *
 *   storing ──a service worker is active──► ready
 *     │  ▲
 *     ▼  │ the next start, online, after a sync, by hand
 *   unreachable, full, forbidden
 */
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import { useDesk } from './desk.ts'
import { useSync } from './sync.ts'

type Failure = 'unreachable' | 'full' | 'forbidden'
export type Readiness = 'ready' | 'storing' | Failure

/** The browser's means of keeping files. */
export interface Keeper {
  /** Some browsers have none in private windows, or where a setting forbids it. */
  serviceWorker: Pick<ServiceWorkerContainer, 'controller' | 'register'> | undefined
  /** Safari measures from 17 on. */
  storage: Partial<Pick<StorageManager, 'estimate'>> | undefined
}

/** The app's files take less than one MB, and browsers need some room to write them. */
const roomBytes = 5_000_000
const failures: ReadonlySet<unknown> = new Set<Failure>(['unreachable', 'full', 'forbidden'])

export const useReadiness = defineStore('readiness', () => {
  const desk = useDesk()
  const sync = useSync()
  /** null: nobody keeps the files, and nobody expects it, as on the development server. */
  const state = shallowRef<Readiness | null>(null)
  const keeper = shallowRef<Keeper | null>(null)
  const mayTryAgain = computed(() => !!keeper.value?.serviceWorker && failures.has(state.value))
  let registration: ServiceWorkerRegistration | null = null

  /** The state before anything was asked: a page that a worker controls came out of its files. */
  function begin(given: Keeper | null): void {
    keeper.value = given
    if (!given) return
    if (!given.serviceWorker) state.value = 'forbidden'
    else state.value = given.serviceWorker.controller ? 'ready' : 'storing'
  }

  /** Has the files stored, or renewed, and goes on trying for as long as the page lives. */
  function keep(): void {
    void register()
    window.addEventListener('online', tryAgain)
    watch(() => sync.status?.lastSyncedAt, tryAgain)
  }

  function tryAgain(): void {
    if (!mayTryAgain.value) return
    state.value = 'storing'
    void register()
  }

  async function register(): Promise<void> {
    const container = keeper.value?.serviceWorker
    if (!container) return
    try {
      registration = await container.register('/sw.js')
      registration.addEventListener('updatefound', look)
      look()
    } catch (error) {
      if (state.value !== 'ready') await fail(failureOf(error))
    }
  }

  /** A worker is active only when all files have been stored; one that fails leaves nothing behind. */
  function look(): void {
    // One that failed may still stand there while it says so.
    const [installing, waiting, active] = (['installing', 'waiting', 'active'] as const).map(place => {
      const worker = registration?.[place]
      return worker?.state === 'redundant' ? null : (worker ?? null)
    })
    for (const worker of [installing, waiting, active]) worker?.addEventListener('statechange', look)
    desk.applyUpdate = active && waiting ? () => waiting.postMessage({ type: 'SKIP_WAITING' }) : null
    if (active) state.value = 'ready'
    else if (installing || waiting) state.value = 'storing'
    else void fail('unreachable')
  }

  /** No browser says why a worker could not store its files. */
  async function fail(why: Failure): Promise<void> {
    state.value = why
    const room = why === 'unreachable' && (await keeper.value?.storage?.estimate?.().catch(() => null))
    if (!room) return
    const { quota = Infinity, usage = 0 } = room
    if (quota - usage < roomBytes && state.value === why) state.value = 'full'
  }

  return { state, mayTryAgain, begin, keep, tryAgain }
})

function failureOf(error: unknown): Failure {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'QuotaExceededError') return 'full'
  return ['SecurityError', 'NotAllowedError', 'NotSupportedError'].includes(name)
    ? 'forbidden'
    : 'unreachable'
}
