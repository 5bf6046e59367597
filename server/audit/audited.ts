/** Wraps what a request does: however it ends, the audit says who did what to whom, from where. [AU1] [AU4] */
import type { AuditAction } from '../../shared/audit.ts'
import { AppError, type ErrorCode } from '../../shared/errors.ts'
import type { BrowserHere } from '../browsers/here.ts'
import { isBrowserKnown } from '../db/audit.ts'
import { statusOf } from '../errors.ts'
import type { Services } from '../services.ts'
import { accountNamed, accountWithId } from '../session/users.ts'
import { roomFor } from './budget.ts'
import { type Act, type Named, veiledName } from './record.ts'

/** Which act a route is, and of its body whom it is about. */
export interface Audited {
  action: AuditAction
  /** The id of an account, which may be anything that somebody typed. */
  whom?(body: unknown): string | undefined
  /** The name of one, which may be that as well. */
  named?(body: unknown): string
  /** The browser it is about, which too may be anything. */
  browser?(body: unknown): string | undefined
  /** Whether whoever it is about has done it, once it is done. */
  isOwn?: true
  /** Who has done it, where the answer alone says so. */
  doneBy?(answer: unknown): Named
  /** Closed words and numbers, and never a text. */
  details?(body: unknown): Record<string, unknown>
  /** Refusals that are about nobody: no row. */
  ignored?: readonly ErrorCode[]
}

interface Call {
  services: Services
  address: string
  here: Pick<BrowserHere, 'id'>
  actor: Named | undefined
}

export async function audited<T>(
  call: Call,
  spec: Audited,
  { body, work }: { body: unknown; work: () => Promise<T> },
): Promise<T> {
  const { services, actor } = call
  const { action, named, isOwn, doneBy, ignored } = spec
  let target = await targetOf(services, spec.whom?.(body), named?.(body))
  const keep = async (how: Pick<Act, 'outcome' | 'code' | 'actor'>): Promise<void> =>
    record(call, { action, target, details: await detailsOf(services, spec, body), ...how })
  try {
    const answer = await work()
    // Whoever was made by it has a name only now, and whose it was may be known only now.
    if (!target?.id)
      target = doneBy ? doneBy(answer) : await targetOf(services, spec.whom?.(body), named?.(body))
    await keep({ outcome: 'ok', actor: isOwn || doneBy ? target : actor })
    return answer
  } catch (error) {
    const { code } = error instanceof AppError ? error : new AppError('internal')
    const outcome = statusOf(new AppError(code)) >= 500 ? 'failed' : 'refused'
    if (!ignored?.includes(code)) await keep({ outcome, code, actor })
    throw error
  }
}

/** [AU3] What nobody did has little room, however it ended; that it is used up is a row as well. */
async function record(
  { services, address, here }: Call,
  act: Omit<Act, 'address' | 'browser'>,
): Promise<void> {
  const room = act.actor?.id ? 'is there' : roomFor(services, { address, code: act.code })
  if (room === 'none') return
  if (room !== 'is there') {
    const from = room === 'used up from there' ? address : undefined
    const { code } = new AppError('too_many')
    return services.audit.record({ action: 'not_kept', outcome: 'refused', code, address: from })
  }
  await services.audit.record({ ...act, address, browser: await knownOf(services, here.id) })
}

async function detailsOf(services: Services, { details, browser }: Audited, body: unknown) {
  const known = await knownOf(services, browser?.(body))
  return { ...(known !== undefined && { browser: known }), ...details?.(body) }
}

/** Of a browser that is none of ours somebody has made the id up. */
async function knownOf({ database }: Services, id: string | undefined): Promise<string | undefined> {
  return id !== undefined && (await isBrowserKnown(database.db, id)) ? id : undefined
}

async function targetOf(
  { auth }: Services,
  id: string | undefined,
  name: string | undefined,
): Promise<Named | undefined> {
  if (id !== undefined) {
    const found = await accountWithId(auth, id)
    return found && { id: found.id, name: found.username }
  }
  if (name === undefined) return undefined
  const found = name.length <= 30 ? await accountNamed(auth, name) : undefined
  if (found) return { id: found.id, name: found.username }
  const { secret } = await auth.$context
  return { id: '', name: veiledName(secret, name) }
}
