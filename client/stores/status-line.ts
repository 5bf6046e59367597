/**
 * The one line that says whether a person's work is safe. Pure. A fault outranks "needs attention", which
 * outranks "to send", which outranks "offline". Whatever it says, edits that cannot be read are said with it.
 */
import type { SyncStatus } from '../engine.ts'

export type StatusIcon = 'alert' | 'to-send' | 'working' | 'offline' | 'sent' | 'sign-in'

export interface StatusLine {
  tone: 'calm' | 'unsent' | 'alert'
  icon: StatusIcon
  /** A key of the catalogue under `status`. */
  key: string
  /** For the sentence's number. */
  count: number
  /** The instant for the sentence's time. */
  at: number | null
  /** What is also true. */
  also: 'offline' | 'unreachable' | 'oldest' | 'to-send' | 'connected' | null
}

const quiet = { count: 0, at: null, also: null } as const

/** [UI11] The server answers, and yet an edit has not left for so long. */
const stuckMs = 10 * 60_000

export function isStuck(status: SyncStatus, now: number): boolean {
  const { oldestUnsentAt, connectedAt, blockedOn, state, phase } = status
  if (oldestUnsentAt === null || connectedAt === null || blockedOn !== null) return false
  const isSending = state === 'running' && phase === 'push'
  return state !== 'offline' && !isSending && now - Math.max(oldestUnsentAt, connectedAt) >= stuckMs
}

/** `now`: ms since 1970. */
export function statusLine(status: SyncStatus | null, isExpired: boolean, now: number): StatusLine {
  const line = lineOf(status, isExpired, now)
  const unreadable = status?.unreadable ?? 0
  if (unreadable === 0) return line
  // [OB12] Nothing may look as if all were well.
  if (line.key !== 'allSent') return { ...line, tone: 'alert' }
  return { ...quiet, tone: 'alert', icon: 'alert', key: 'unreadable', count: unreadable }
}

function lineOf(status: SyncStatus | null, isExpired: boolean, now: number): StatusLine {
  if (!status) return { ...quiet, tone: 'calm', icon: 'working', key: 'opening' }
  const { unsent, attention, state } = status
  const needsSignIn = isExpired || status.blockedOn === 'sign-in'
  if (status.fault) return { ...quiet, tone: 'alert', icon: 'alert', key: 'fault' }
  if (attention > 0) {
    const also = unsent > 0 ? 'to-send' : state === 'offline' ? 'offline' : null
    return { ...quiet, tone: 'alert', icon: 'alert', key: 'attention', count: attention, also }
  }
  if (unsent > 0) return unsentLine(status, needsSignIn, now)
  if (state === 'offline') return { ...quiet, tone: 'calm', icon: 'offline', key: 'offline' }
  if (needsSignIn) return { ...quiet, tone: 'unsent', icon: 'sign-in', key: 'signedOut' }
  if (status.blockedOn === 'upgrade') return { ...quiet, tone: 'unsent', icon: 'alert', key: 'updateNeeded' }
  if (status.blockedOn === 'server-upgrade')
    return { ...quiet, tone: 'unsent', icon: 'alert', key: 'serverOutdated' }
  if (state === 'running' && !status.isComplete) {
    return { ...quiet, tone: 'calm', icon: 'working', key: 'receiving', count: status.received }
  }
  if (state === 'waiting' && status.error === 'unreachable') {
    return { ...quiet, tone: 'calm', icon: 'offline', key: 'offline', also: 'unreachable' }
  }
  if (status.lastSyncedAt === null) return { ...quiet, tone: 'calm', icon: 'offline', key: 'notYet' }
  return { ...quiet, tone: 'calm', icon: 'sent', key: 'allSent', at: status.lastSyncedAt }
}

function unsentLine(status: SyncStatus, needsSignIn: boolean, now: number): StatusLine {
  const line = { tone: 'unsent', count: status.unsent, at: null, also: null } as const
  if (needsSignIn) return { ...line, icon: 'sign-in', key: 'signInToSend' }
  if (status.blockedOn === 'upgrade') return { ...line, icon: 'alert', key: 'updateToSend' }
  if (status.blockedOn === 'server-upgrade') return { ...line, icon: 'alert', key: 'serverOutdatedToSend' }
  if (status.blockedOn === 'permission') return { ...line, icon: 'alert', key: 'notPermitted' }
  if (status.state === 'running' && status.phase === 'push')
    return { ...line, icon: 'working', key: 'sending' }
  if (isStuck(status, now)) return { ...line, icon: 'alert', key: 'stuck', also: 'connected' }
  const also =
    status.state === 'offline' ? 'offline' : status.error === 'unreachable' ? 'unreachable' : 'oldest'
  return { ...line, icon: 'to-send', key: 'toSend', also }
}
