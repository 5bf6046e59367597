/** Drives the schedule: starts runs and timers, and tells what is going on. Knows no network and no data. */
import type { StorageFault } from '../../contract.ts'
import { AppError, type ErrorCode, type Retry } from '../../../shared/errors.ts'
import { StorageError } from '../../storage/fault.ts'
import type { After } from '../../storage/in-time.ts'
import type { RunOptions, RunReport } from './run.ts'
import { type Event, pauseMs, restMs, type State, transition } from './schedule.ts'

export interface SchedulerOptions {
  run(options: Omit<RunOptions, 'line'>): Promise<RunReport>
  after: After
  /** ms since 1970. */
  now(): number
  /** In [0, 1). */
  random(): number
  onChange(): void
  onProgress: RunOptions['onProgress']
  /** A bug: neither the network nor the device is to blame. */
  onBug(error: unknown): void
}

interface Activity {
  state: State
  phase: 'push' | 'pull' | null
  received: number
  error: ErrorCode | null
  requestId: string | null
  fault: StorageFault | null
  lacksPermission: boolean
  /** Since when the server has answered without a break; ms since 1970. */
  connectedAt: number | null
}

export interface Scheduler {
  readonly activity: Readonly<Activity>
  send(event: Event): void
  /** A run here or in another tab has come further. */
  alive(): void
  /** The browser has no network any more. */
  disconnected(): void
  stop(): void
}

/** [ST7] A run that has come no further for so long is given up. */
const givenUpMs = 10 * 60_000

export function createScheduler(options: SchedulerOptions): Scheduler {
  const activity: Activity = {
    state: { kind: 'idle' },
    phase: null,
    received: 0,
    error: null,
    requestId: null,
    fault: null,
    lacksPermission: false,
    connectedAt: null,
  }
  let cancelTimer = () => {}
  let current: AbortController | null = null
  let isTakingOver = false
  /** [ST8] Until when the server wants to be left alone; ms since 1970. */
  let notBefore = 0
  let isStopped = false

  function send(event: Event): void {
    if (isStopped) return
    const isAskedToWait = activity.state.kind === 'waiting' && activity.error === 'too_many'
    if (event.kind === 'urge' && isAskedToWait && options.now() < notBefore) return
    const { state, effect } = transition(activity.state, event)
    activity.state = state
    if (effect?.kind === 'run') void run()
    if (effect?.kind === 'rest') schedule(restMs)
    if (effect?.kind === 'wait') schedule(waitMs(effect.attempt))
    options.onChange()
  }

  /** Spread, so that all who were told the same do not come back at one moment. */
  function waitMs(attempt: number): number {
    const random = options.random()
    const asked = Math.max(0, notBefore - options.now())
    return Math.max(pauseMs(attempt, random), Math.round(asked * (1 + random / 4)))
  }

  function schedule(milliseconds: number, call = () => send({ kind: 'timer' })): void {
    cancelTimer()
    cancelTimer = options.after(milliseconds, call)
  }

  async function run(): Promise<void> {
    activity.received = 0
    const own = new AbortController()
    const { signal } = own
    current = own
    // While a run is under way, the timer watches it.
    schedule(givenUpMs, giveUp)
    const outcome = await options.run({ onPhase, onProgress, signal, isTakingOver }).then(
      report => ({ report }),
      (error: unknown) => ({ error }),
    )
    // Given up: whatever became of it, another run has begun since.
    if (signal.aborted) return
    own.abort()
    cancelTimer()
    isTakingOver = false
    activity.phase = null
    if ('report' in outcome) {
      activity.connectedAt ??= options.now()
      const { lacksPermission, isMore } = outcome.report
      Object.assign(activity, { error: null, requestId: null, fault: null, lacksPermission })
      if (isMore) send({ kind: 'wake' })
      send({ kind: 'done' })
    } else {
      note(outcome.error)
      send({ kind: 'failed', on: needOf(outcome.error) })
    }
  }

  function giveUp(): void {
    current?.abort()
    isTakingOver = true
    activity.phase = null
    Object.assign(activity, { error: 'timed_out', requestId: null })
    send({ kind: 'failed', on: 'later' })
  }

  function alive(): void {
    if (activity.state.kind === 'running') schedule(givenUpMs, giveUp)
  }

  function disconnected(): void {
    activity.connectedAt = null
  }

  function note(error: unknown): void {
    activity.fault = error instanceof StorageError ? error.fault : null
    activity.error = codeOf(error)
    activity.requestId = error instanceof AppError ? error.requestId : null
    notBefore = options.now() + retryAfterMs(error)
    if (activity.error === 'unreachable') activity.connectedAt = null
    else if (error instanceof AppError) activity.connectedAt ??= options.now()
    if (activity.error === 'internal' && !(error instanceof AppError)) options.onBug(error)
  }

  function onPhase(phase: 'push' | 'pull'): void {
    activity.phase = phase
    alive()
    options.onChange()
  }

  function onProgress(received: number, kind: string): void {
    activity.received = received
    options.onProgress(received, kind)
    options.onChange()
  }

  function stop(): void {
    isStopped = true
    current?.abort()
    cancelTimer()
  }

  return { activity, send, alive, disconnected, stop }
}

/** No longer than an hour, whatever anybody in between says. */
const longestAskedMs = 60 * 60_000

function retryAfterMs(error: unknown): number {
  const seconds = error instanceof AppError ? Number(error.details['retryAfter'] ?? 0) : 0
  return Math.min(longestAskedMs, seconds * 1000)
}

function codeOf(error: unknown): ErrorCode | null {
  if (error instanceof AppError) return error.code
  if (error instanceof StorageError) return null
  // Another tab took the lock over, as nothing had been heard of this one.
  return error instanceof DOMException && error.name === 'AbortError' ? 'timed_out' : 'internal'
}

type Need = Extract<Event, { kind: 'failed' }>['on']

/** Failures that wait for a person; any other may pass by itself. */
const needs: Partial<Record<Retry, Need>> = {
  'after-sign-in': 'sign-in',
  'after-upgrade': 'upgrade',
  'after-server-upgrade': 'server-upgrade',
  never: 'never',
}

function needOf(error: unknown): Need {
  return (error instanceof AppError && needs[error.retry]) || 'later'
}
