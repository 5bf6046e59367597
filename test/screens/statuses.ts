/** How things stand when all is well, and every other way they can stand. */
import type { SyncStatus } from '../../client/contract.ts'

export const now = Date.parse('2026-01-05T08:30:00Z')
export const calm: SyncStatus = {
  state: 'idle',
  blockedOn: null,
  phase: null,
  received: 0,
  unsent: 0,
  attention: 0,
  unreadable: 0,
  unoffered: 0,
  oldestUnsentAt: null,
  lastSyncedAt: now - 14 * 60_000,
  error: null,
  fault: null,
  isComplete: true,
  counts: {},
  connectedAt: null,
  lost: null,
  isDamaged: false,
}

const blockers = ['sign-in', 'upgrade', 'server-upgrade', 'permission'] as const

export function* everyStatus(): Generator<SyncStatus & { isExpired: boolean }> {
  let all: Partial<SyncStatus & { isExpired: boolean }>[] = [{}]
  const oneOf = (...parts: Partial<SyncStatus & { isExpired: boolean }>[]) => {
    all = all.flatMap(each => parts.map(part => ({ ...each, ...part })))
  }
  oneOf({ fault: null }, { fault: 'connection' })
  oneOf({ attention: 0 }, { attention: 1 })
  oneOf({ unreadable: 0 }, { unreadable: 2 })
  oneOf({}, { unsent: 3, oldestUnsentAt: now - 3 * 86_400_000 })
  oneOf({ connectedAt: null }, { connectedAt: now - 600_000 })
  oneOf({ error: null }, { error: 'unreachable' })
  oneOf({ isExpired: false }, { isExpired: true })
  oneOf({ blockedOn: null }, ...blockers.map(blockedOn => ({ blockedOn })))
  oneOf(
    ...(['offline', 'idle', 'waiting', 'blocked'] as const).map(state => ({ state, phase: null })),
    ...([null, 'push', 'pull'] as const).map(phase => ({ state: 'running' as const, phase })),
  )
  for (const each of all) yield { ...calm, isExpired: false, ...each }
}
