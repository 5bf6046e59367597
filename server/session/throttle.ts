/** Limits guesses at one secret from one address. [AC3] */
import { AppError } from '../../shared/errors.ts'
import type { Database } from '../db/database.ts'
import { countAttempt, forgetAttempts } from '../db/settings.ts'

const windowMs = 15 * 60 * 1000
const attemptsPerWindow = 10

/**
 * Counted before the guess is checked, and forgotten when it was right: so many guesses at a time cannot slip
 * through together. `name` says what is guessed at and from where.
 */
export async function admit({ db, stamps }: Database, name: string): Promise<void> {
  const nowMs = stamps.now().getTime()
  const { count, since } = await countAttempt(db, { name, nowMs, windowMs })
  if (count <= attemptsPerWindow) return
  throw new AppError('too_many', { retryAfter: Math.max(1, Math.ceil((since + windowMs - nowMs) / 1000)) })
}

export async function forget({ db }: Database, name: string): Promise<void> {
  await forgetAttempts(db, name)
}
