/** How this person's data stands, in one value. */
import type { SyncStatus } from '../../contract.ts'
import { unsettledActs } from '../replica/works.ts'
import type { User } from '../world.ts'

export function statusOf({ replica, scheduler, lost }: User, isOffline: boolean): SyncStatus {
  const { state, phase, received, error, fault, lacksPermission, connectedAt } = scheduler.activity
  const states = replica.works.all.map(work => [work, replica.stateOf(work)] as const)
  const unsent = states.filter(([, each]) => each === 'unsent')
  const asked = states.filter(([, each]) => each === 'conflict' || each === 'rejected')
  const begun = unsent.flatMap(([work]) => unsettledActs(work).map(({ at }) => at))
  const oldest = begun.reduce((a, b) => Math.min(a, b), Infinity)
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
    unsent: unsent.length,
    attention: asked.length,
    unreadable: replica.works.unreadable.length - unoffered,
    unoffered,
    oldestUnsentAt: begun.length > 0 ? oldest : null,
    lastSyncedAt: replica.pulled.completedAt,
    error,
    fault,
    isComplete: replica.pulled.completedAt !== null,
    counts: Object.fromEntries([...replica.tables.keys()].map(kind => [kind, replica.countOf(kind)])),
    connectedAt,
    isDamaged: replica.damaged.size > 0,
    lost,
  }
}
