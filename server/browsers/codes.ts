/** A browser is set up by a code that somebody who is signed in has made, once and soon: no password travels. [BP6] */
import { createHash } from 'node:crypto'
import { setUpMinutes } from '../../shared/browsers.ts'
import { AppError } from '../../shared/errors.ts'
import { roleNamed } from '../../shared/roles.ts'
import { isSession } from '../db/browsers.ts'
import { scopeOf } from '../db/scope.ts'
import { keepCode, type SetUpCode, takeCode } from '../db/set-up-codes.ts'
import { type Granter, isInCharge } from '../looked-after.ts'
import type { Services } from '../services.ts'
import type { SignedIn } from '../session/auth.ts'
import { lettersOf, newCode } from '../session/setup.ts'
import { accountWithId } from '../session/users.ts'

const minuteMs = 60_000

const hashOf = (typed: string): string => createHash('sha256').update(lettersOf(typed)).digest('hex')

/** For oneself; admins for everybody who is no admin, managers for whom they look after. Throws `forbidden`. */
export async function makeCode(
  services: Services,
  { granter, ...user }: SignedIn & { granter: Granter },
  userId: string,
): Promise<{ code: string; until: string }> {
  const { database, now } = services
  // [AC19]
  const isForOthers = user.role !== 'admin' || user.mayManage
  if (userId !== user.id && !(isForOthers && (await mayMakeFor(services, granter, userId))))
    throw new AppError('forbidden')
  const code = newCode(database)
  const until = new Date(now().getTime() + setUpMinutes * minuteMs).toISOString()
  await keepCode(database.db, hashOf(code), { userId, madeBy: user.id, sessionId: user.sessionId, until })
  return { code, until }
}

/** Nobody becomes another admin by a code. */
async function mayMakeFor(services: Services, granter: Granter, userId: string): Promise<boolean> {
  const other = await accountWithId(services.auth, userId)
  if (!other || other.role === 'admin' || other.isDisabled) return false
  return isInCharge(services, granter, userId)
}

/** Throws `wrong_code`, also for one that is too old, or whose maker may not make it any more, or is signed out there. */
export async function redeemCode(services: Services, code: string): Promise<SetUpCode> {
  const { database, auth, now } = services
  const found = await takeCode(database.db, hashOf(code))
  if (!found || found.until < now().toISOString()) throw new AppError('wrong_code')
  const maker = await accountWithId(auth, found.madeBy)
  const isStanding = maker && !maker.isDisabled && (await isSession(database.db, found.sessionId))
  if (!isStanding) throw new AppError('wrong_code')
  const scope = await scopeOf(database.db, maker.id)
  const granter = { userId: maker.id, role: roleNamed(maker.role), scope }
  if (maker.id !== found.userId && !(await mayMakeFor(services, granter, found.userId)))
    throw new AppError('wrong_code')
  return found
}
