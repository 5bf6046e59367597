/** Drives the schedule: starts runs and timers, and tells what is going on. Knows no network and no data. */
import type { StorageFault } from '../engine.ts'
import { AppError, type ErrorCode } from '../../shared/errors.ts'
import { StorageError } from '../db/fault.ts'
import type { RunOptions, RunReport } from './run.ts'
import { type Event, pauseMs, restMs, type State, transition } from './schedule.ts'

export interface SchedulerOptions {
  run(options: Omit<RunOptions, 'suspicion'>): Promise<RunReport>
  /** Calls back once, after that time; the returned function cancels. */
  after(milliseconds: number, call: () => void): () => void
  /** In [0, 1). */
  random(): number
  onChange(): void
  onProgress: RunOptions['onProgress']
  /** A bug: neither the network nor the device is to blame. */
  onBug(error: unknown): void
}

export interface Activity {
  state: State
  phase: 'push' | 'pull' | null
  received: number
  error: ErrorCode | null
  fault: StorageFault | null
  lacksPermission: boolean
}

export interface Scheduler {
  readonly activity: Readonly<Activity>
  send(event: Event): void
  stop(): void
}

export function createScheduler(options: SchedulerOptions): Scheduler {
  const activity: Activity = {
    state: { kind: 'idle' },
    phase: null,
    received: 0,
    error: null,
    fault: null,
    lacksPermission: false,
  }
  let cancelTimer = () => {}
  let isStopped = false

  function send(event: Event): void {
    if (isStopped) return
    const { state, effect } = transition(activity.state, event)
    activity.state = state
    if (effect) cancelTimer()
    if (effect?.kind === 'run') void run()
    if (effect?.kind === 'rest') schedule(restMs)
    if (effect?.kind === 'wait') schedule(pauseMs(effect.attempt, options.random()))
    options.onChange()
  }

  function schedule(milliseconds: number): void {
    cancelTimer = options.after(milliseconds, () => send({ kind: 'timer' }))
  }

  async function run(): Promise<void> {
    activity.received = 0
    try {
      const report = await options.run({ onPhase, onProgress })
      Object.assign(activity, {
        error: null,
        fault: null,
        phase: null,
        lacksPermission: report.lacksPermission,
      })
      send({ kind: 'done' })
    } catch (error) {
      activity.phase = null
      note(error)
      send({ kind: 'failed', on: needOf(error) })
    }
  }

  function note(error: unknown): void {
    activity.fault = error instanceof StorageError ? error.fault : null
    activity.error =
      error instanceof AppError ? error.code : error instanceof StorageError ? null : 'internal'
    if (!(error instanceof AppError) && !(error instanceof StorageError)) options.onBug(error)
  }

  function onPhase(phase: 'push' | 'pull'): void {
    activity.phase = phase
    options.onChange()
  }

  function onProgress(received: number, kind: string): void {
    activity.received = received
    options.onProgress(received, kind)
    options.onChange()
  }

  function stop(): void {
    isStopped = true
    cancelTimer()
  }

  return { activity, send, stop }
}

function needOf(error: unknown): Extract<Event, { kind: 'failed' }>['on'] {
  if (!(error instanceof AppError)) return 'later'
  switch (error.retry) {
    case 'after-sign-in':
      return 'sign-in'
    case 'after-upgrade':
      return 'upgrade'
    case 'after-server-upgrade':
      return 'server-upgrade'
    case 'never':
      return 'never'
    case 'later':
    case 'after-permission':
    case 'after-resync':
      return 'later'
  }
}
