/** What is guessed at: counted before it is looked at, so that many guesses at a time cannot slip through. [AC3] [CE1] */
import { AppError } from '../../shared/errors.ts'
import type { Ceilings } from '../ceilings/ceilings.ts'

const minuteMs = 60_000

/** Of one secret from one address. */
const here = { most: 10, windowMs: 15 * minuteMs }
/** From one address, whatever is guessed at: a whole team may stand behind it. */
const address = { most: 100, windowMs: 5 * minuteMs }
/** Of one secret, wherever from: from then on pauses, which grow, and no lock-out. */
const everywhere = { most: 20, windowMs: 15 * minuteMs, longestPauseMs: 5 * minuteMs }

export interface Guess {
  /** What is guessed at, such as an account. */
  at: string
  from: string
  /** Whether whoever guesses has been in before, so that others' guesses do not keep them out. */
  isKnown?(): Promise<boolean>
}

type World = { ceilings: Ceilings; now(): Date }

/** Throws `too_many`; otherwise what `look` throws, which counts as wrong. */
export async function guessing<T>(
  { ceilings: { attempts, hashing }, now }: World,
  { at, from, isKnown }: Guess,
  look: () => Promise<T>,
): Promise<T> {
  const names = { here: `${at} ${from}`, address: ` ${from}`, everywhere: at }
  for (const [name, limit] of [
    [names.here, here],
    [names.address, address],
  ] as const) {
    const known = attempts.of(name, limit.windowMs)
    if (known && known.count >= limit.most) throw refusal(known.since + limit.windowMs - now().getTime())
  }
  const all = attempts.of(names.everywhere, everywhere.windowMs)
  const pause = all ? all.last + pauseMs(all.count) - now().getTime() : 0
  if (pause > 0 && !(await isKnown?.())) throw refusal(pause)
  attempts.add(names.here, here.windowMs)
  attempts.add(names.address, address.windowMs)
  attempts.add(names.everywhere, everywhere.windowMs)
  const leave = await hashing.enter('')
  try {
    const answer = await look()
    attempts.forget(names.here)
    attempts.takeBack(names.address)
    attempts.takeBack(names.everywhere)
    return answer
  } finally {
    leave()
  }
}

function pauseMs(count: number): number {
  const beyond = count - everywhere.most
  return beyond < 0 ? 0 : Math.min(everywhere.longestPauseMs, 1000 * 2 ** Math.min(beyond, 20))
}

function refusal(ms: number): AppError {
  return new AppError('too_many', { retryAfter: Math.max(1, Math.ceil(ms / 1000)) })
}
