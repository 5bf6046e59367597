/**
 * Tells the server what stands in this browser: after it has sent and received, and now and then. It answers whose data
 * is to go from here. Loaded behind the first screen; what fails is told the next time. [BP1]
 */
import { watch } from 'vue'
import { AppError } from '../../shared/errors.ts'
import type { Engine } from '../contract.ts'
import type { Context } from './context.ts'
import { useDisclosures } from './stores/disclosures.ts'
import { useSession } from './stores/session.ts'
import { useSync } from './stores/sync.ts'

/** The shortest time between two of them, and the longest. */
const betweenMs = 60_000
const anywayMs = 10 * 60_000
const draftsMs = 5_000

const everything = { search: '', filters: [], sort: [], states: [] }

type World = Pick<Context, 'engine' | 'browsers' | 'kinds' | 'now' | 'after'> & {
  app: string
  touchPoints: number
}

export function keepTelling({ engine, browsers, kinds, now, after, app, touchPoints }: World): void {
  const session = useSession()
  const sync = useSync()
  const disclosures = useDisclosures()
  let toldAt = -Infinity
  let toldUnsent = -1
  let isUnderWay = false
  let isLookingAgain = false

  async function tell(): Promise<void> {
    const { status } = sync
    // Of what has not all come yet, no count says anything.
    if (
      !status ||
      status.lastSyncedAt === null ||
      isUnderWay ||
      session.opening.state !== 'open' ||
      session.isExpired
    )
      return
    const unsent = status.unsent + status.attention + status.unreadable
    const isNews = unsent !== toldUnsent
    const pauseMs = disclosures.isWaiting ? 0 : isNews ? betweenMs : anywayMs
    if (now() - toldAt < pauseMs) return
    isUnderWay = true
    toldAt = now()
    try {
      const records = await countOf(
        engine,
        kinds.map(({ name }) => name),
      )
      const shown = disclosures.kept
      const revoked = await browsers.tell({
        ...{ app, records, unsent, hasLock: session.hasLock !== false, touchPoints },
        ...(disclosures.isWaiting && { disclosed: shown.told, more: shown.more }),
      })
      toldUnsent = unsent
      if (disclosures.isWaiting) disclosures.settle(shown)
      await session.obey(revoked)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      await session.obeyIn(error)
      return
    } finally {
      isUnderWay = false
    }
    // Come meanwhile.
    if (disclosures.isWaiting) await tell()
  }

  /** [BP5] */
  async function leaveWhenSent(): Promise<void> {
    const { status } = sync
    if (!session.mustSend || session.opening.state !== 'open') return
    if (!status || status.unsent + status.attention + status.unreadable > 0) return
    if (await session.hasNothingUnsent()) await session.removeOwn()
    else lookAgain()
  }
  /** A draft that goes is no news to the status. */
  function lookAgain(): void {
    if (isLookingAgain) return
    isLookingAgain = true
    after(draftsMs, () => {
      isLookingAgain = false
      void leaveWhenSent()
    })
  }
  watch([() => session.mustSend, () => sync.status], () => void leaveWhenSent())

  // [BP4] [BP5] The server has been there since.
  watch([() => session.askedInVainAt, () => sync.status?.lastSyncedAt], ([asked, synced]) => {
    if (asked !== null && (synced ?? -Infinity) > asked) void session.check()
  })
  watch(
    [() => sync.status?.lastSyncedAt, () => session.opening.state, () => disclosures.kept],
    () => void tell(),
    { immediate: true },
  )
  const again = (): void => {
    after(betweenMs, again)
    if (document.visibilityState === 'visible') void tell()
    void leaveWhenSent()
  }
  after(betweenMs, again)
}

async function countOf(engine: Engine, kinds: readonly string[]): Promise<number> {
  const windows = await Promise.all(kinds.map(kind => engine.query(kind, everything, 0, 0)))
  return windows.reduce((sum, { all }) => sum + all, 0)
}
