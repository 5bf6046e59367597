/**
 * The one line that says whether a person's work is safe. Pure. All that is true stands in one order of weight: the
 * first in front, the rest beside it, so that nothing hides anything else.
 */
import type { SyncStatus } from '../../contract.ts'
import type { Readiness } from './readiness.ts'

type Tone = 'calm' | 'unsent' | 'alert'
type StatusIcon = 'alert' | 'to-send' | 'working' | 'offline' | 'sent' | 'sign-in'

/** A reason why nothing on this device is sent until somebody does something. */
export type Hold = NonNullable<SyncStatus['blockedOn']> | 'refused' | 'stuck'

/** How each looks in front. The keys are those of the catalogue under `status`. */
const looks = {
  opening: ['calm', 'working'],
  fault: ['alert', 'alert'],
  attention: ['alert', 'alert'],
  'sign-in': ['unsent', 'sign-in'],
  upgrade: ['unsent', 'alert'],
  'server-upgrade': ['unsent', 'alert'],
  permission: ['unsent', 'alert'],
  refused: ['unsent', 'alert'],
  stuck: ['unsent', 'alert'],
  sending: ['unsent', 'working'],
  toSend: ['unsent', 'to-send'],
  connected: ['calm', 'sent'],
  offline: ['calm', 'offline'],
  unreachable: ['calm', 'offline'],
  oldest: ['calm', 'to-send'],
  oldestSince: ['calm', 'to-send'],
  unreadable: ['alert', 'alert'],
  receiving: ['calm', 'working'],
  notYet: ['calm', 'offline'],
  storing: ['calm', 'working'],
  notReady: ['unsent', 'offline'],
  allSent: ['calm', 'sent'],
} as const satisfies Record<string, readonly [Tone, StatusIcon]>

/** One thing that is true. */
export interface Fact {
  key: keyof typeof looks
  /** For the sentence's number. */
  count: number
  /** For the sentence's time or age; ms since 1970. */
  at: number
}

interface Standing {
  status: SyncStatus | null
  /** The server does not know the session any more. */
  isExpired: boolean
  readiness: Readiness | null
}

interface StatusLine {
  front: Fact
  beside: Fact[]
  icon: StatusIcon
  /** The gravest of all. */
  tone: Tone
}

/** [UI11] The server answers, and yet an edit has not left for so long. */
const stuckMs = 10 * 60_000
/** How long work waits before its age is of interest. */
const worthSayingMs = 60_000
const dayMs = 24 * 60 * 60_000
const tones: readonly Tone[] = ['calm', 'unsent', 'alert']

/** `now`: ms since 1970. */
export function statusLine({ status, isExpired, readiness }: Standing, now: number): StatusLine {
  const facts = status ? factsOf(status, isExpired, readiness, now) : []
  const [front = factOf('opening'), ...beside] = facts
  const gravest = Math.max(...[front, ...beside].map(({ key }) => tones.indexOf(looks[key][0])))
  return { front, beside, icon: looks[front.key][1], tone: tones[gravest] ?? 'alert' }
}

export function holdOf(status: SyncStatus, isExpired: boolean, now: number): Hold | null {
  if (isExpired) return 'sign-in'
  if (status.blockedOn) return status.blockedOn
  if (status.state === 'blocked') return 'refused'
  return isStuck(status, now) ? 'stuck' : null
}

function isSending({ state, phase }: SyncStatus): boolean {
  return state === 'running' && phase === 'push'
}

function isStuck(status: SyncStatus, now: number): boolean {
  const { oldestUnsentAt, connectedAt, state } = status
  if (oldestUnsentAt === null || connectedAt === null || state === 'offline') return false
  return !isSending(status) && now - Math.max(oldestUnsentAt, connectedAt) >= stuckMs
}

function factOf(key: Fact['key'], count = 0, at = 0): Fact {
  return { key, count, at }
}

function factsOf(
  status: SyncStatus,
  isExpired: boolean,
  readiness: Standing['readiness'],
  now: number,
): Fact[] {
  const { attention, unsent, oldestUnsentAt, unreadable, state, lastSyncedAt } = status
  const hold = holdOf(status, isExpired, now)
  const facts: Fact[] = []
  if (status.fault) facts.push(factOf('fault'))
  if (attention > 0) facts.push(factOf('attention', attention))
  if (hold) facts.push(factOf(hold, unsent))
  else if (unsent > 0) facts.push(factOf(isSending(status) ? 'sending' : 'toSend', unsent))
  if (hold === 'stuck') facts.push(factOf('connected'))
  if (state === 'offline') facts.push(factOf('offline'))
  if (state === 'waiting' && status.error === 'unreachable') facts.push(factOf('unreachable'))
  if (oldestUnsentAt !== null) facts.push(...ageOf(oldestUnsentAt, now))
  if (unreadable > 0) facts.push(factOf('unreadable', unreadable))
  if (lastSyncedAt === null)
    facts.push(state === 'running' ? factOf('receiving', status.received) : factOf('notYet'))
  const isAllSent = facts.length === 0
  if (readiness !== null && readiness !== 'ready')
    facts.push(factOf(readiness === 'storing' ? 'storing' : 'notReady'))
  if (isAllSent && lastSyncedAt !== null) facts.push(factOf('allSent', 0, lastSyncedAt))
  return facts
}

/** [UI11] */
function ageOf(at: number, now: number): Fact[] {
  if (now - at < worthSayingMs) return []
  return [factOf(now - at < dayMs ? 'oldest' : 'oldestSince', 0, at)]
}
