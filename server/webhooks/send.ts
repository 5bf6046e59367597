/** Sends what one webhook has to tell, one delivery after the other, until there is nothing more or one fails. [WH3] [WH4] */
import type { WebhookFailure } from '../../shared/webhooks.ts'
import {
  endTurn,
  type HeldWebhook,
  moveWebhook,
  takeWebhook,
  type WebhookRow,
  webhookRows,
} from '../db/webhooks.ts'
import type { Services } from '../services.ts'
import { urlIn } from './address.ts'
import { bodyOf, type Delivery, idOf, nextOf } from './delivery.ts'
import { askedMs, isGivenUp, pauseMs } from './pause.ts'
import { ForbiddenAddress, type Post } from './post.ts'
import { hashOf, headersOf, secretOf } from './signature.ts'

export interface Sending extends Pick<
  Services,
  'database' | 'kinds' | 'auth' | 'logger' | 'every' | 'now' | 'newToken' | 'webhookNetworks'
> {
  post: Post
  /** From 0 to 1. */
  random(): number
}

/** Of the answer's beginning; nothing else of it is waited for. */
export const timeoutMs = 10_000
/** Longer than an attempt takes: nobody else sends meanwhile. */
export const leaseMs = 60_000
const keepPlaceMs = 24 * 60 * 60 * 1000

interface Failure {
  why: WebhookFailure
  status?: number
  retryAfter?: string | undefined
}

type Ended = { isTaken: true } | (Failure & { isTaken: false }) | { isTaken: false; why: 'cut' }

export async function sendAll(world: Sending, id: string, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const [hook] = await webhookRows(world.database, id)
    if (!hook || hook.isDisabled || hook.stopped_at !== null) return
    const next = await nextOf(world, hook)
    if (!next) return
    if (!next.delivery) return keepPlace(world, hook, next.place)
    if (!(await sendOne(world, { hook, delivery: next.delivery, stopping }))) return
    if (!next.delivery.more) return
  }
}

/** Nothing of its kinds: written once a day, so that what is forgotten of histories stays behind it. */
async function keepPlace({ database, now }: Sending, hook: HeldWebhook, place: string): Promise<void> {
  const at = now()
  if (at.getTime() - Date.parse(hook.moved_at) < keepPlaceMs) return
  await moveWebhook(database.db, hook, { place, moved_at: at.toISOString() })
}

interface Turn {
  hook: WebhookRow
  delivery: Delivery
  stopping: AbortSignal
}

/** Whether it was taken, and this is still the one that sends. */
async function sendOne(world: Sending, { hook, delivery, stopping }: Turn): Promise<boolean> {
  const { database, now, newToken, logger } = world
  const [at, lease] = [now(), newToken()]
  const until = new Date(at.getTime() + leaseMs).toISOString()
  const sequence = await takeWebhook(database.db, hook, { lease, until, at: at.toISOString() })
  if (sequence === undefined) return false
  const body = bodyOf(hook, delivery, { sequence, at })
  const ended = await posted(world, hook, { id: idOf(hook, delivery), body, stopping })
  const turn = { id: hook.id, lease }
  if (ended.isTaken) return endTurn(database.db, turn, takenValues(world, hook, delivery))
  // The server stops: it is sent again, and that is no failure of anybody's.
  if (ended.why === 'cut') {
    await endTurn(database.db, turn, {})
    return false
  }
  const values = failedValues(world, hook, ended)
  await endTurn(database.db, turn, values)
  logger.info({
    event: 'webhook_failed',
    webhook: hook.id,
    why: values.failure,
    status: values.status,
    failures: values.failures,
  })
  return false
}

async function posted(
  world: Sending,
  { id, url, secret_hash }: WebhookRow,
  { id: messageId, body, stopping }: { id: string; body: string; stopping: AbortSignal },
): Promise<Ended> {
  const { secret: serverSecret } = await world.auth.$context
  const secret = secretOf(serverSecret, id)
  // The server's own has changed: nobody could verify what it signs now.
  if (hashOf(secret) !== secret_hash) return { isTaken: false, why: 'secret_lost' }
  const timestamp = Math.floor(world.now().getTime() / 1000)
  const headers = headersOf({ id: messageId, timestamp, body }, secret)
  const late = new AbortController()
  const stopWaiting = world.every(timeoutMs, () => late.abort())
  const signal = AbortSignal.any([late.signal, stopping])
  try {
    const answered = await world.post(urlNow(world, url), { headers, body, signal })
    const { status } = answered
    return status >= 200 && status < 300
      ? { isTaken: true }
      : { isTaken: false, why: failureOf(status), ...answered }
  } catch (error) {
    if (stopping.aborted) return { isTaken: false, why: 'cut' }
    if (late.signal.aborted) return { isTaken: false, why: 'timed_out' }
    return { isTaken: false, why: error instanceof ForbiddenAddress ? 'forbidden_address' : 'unreachable' }
  } finally {
    stopWaiting()
  }
}

/** What may be reached is the server's setting of today. */
function urlNow({ webhookNetworks }: Sending, url: string): URL {
  try {
    return urlIn(url, webhookNetworks)
  } catch (error) {
    throw new ForbiddenAddress('It may not be reached', { cause: error })
  }
}

function failureOf(status: number): WebhookFailure {
  if (status === 410) return 'gone'
  return status >= 300 && status < 400 ? 'redirected' : 'refused'
}

function takenValues({ now }: Sending, { delivered }: WebhookRow, { next }: Delivery): Partial<WebhookRow> {
  const at = now().toISOString()
  return {
    ...{ place: next, moved_at: at, delivered: Number(delivered) + 1, delivered_at: at, next_at: at },
    ...{ failures: 0, failing_since: null, failure: null, status: null, failed_at: null },
  }
}

function failedValues({ now, random }: Sending, hook: WebhookRow, { why, status, retryAfter }: Failure) {
  const at = now()
  const failures = hook.failures + 1
  const waitMs = Math.max(pauseMs(failures, random), askedMs(retryAfter, at))
  const since = hook.failing_since ?? at.toISOString()
  // Whoever says so, or who can verify nothing any more, is not asked again.
  const isOver = why === 'gone' || why === 'secret_lost'
  const isStopped = isOver || isGivenUp(failures, at.getTime() - Date.parse(since))
  return {
    ...{ failures, failure: why, status: status ?? null, failed_at: at.toISOString(), failing_since: since },
    next_at: new Date(at.getTime() + waitMs).toISOString(),
    stopped_at: isStopped ? at.toISOString() : null,
  }
}
