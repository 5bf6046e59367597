/** What a webhook has to tell next, as its account sees it at this moment. [WH1] [WH3] */
import { createHash } from 'node:crypto'
import { AppError } from '../../shared/errors.ts'
import type { Kind } from '../../shared/metadata.ts'
import { readClock } from '../db/clock.ts'
import { type Scope, scopeOf } from '../db/scope.ts'
import type { WebhookRow } from '../db/webhooks.ts'
import { type MirrorPage, mirrorPage } from '../rest/mirror.ts'
import type { Services } from '../services.ts'
import { encodeCursor, markOf } from '../sync/cursor.ts'

type World = Pick<Services, 'database' | 'kinds'>

export interface Delivery extends MirrorPage {
  /** The receiver holds nothing of before: it empties its copy first. */
  anew: boolean
}

/** Nothing: how far the webhook has come all the same. */
export type Next = { delivery: Delivery } | { delivery: undefined; place: string }

export async function nextOf(world: World, hook: WebhookRow): Promise<Next | undefined> {
  const kinds = kindsOf(world, hook)
  if (kinds.length === 0) return undefined
  const scope = await scopeOf(world.database.db, hook.user_id)
  let place = hook.place ?? undefined
  for (;;) {
    const page = await pageAt({ ...world, kinds }, scope, place)
    if (!page) return undefined
    const { anew, records, gone, next, more } = page
    if (anew || records.length > 0 || gone.length > 0) return { delivery: page }
    if (!more) return { delivery: undefined, place: next }
    place = next
  }
}

/** undefined: it changed while it was read, and is read again later. */
async function pageAt(world: World, scope: Scope, place: string | undefined): Promise<Delivery | undefined> {
  try {
    return { ...(await mirrorPage(world, scope, place)), anew: place === undefined }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // [WH3] What was seen is no part of what may be seen now, or is forgotten: all comes anew.
    if (error.code === 'cursor_expired' && place !== undefined) return pageAt(world, scope, undefined)
    if (error.code === 'unavailable') return undefined
    throw error
  }
}

/** The end of all that there is. */
export async function placeNow(
  { database, kinds }: World,
  { userId, kinds: names }: { userId: string; kinds: readonly string[] },
): Promise<string> {
  const scope = await scopeOf(database.db, userId)
  const { clock, token } = await readClock(database.db)
  const wanted = kinds.filter(({ name }) => names.includes(name))
  return encodeCursor({ clock, token, withheld: markOf(wanted, scope) })
}

/** One that this version does not know any more is left out. */
function kindsOf({ kinds }: World, hook: WebhookRow): readonly Kind[] {
  const names = JSON.parse(hook.kinds) as string[]
  return kinds.filter(({ name }) => names.includes(name))
}

/** [WH2] Of equal content behind the same deliveries it is equal: sent again, a message has the id it had. */
export function idOf({ id, delivered }: WebhookRow, { anew, kind, records, gone }: Delivery): string {
  const said = JSON.stringify([id, Number(delivered), anew, kind, records, gone])
  return `msg_${createHash('sha256').update(said).digest('base64url').slice(0, 32)}`
}

/** `sequence`: of the attempt; what is lower than one that was handled is late, and of no concern. */
export function bodyOf(
  { id }: WebhookRow,
  { anew, kind, records, gone, next, more }: Delivery,
  { sequence, at }: { sequence: number; at: Date },
): string {
  const data = { webhook: id, sequence, anew, kind, records, gone, cursor: next, more }
  return JSON.stringify({ type: 'records.changed', timestamp: at.toISOString(), data })
}
