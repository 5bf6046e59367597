/** One sync: push, then pull, under the profile's one lock. [ST1] [ST5] */
import { AppError } from '../../../shared/errors.ts'
import { sentDays } from '../../../shared/limits.ts'
import { forgetAnsweredBefore, nothingLanded } from '../disk/work.ts'
import type { Pulled } from '../disk/pages.ts'
import type { Outside } from './outside.ts'
import { layOutOutdated } from '../replica/outdated.ts'
import { keepPagesFile } from '../replica/pages-copied.ts'
import { mergePatches } from '../replica/patches.ts'
import { pull, type PullOptions } from './pull.ts'
import { addressOf, passedBy } from './land.ts'
import { isRepeating, push, type PushOptions } from './push.ts'
import type { Replica } from '../replica/replica.ts'
import { isAboutRequest } from './stray.ts'

export interface RunOptions extends Pick<PushOptions, 'line' | 'signal'> {
  /** [ST7] The holder of the lock has shown no sign of life. */
  isTakingOver: boolean
  onPhase(phase: 'push' | 'pull'): void
  onProgress: PullOptions['onProgress']
}

export interface RunReport {
  /** [ST6] The server refused the push for lack of permission; the pull went on. */
  lacksPermission: boolean
  /** Work that waited for a person may be taken by now, as other records have changed. */
  isMore: boolean
}

const syncLock = 'sync'
const dayMs = 24 * 60 * 60 * 1000

/** Fails with AppError when the network or the server does, with StorageError when the device does. */
export function syncOnce(replica: Replica, outside: Outside, options: RunOptions): Promise<RunReport> {
  const { locks } = outside
  const { signal } = options
  return options.isTakingOver ? locks.takeOver(syncLock, sync) : locks.run(syncLock, sync, signal)

  async function sync(): Promise<RunReport> {
    // [PU9] The run may have waited until somebody else had signed in.
    signal.throwIfAborted()
    await replica.catchUp()
    // Before anything that the server may stop: what others did unheard is here, whatever comes of this run.
    await replica.reloadAllWork()
    // [PG8] Until all has been compared: what is written from now on may look whole.
    if (replica.damaged.size > 0) await replica.commit([], { verifiedAt: 0 })
    // [ST7] From here on, what the run before this one still writes is refused.
    if (options.isTakingOver) await replica.commit([], {})
    try {
      return await settle()
    } finally {
      // [PG9] With or without a server.
      if (!signal.aborted && (await layOutOutdated(replica, outside, signal))) outside.tell({ type: 'pages' })
      if (!signal.aborted) await keepPagesFile(replica)
    }
  }

  async function settle(): Promise<RunReport> {
    const report = await pushAndPull(replica, outside, options).catch(async (error: unknown) => {
      if (!(error instanceof AppError) || error.retry !== 'after-resync') throw error
      signal.throwIfAborted()
      // [SC6] All that is seen by now is received anew; the server has lost nothing, and is told nothing again.
      if (error.details['scope'] === true) {
        const { cursor } = replica.pulled
        await replica.commit([], { cursor: null, history: cursor, isResyncing: true })
        return pushAndPull(replica, outside, options)
      }
      // [RB3] [RB4] Everything anew, once, and told again what it lost; what is unsettled stays as it is.
      await replica.restart()
      outside.tell({ type: 'pages' })
      outside.tell({ type: 'work', addresses: replica.works.all.map(addressOf) })
      return pushAndPull(replica, outside, options)
    })
    await forgetAnsweredBefore(replica.db, outside.now() - sentDays * dayMs)
    return report
  }
}

async function pushAndPull(replica: Replica, outside: Outside, options: RunOptions): Promise<RunReport> {
  const { line } = options
  const receive = async (run: number): Promise<void> => {
    options.onPhase('pull')
    const news = new Set<string>()
    // Where all comes anew, anything may have changed, also where nothing of it comes.
    const anew = replica.pulled.isResyncing ? replica.db.kinds.map(({ name }) => name) : []
    let before = 0
    const onProgress: PullOptions['onProgress'] = (received, kind) => {
      for (const each of received > before ? [kind, ...anew] : anew) news.add(each)
      before = received
      options.onProgress(received, kind)
    }
    const asked = replica.works.all.filter(each => replica.stateOf(each) === 'conflict')
    let isPassed = false
    const letPass = async () => (isPassed = await passedWith(replica, outside, news, options.signal))
    // Cut off or not: what has come does not come again.
    await pull(replica, outside, { ...options, run, onProgress }).finally(letPass)
    line.isHeard = true
    line.isDisconnected = false
    isMore ||= isPassed || asked.some(each => replica.stateOf(each) === 'unsent')
  }
  let isMore = false
  line.isHeard = false
  // [OB15] A client that cannot send hears of the others all the same, and knows then that the server is there.
  const { isDisconnected } = line
  if (isDisconnected || (line.isDoubting && !isRepeating(replica)))
    await receive(nextRun(replica)).catch((error: unknown) => {
      if (isDisconnected || !isAboutRequest(error)) throw error
    })
  const run = nextRun(replica)
  options.onPhase('push')
  const lacksPermission = !(await isPushed(replica, outside, { ...options, run }))
  await receive(run)
  await mergePatches(replica)
  if (replica.damaged.size > 0 || isVerifyDue(replica.pulled, outside.now())) {
    const { verify, replaceDamaged } = await outside.comparison()
    if (!(await verify(replica, outside, options.signal))) await receive(run)
    await replaceDamaged(replica)
  }
  return { lacksPermission, isMore }
}

/** Whether refusals went with records of these kinds that have come. */
async function passedWith(
  replica: Replica,
  outside: Outside,
  kinds: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<boolean> {
  const passed = signal.aborted ? [] : passedBy(replica, kinds)
  if (passed.length === 0) return false
  await replica.land({ ...nothingLanded, passed })
  outside.tell({ type: 'work', addresses: passed })
  return true
}

/** [DG1] The device's clock may go either way. */
function isVerifyDue({ verifiedAt }: Pulled, now: number): boolean {
  return verifiedAt !== undefined && Math.abs(now - verifiedAt) >= dayMs
}

/** Mutations that this run settles stand in the pages once its pull is complete. */
function nextRun(replica: Replica): number {
  return replica.pulled.run + 1
}

/** [ST6] false: this person may not push. */
async function isPushed(replica: Replica, outside: Outside, options: PushOptions): Promise<boolean> {
  try {
    await push(replica, outside, options)
    return true
  } catch (error) {
    if (error instanceof AppError && error.retry === 'after-permission') return false
    throw error
  }
}
