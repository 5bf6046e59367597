/** One sync: push, then pull, under the profile's one lock. [ST1] [ST5] */
import { AppError } from '../../shared/errors.ts'
import { sentDays } from '../../shared/limits.ts'
import { forgetSentBefore } from '../db/outbox.ts'
import type { Outside } from './outside.ts'
import { pull, type PullOptions } from './pull.ts'
import { push } from './push.ts'
import type { Replica } from './replica.ts'

export interface RunOptions {
  onPhase(phase: 'push' | 'pull'): void
  onProgress: PullOptions['onProgress']
}

export interface RunReport {
  pushed: number
  received: number
  /** [ST6] The server refused the push for lack of permission; the pull went on. */
  lacksPermission: boolean
}

const syncLock = 'sync'
const dayMs = 24 * 60 * 60 * 1000

/** Fails with AppError when the network or the server does, with StorageError when the device does. */
export function syncOnce(replica: Replica, outside: Outside, options: RunOptions): Promise<RunReport> {
  return outside.locks.run(syncLock, async () => {
    await replica.catchUp()
    const run = replica.pulled.run + 1
    options.onPhase('push')
    const { pushed, lacksPermission } = await pushIfAllowed(replica, outside, run)
    options.onPhase('pull')
    const received = await pullOrResync(replica, outside, { run, onProgress: options.onProgress })
    await forgetSentBefore(replica.db, outside.now() - sentDays * dayMs)
    return { pushed, received, lacksPermission }
  })
}

async function pushIfAllowed(replica: Replica, outside: Outside, run: number) {
  try {
    return { pushed: await push(replica, outside, run), lacksPermission: false }
  } catch (error) {
    if (error instanceof AppError && error.retry === 'after-permission')
      return { pushed: 0, lacksPermission: true }
    throw error
  }
}

/** The server may have forgotten our cursor: then everything anew, once, and the outbox stays as it is. */
async function pullOrResync(replica: Replica, outside: Outside, options: PullOptions): Promise<number> {
  try {
    return await pull(replica, outside, options)
  } catch (error) {
    if (!(error instanceof AppError) || error.retry !== 'after-resync') throw error
    await replica.commit([], { cursor: null, isResyncing: true })
    return pull(replica, outside, options)
  }
}
