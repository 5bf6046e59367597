/** How this person's data stands, in one value. */
import type { RecordState, SyncStatus } from '../../contract.ts'
import type { Replica } from '../replica/replica.ts'
import type { User } from '../world.ts'

export function statusOf({ replica, scheduler, lost }: User, isOffline: boolean): SyncStatus {
  const { state, phase, received, error, requestId, fault, lacksPermission, connectedAt } = scheduler.activity
  const { counts, oldest } = laidIn(replica)
  const unoffered = replica.works.unreadable.filter(({ isRepeated }) => isRepeated).length
  const blockedOn =
    state.kind === 'blocked' && state.on !== 'never' ? state.on : lacksPermission ? 'permission' : null
  // A client that has had an answer since is not offline, whatever the browser says.
  const isCutOff = isOffline && connectedAt === null
  return {
    state: state.kind !== 'running' && isCutOff ? 'offline' : state.kind,
    blockedOn,
    phase,
    received,
    unsent: counts.unsent,
    attention: counts.conflict + counts.rejected,
    unreadable: replica.works.unreadable.length - unoffered,
    unoffered,
    oldestUnsentAt: oldest === Infinity ? null : oldest,
    lastSyncedAt: replica.pulled.completedAt,
    error,
    requestId,
    fault,
    isComplete: replica.pulled.completedAt !== null,
    counts: Object.fromEntries([...replica.tables.keys()].map(kind => [kind, replica.countOf(kind)])),
    connectedAt,
    isDamaged: replica.damaged.size > 0,
    lost,
  }
}

/** In one walk: it is asked for with every request that is answered, and there may be 100,000 of them. */
function laidIn({ tables }: Replica) {
  const counts: Record<RecordState, number> = { settled: 0, unsent: 0, conflict: 0, rejected: 0 }
  let oldest = Infinity
  for (const { overlay } of tables.values())
    for (const { state, begunAt } of overlay.values()) {
      counts[state]++
      if (state === 'unsent') oldest = Math.min(oldest, begunAt ?? Infinity)
    }
  return { counts, oldest }
}
