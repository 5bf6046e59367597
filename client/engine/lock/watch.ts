/**
 * [LK3] [LK10] The worker's own eye on the lock. It hears what the pages say, and looks at the clock, by itself: a page that
 * stands still, behind a dialog or frozen, keeps nothing open. Its page locks first where it can, as it has what was typed.
 */
import type { Terms } from '../../contract.ts'
import type { User, World } from '../world.ts'
import { protection } from './change.ts'
import { isOverdue, keepLatest, latestIn, type Seen } from './time.ts'

const lookMs = 10_000
/** Behind the page, which tells of touches now and then alone. */
const behindMs = 15_000
/** For the page to keep what is typed. */
const graceMs = 12_000
/** Between two times that are kept. */
const keepMs = 10 * 60_000
const minuteMs = 60_000

interface Watched {
  /** The page is to lock. */
  ask(): void
  /** It did not, or it has: nothing is open from now on. */
  lock(): Promise<void>
}

export interface Watch {
  begin(user: User, terms: Terms | undefined): void
  end(): void
  keepTo(terms: Terms): void
  /** What was typed cannot be kept. */
  stay(): void
  mayShare(): boolean
  /** How often somebody wanted it locked since the worker began. */
  timesLocked(): number
}

export function createWatch(world: World, watched: Watched): Watch {
  let open: User | null = null
  let terms: Terms | undefined
  let touchedAt = world.now()
  let latest: Seen | null = null
  let keptAt = -Infinity
  let timesLocked = 0
  let isLocking = false
  let callOffLook = () => {}
  let callOffLock = () => {}

  /** A clock that was set back says nothing of how long that is. */
  function isIdle(behind = 0): boolean {
    const passed = world.now() - touchedAt
    return terms !== undefined && (passed < -minuteMs || passed >= terms.lockAfterMinutes * minuteMs + behind)
  }

  function lockSoon(): void {
    if (!open || isLocking) return
    isLocking = true
    open.keepKey()
    watched.ask()
    callOffLock = world.after(graceMs, () => void watched.lock().catch(world.onBug))
  }

  async function look(user: User): Promise<void> {
    try {
      const isDue = (isIdle(behindMs) && (await isProtected(user))) || (await isLate(user))
      if (isDue && open === user) lockSoon()
    } catch (error) {
      // It looks again all the same.
      world.onBug(error)
    }
    if (open === user) lookLater(user)
  }

  function lookLater(user: User): void {
    callOffLook = world.after(lookMs, () => void look(user))
  }

  async function isLate({ replica: { db } }: User): Promise<boolean> {
    if (terms?.askedAt === undefined) return false
    const { askedAt } = terms
    if (latest?.askedAt !== askedAt) latest = { askedAt, at: await latestIn(db, terms, world.now()) }
    const at = Math.max(latest.at, world.now())
    latest = { askedAt, at }
    if (at - keptAt >= keepMs) {
      keptAt = at
      await keepLatest(db, terms, at)
    }
    return isOverdue(terms, at)
  }

  /** The touch that comes first after a long time is perhaps somebody else's. */
  function touched(user: User): void {
    if (!isIdle(behindMs)) {
      touchedAt = world.now()
      return
    }
    callOffLook()
    void look(user)
  }

  world.onPageMessage(message => {
    if (message === 'lock') timesLocked++
    if (!open) return
    if (message === 'touched') touched(open)
    else void isProtected(open).then(isTrue => isTrue && lockSoon(), world.onBug)
  })

  return {
    begin(user, given) {
      open = user
      terms = given
      touchedAt = world.now()
      if (given) lookLater(user)
    },
    end() {
      callOffLook()
      callOffLock()
      open = null
      isLocking = false
      latest = null
      keptAt = -Infinity
    },
    keepTo(given) {
      terms = given
    },
    stay() {
      callOffLock()
      isLocking = false
    },
    mayShare: () => !isLocking && !isIdle(),
    timesLocked: () => timesLocked,
  }
}

const isProtected = async (user: User) => (await protection(user)).isLocked
