/** Wraps what a request does: however it ends, the audit says who did what to whom, from where. [AU1] [AU4] */
import type { AuditAction } from '../../shared/audit.ts'
import { AppError } from '../../shared/errors.ts'
import { statusOf } from '../errors.ts'
import type { Services } from '../services.ts'
import { accountNamed, accountWithId } from '../session/users.ts'
import { type Named, veiledName } from './record.ts'

/** Which act a route is, and of its body whom it is about. */
export interface Audited {
  action: AuditAction
  /** The id of an account. */
  whom?(body: unknown): string | undefined
  /** The name of one, which may be anything that somebody typed. */
  named?(body: unknown): string
  /** Whether whoever it is about has done it, once it is done. */
  isOwn?: true
  details?(body: unknown): Record<string, unknown>
}

interface Call {
  services: Services
  address: string
  browser: string | undefined
  actor: Named | undefined
}

/** Refusals of nobody that are kept in a quarter of an hour: a flood makes no rows. */
const refusals = { windowMs: 15 * 60_000, most: 1_000 }

export async function audited<T>(
  call: Call,
  { action, whom, named, isOwn, details }: Audited,
  { body, work }: { body: unknown; work: () => Promise<T> },
): Promise<T> {
  const { services, address, browser } = call
  let target = await targetOf(services, whom?.(body), named?.(body))
  const record = (how: { outcome: 'ok' | 'refused' | 'failed'; code?: string }, actor = call.actor) =>
    services.audit.record({ action, actor, target, address, browser, details: details?.(body), ...how })
  try {
    const answer = await work()
    // Whoever was made by it has a name only now.
    if (!target?.id) target = await targetOf(services, undefined, named?.(body))
    await record({ outcome: 'ok' }, isOwn ? target : call.actor)
    return answer
  } catch (error) {
    const { code } = error instanceof AppError ? error : new AppError('internal')
    const outcome = statusOf(new AppError(code)) >= 500 ? 'failed' : 'refused'
    if (call.actor || mayKeep(services, code, address)) await record({ outcome, code })
    throw error
  }
}

function mayKeep({ ceilings: { attempts } }: Services, code: string, address: string): boolean {
  const { windowMs, most } = refusals
  const all = 'audit'
  const own = `audit ${address}`
  if ((attempts.of(all, windowMs)?.count ?? 0) >= most) return false
  // That there are too many is said once.
  if (code === 'too_many' && attempts.of(own, windowMs)) return false
  attempts.add(all, windowMs)
  if (code === 'too_many') attempts.add(own, windowMs)
  return true
}

async function targetOf(
  { auth }: Services,
  id: string | undefined,
  name: string | undefined,
): Promise<Named | undefined> {
  if (id !== undefined) return { id, name: (await accountWithId(auth, id))?.username ?? '' }
  if (name === undefined) return undefined
  const found = name.length <= 30 ? await accountNamed(auth, name) : undefined
  if (found) return { id: found.id, name: found.username }
  const { secret } = await auth.$context
  return { id: '', name: veiledName(secret, name) }
}
