/** A browser is set up by a code that somebody who is signed in has made, once and soon: no password travels. [BP6] */
import { createHash } from 'node:crypto'
import { setUpMinutes } from '../../shared/browsers.ts'
import { AppError } from '../../shared/errors.ts'
import { keepCode, type SetUpCode, takeCode } from '../db/set-up-codes.ts'
import type { Services } from '../services.ts'
import type { SignedIn } from '../session/auth.ts'
import { lettersOf, newCode } from '../session/setup.ts'
import { accountWithId } from '../session/users.ts'

const minuteMs = 60_000

const hashOf = (typed: string): string => createHash('sha256').update(lettersOf(typed)).digest('hex')

/** For oneself; admins for everybody who is no admin. Throws `forbidden`. */
export async function makeCode(
  { database, auth, now }: Services,
  user: SignedIn,
  userId: string,
): Promise<{ code: string; until: string }> {
  if (userId !== user.id) {
    const other = user.mayManage ? await accountWithId(auth, userId) : undefined
    // Nobody becomes another admin by a code.
    if (!other || other.role === 'admin' || other.isDisabled) throw new AppError('forbidden')
  }
  const code = newCode(database)
  const until = new Date(now().getTime() + setUpMinutes * minuteMs).toISOString()
  await keepCode(database.db, hashOf(code), { userId, madeBy: user.id, until })
  return { code, until }
}

/** Throws `wrong_code`, also for one that is too old. */
export async function redeemCode({ database, now }: Services, code: string): Promise<SetUpCode> {
  const found = await takeCode(database.db, hashOf(code))
  if (!found || found.until < now().toISOString()) throw new AppError('wrong_code')
  return found
}
