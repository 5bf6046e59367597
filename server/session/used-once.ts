/** A code counts once: it is noted before it is looked at, whatever it is shown for, and wherever. [AC18] */
import { createHash } from 'node:crypto'
import { AppError } from '../../shared/errors.ts'
import { giveBackCode, useCode } from '../db/used-codes.ts'
import type { Services } from '../services.ts'

/** A code of the minute counts for its half minute, and those beside it. */
const codeMs = 90_000

/** Throws `wrong_second_factor` where it has been shown, also by somebody who is just being answered. */
export async function once<T>(
  { database: { db }, now }: Pick<Services, 'database' | 'now'>,
  { userId, code }: { userId: string; code: string },
  look: (code: string) => Promise<T>,
): Promise<T> {
  const hash = createHash('sha256').update(`${userId} ${code}`).digest('hex')
  const at = now()
  const until = new Date(at.getTime() + codeMs).toISOString()
  if (!(await useCode(db, { hash, now: at.toISOString(), until }))) throw new AppError('wrong_second_factor')
  try {
    return await look(code)
  } catch (error) {
    await giveBackCode(db, hash)
    throw error
  }
}
