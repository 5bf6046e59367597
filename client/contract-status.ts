/** How one person's data stands, and the news of it. */
import type { ErrorCode } from '../shared/errors.ts'

export type StorageFault = 'quota' | 'connection' | 'blocked' | 'newer' | 'removed' | 'unknown'

export interface SyncStatus {
  state: 'offline' | 'idle' | 'running' | 'waiting' | 'blocked'
  /** A person must do this before anything more is sent. */
  blockedOn: 'sign-in' | 'upgrade' | 'server-upgrade' | 'permission' | null
  phase: 'push' | 'pull' | null
  /** Records received so far in the pull under way. */
  received: number
  /** Records whose work waits to be sent, and those that wait for a person. */
  unsent: number
  attention: number
  /** [OB12] Acts that stand on this device and cannot be read, so neither sent nor shown. */
  unreadable: number
  /** [OB14] Sent mutations that a restored server could not be offered again, because they cannot be read. */
  unoffered: number
  /** ms since 1970. */
  oldestUnsentAt: number | null
  lastSyncedAt: number | null
  /** Since when the server has answered without a break; null while it does not. */
  connectedAt: number | null
  /** The last failure, when the last run failed. */
  error: ErrorCode | null
  /** [OP8] Of the request that failed so, where whoever runs the server can say more. */
  requestId?: string | null
  /** The last failure of the device's own storage that has not healed. */
  fault: StorageFault | null
  /** False until the first sync has been stored completely. */
  isComplete: boolean
  /** Records on this device, by kind. */
  counts: Record<string, number>
  /** [PG8] Some records on this device cannot be read; the next sync brings them again. */
  isDamaged: boolean
  /** [RM1] The browser removed this person's data, and so many unsettled edits with it; null once they know. */
  lost: number | null
}

export type EngineEvent =
  | { type: 'status'; status: SyncStatus }
  /** Records of these kinds may look different now: ask again. */
  | { type: 'records'; kinds: string[] }
  /** The outbox, the attention list or the drafts changed. */
  | { type: 'work' }
  /** [LK3] It is time to lock: `locked` follows soon, whatever the page does. */
  | { type: 'locking' }
  | { type: 'locked' }
  /** [IM9] How far reading, comparing or writing a file's rows has come. `total`: 0 while nobody knows. */
  | { type: 'progress'; of: 'read' | 'compare' | 'write'; done: number; total: number }
