/**
 * Whether somebody may leave the network with this browser: what is so, what is to be done, and what first. Pure. [UI100]
 *
 * *Not ready* is what would cost work or the app on the way and can be mended before; what only would be better, or is
 * not known, does not hold anybody up.
 */
import type { SyncStatus } from '../../../contract.ts'
import type { Standing } from '../../accounts.ts'
import type { InstallWay, SafePlace } from '../../safe-place.ts'
import type { Readiness } from '../../stores/readiness.ts'
import { holdOf } from '../../stores/status-line.ts'

/** What is known. Times are ms since 1970. */
export interface Facts {
  now: number
  status: SyncStatus | null
  isExpired: boolean
  app: Readiness | null
  /** As the server last said it, and how far this clock was ahead of its own then; null: it did not answer. */
  server: (Omit<Standing, 'serverAt'> & { aheadMs: number | null }) | null
  safePlace: SafePlace
  isPersisted: boolean | null
  wasRefused: boolean
  freeBytes: number | null
  install: { isInstalled: boolean; hasOffer: boolean; way: InstallWay }
}

export type Level = 'todo' | 'better' | 'unknown' | 'fine'
export type Act = 'sync' | 'retry' | 'protect' | 'install' | 'signIn' | 'look' | 'answer' | 'file'

interface Finding {
  state: string
  level: Level
  acts: Act[]
}

/** The keys are those of the words under `ready`: `ready.records.old.is`, and `.do` where there is more to say. */
export interface Check extends Finding {
  subject: keyof typeof checkOf
}

export interface Verdict {
  word: 'ready' | 'notYet' | 'unknown'
  /** What is to be done first, or would be better. */
  first: Check | null
  /** So much more is to be done. */
  more: number
}

/** A day's work is a few MB; what others change comes on top, and browsers need room to write. */
export const enoughBytes = 100_000_000
/** Others go on working: after a day, what is here is no longer what they have. */
const oldMs = 24 * 60 * 60_000
/** Times that are told would mislead; nothing is decided by them. */
const clockMs = 5 * 60_000

const unknown: Finding = { state: 'unknown', level: 'unknown', acts: [] }
const todo = (state: string, ...acts: Act[]): Finding => ({ state, level: 'todo', acts })
const better = (state: string, ...acts: Act[]): Finding => ({ state, level: 'better', acts })
const fine = (state: string, ...acts: Act[]): Finding => ({ state, level: 'fine', acts })

/** The gravest in front: the first that is to be done is what to do first. */
const checkOf = {
  work({ status }: Facts): Finding {
    if (!status) return unknown
    if (status.fault) return todo('fault')
    if (status.isDamaged) return todo('damaged', 'sync')
    return status.unreadable > 0 ? better('unreadable', 'look') : fine('readable')
  },
  app({ app }: Facts): Finding {
    if (app === null) return unknown
    if (app === 'ready') return fine(app)
    return app === 'storing' ? todo(app) : todo(app, 'retry')
  },
  account({ status, isExpired, server }: Facts): Finding {
    if (isExpired || server?.isSignedIn === false || status?.blockedOn === 'sign-in')
      return todo('ended', 'signIn')
    return server?.endsAt ? fine('until') : unknown
  },
  records({ status, now }: Facts): Finding {
    if (!status) return unknown
    const { lastSyncedAt, state } = status
    if (!status.isComplete || lastSyncedAt === null)
      return state === 'running' ? todo('arriving') : todo('never', 'sync')
    // As long as the server answers, what changes there is fetched at once.
    const isFollowing = status.connectedAt !== null && status.error === null
    return isFollowing || now - lastSyncedAt < oldMs ? fine('complete', 'sync') : todo('old', 'sync')
  },
  sending({ status, now }: Facts): Finding {
    if (!status) return unknown
    const hold = holdOf(status, false, now)
    if (hold && hold !== 'sign-in')
      return todo('held', 'look', ...(status.unsent > 0 ? ['file' as const] : []))
    return status.unsent > 0 ? better('waiting', 'sync', 'file') : fine('sent')
  },
  protection({ safePlace, isPersisted, wasRefused }: Facts): Finding {
    if (safePlace) return todo('week')
    if (isPersisted === null) return unknown
    if (isPersisted) return fine('kept')
    return better(wasRefused ? 'refused' : 'loose', 'protect')
  },
  space({ freeBytes }: Facts): Finding {
    if (freeBytes === null) return unknown
    return freeBytes < enoughBytes ? todo('short') : fine('enough')
  },
  questions({ status }: Facts): Finding {
    if (!status) return unknown
    return status.attention > 0 ? better('open', 'answer') : fine('none')
  },
  installed({ install, safePlace, isPersisted }: Facts): Finding {
    if (install.isInstalled) return fine('yes')
    // Where its data are kept anyway, a tab does as well.
    const advise = safePlace || !isPersisted ? better : fine
    if (install.hasOffer) return advise('offered', 'install')
    return install.way === 'none' ? fine('none') : advise(install.way)
  },
  clock({ server }: Facts): Finding {
    const ahead = server?.aheadMs ?? null
    if (ahead === null) return unknown
    return Math.abs(ahead) < clockMs ? fine('right') : better(ahead > 0 ? 'ahead' : 'behind')
  },
} satisfies Record<string, (facts: Facts) => Finding>

/** Without these nobody can say *ready*. */
const vital: readonly Check['subject'][] = ['work', 'app', 'records']

export function checksOf(facts: Facts): Check[] {
  const subjects = Object.keys(checkOf) as Check['subject'][]
  return subjects.map(subject => ({ subject, ...checkOf[subject](facts) }))
}

export function verdictOf(checks: readonly Check[]): Verdict {
  const [first = null, ...rest] = checks.filter(({ level }) => level === 'todo')
  if (first) return { word: 'notYet', first, more: rest.length }
  const isKnown = checks.every(({ subject, level }) => level !== 'unknown' || !vital.includes(subject))
  const advised = checks.find(({ level }) => level === 'better') ?? null
  return { word: isKnown ? 'ready' : 'unknown', first: advised, more: 0 }
}
