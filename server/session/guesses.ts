/** What is guessed at: counted before it is looked at, so that many guesses at a time cannot slip through. [AC3] [CE1] */
import { AppError } from '../../shared/errors.ts'
import type { Ceilings } from '../ceilings/ceilings.ts'
import { statusOf } from '../errors.ts'
import { lineOf } from '../http/address.ts'

const minuteMs = 60_000

/** Of one secret from one address, or from one browser whose person has been in. */
const here = { most: 10, windowMs: 15 * minuteMs }
/** From one address, whatever is guessed at: a whole team may stand behind it. */
const address = { most: 100, windowMs: 5 * minuteMs }
/** Of one secret, wherever from: from then on pauses, which grow, and no lock-out. */
const everywhere = { most: 20, windowMs: 15 * minuteMs, longestPauseMs: 5 * minuteMs }

export interface Guess {
  /** What is guessed at, such as an account. */
  at: string
  /** An address. */
  from: string
  /** The browser, or the session, with which whoever guesses has been in: there others' guesses keep nobody out. */
  known?: string | undefined
  /** 60 random bits, which nobody finds from however many addresses: a pause would hold up the right one alone. */
  isRandom?: true
}

type World = { ceilings: Ceilings; now(): Date }

/** Throws `too_many`; otherwise what `look` throws, which counts as wrong where it is a verdict. */
export async function guessing<T>(
  { ceilings: { attempts }, now }: World,
  { at, from, known, isRandom }: Guess,
  look: () => Promise<T>,
): Promise<T> {
  const own = known === undefined ? `${at} ${lineOf(from)}` : `${at} known ${known}`
  const counted = [
    { name: own, ...here },
    ...(known === undefined ? [{ name: ` ${lineOf(from)}`, ...address }] : []),
  ]
  for (const { name, most, windowMs } of counted) {
    const tried = attempts.of(name, windowMs)
    if (tried && tried.count >= most) throw refusal(tried.since + windowMs - now().getTime())
  }
  if (!isRandom) {
    const all = attempts.of(at, everywhere.windowMs)
    const pause = all ? all.last + pauseMs(all.count) - now().getTime() : 0
    if (pause > 0 && known === undefined) throw refusal(pause)
    counted.push({ name: at, ...everywhere })
  }
  for (const { name, windowMs } of counted) attempts.add(name, windowMs)
  const takeBack = (): void => {
    for (const { name } of counted) attempts.takeBack(name)
  }
  try {
    const answer = await look()
    takeBack()
    attempts.forget(own)
    return answer
  } catch (error) {
    if (!isVerdict(error)) takeBack()
    throw error
  }
}

/** Whoever was not heard, as there were too many or the server failed, has not guessed. */
function isVerdict(error: unknown): boolean {
  return error instanceof AppError && error.code !== 'too_many' && statusOf(error) < 500
}

function pauseMs(count: number): number {
  const beyond = count - everywhere.most
  return beyond < 0 ? 0 : Math.min(everywhere.longestPauseMs, 1000 * 2 ** Math.min(beyond, 20))
}

function refusal(ms: number): AppError {
  return new AppError('too_many', { retryAfter: Math.max(1, Math.ceil(ms / 1000)) })
}
