/** What can be known here of this browser's readiness, as it is now. */
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import { AppError } from '../../../../shared/errors.ts'
import { changedAt } from '../../../../shared/provenance.ts'
import { useContext } from '../../context.ts'
import { useKinds } from '../../record/useKinds.ts'
import { useReadiness } from '../../stores/readiness.ts'
import { useSession } from '../../stores/session.ts'
import { useSync } from '../../stores/sync.ts'
import { useNow } from '../../ui/useNow.ts'
import type { Facts } from './checks.ts'
import { useStorage } from './useStorage.ts'

export function useFacts() {
  const { engine, accounts, install, safePlace, now } = useContext()
  const kinds = useKinds()
  const sync = useSync()
  const session = useSession()
  const readiness = useReadiness()
  const storage = useStorage()
  const time = useNow(now)

  const server = shallowRef<Facts['server']>(null)
  async function askServer(): Promise<void> {
    const askedAt = now()
    try {
      const { serverAt, ...seen } = await accounts.standing()
      // The server looked at its clock about half-way.
      const aheadMs = serverAt === null ? null : (askedAt + now()) / 2 - serverAt
      server.value = { ...seen, aheadMs }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
  const isAnswering = () => (sync.status?.connectedAt ?? null) !== null
  watch([() => session.isExpired, isAnswering], askServer, { immediate: true })

  /** When the newest change that is here was made, by the server's clock; ms since 1970. */
  const newestAt = shallowRef<number | null>(null)
  async function findNewest(): Promise<void> {
    const newestFirst = { field: changedAt.name, descending: true }
    const query = { search: '', filters: [], sort: [newestFirst], states: [] }
    const windows = await Promise.all(kinds.map(kind => engine.query(kind.name, query, 0, 1)))
    const times = windows.flatMap(({ rows }) => rows.map(({ at }) => Date.parse(at)))
    const known = times.filter(at => !Number.isNaN(at))
    newestAt.value = known.length > 0 ? Math.max(...known) : null
  }
  watch(() => sync.status?.lastSyncedAt, findNewest, { immediate: true })

  const offer = shallowRef(install.offer())
  const isInstalled = shallowRef(install.isInstalled())
  onScopeDispose(
    install.onChange(() => {
      offer.value = install.offer()
      isInstalled.value = install.isInstalled()
    }),
  )

  const facts = computed<Facts>(() => {
    const { usage, quota } = storage
    return {
      now: time.value,
      status: sync.status,
      isExpired: session.isExpired,
      app: readiness.state,
      server: server.value,
      safePlace,
      isPersisted: storage.isPersisted.value,
      wasRefused: storage.wasRefused.value,
      freeBytes: quota.value === null ? null : Math.max(0, quota.value - (usage.value ?? 0)),
      install: { isInstalled: isInstalled.value, hasOffer: offer.value !== null, way: install.way },
    }
  })
  return { facts, newestAt, usage: storage.usage, persist: storage.persist, offer }
}
