/** Webhooks as admins make, see, start and end them. [WH1] */
import { AppError } from '../../shared/errors.ts'
import { kindNamed } from '../../shared/metadata.ts'
import {
  mostWebhooks,
  type WebhookMade,
  type WebhooksAnswer,
  type WebhookState,
  type WebhookTold,
} from '../../shared/webhooks.ts'
import type { WebhookMessage } from '../../shared/webhook-messages.ts'
import {
  countWebhooks,
  deleteWebhook,
  type HeldWebhook,
  insertWebhook,
  startWebhook,
  webhookRows,
} from '../db/webhooks.ts'
import type { Services } from '../services.ts'
import { accountWithId } from '../session/users.ts'
import { urlIn } from './address.ts'
import { placeNow } from './delivery.ts'
import { hashOf, secretOf } from './signature.ts'

/** Throws `invalid_request`, `not_found` for an account that is not there, `no_room`. */
export async function makeWebhook(
  services: Services,
  { name, url, kinds, userId, from }: WebhookMessage,
): Promise<WebhookMade> {
  const { database, auth, webhookNetworks } = services
  if (kinds.some(kind => !kindNamed(services.kinds, kind)))
    throw new AppError('invalid_request', { paths: ['kinds'] })
  const { href } = urlIn(url, webhookNetworks)
  if (!(await accountWithId(auth, userId))) throw new AppError('not_found')
  if ((await countWebhooks(database.db)) >= mostWebhooks) throw new AppError('no_room')
  const { now, newToken } = database.stamps
  const [id, at] = [newToken(), now().toISOString()]
  const secret = secretOf((await auth.$context).secret, id)
  const place = from === 'everything' ? null : await placeNow(services, { userId, kinds })
  await insertWebhook(database.db, {
    ...{ id, user_id: userId, name, url: href, kinds: JSON.stringify(kinds), secret_hash: hashOf(secret) },
    ...{ made_at: at, place, moved_at: at, sent: 0, delivered: 0, delivered_at: null },
    ...{ failures: 0, failure: null, status: null, failed_at: null, failing_since: null },
    ...{ next_at: at, stopped_at: null, lease: null, lease_until: null },
  })
  return { id, secret }
}

export async function webhooksTold({ database }: Pick<Services, 'database'>): Promise<WebhooksAnswer> {
  return { webhooks: (await webhookRows(database)).map(told) }
}

function told(row: HeldWebhook): WebhookTold {
  const { failure: why, status, failed_at: at, failures: count } = row
  const state = stateOf(row)
  return {
    ...{ id: row.id, userId: row.user_id, username: row.username, name: row.name, url: row.url },
    ...{ kinds: JSON.parse(row.kinds) as string[], madeAt: row.made_at, state },
    ...{ delivered: Number(row.delivered), deliveredAt: row.delivered_at },
    failure: why !== null && at !== null ? { why, status, at, count } : null,
    nextAt: state === 'failing' ? row.next_at : null,
  }
}

function stateOf({ stopped_at, isDisabled, failures }: HeldWebhook): WebhookState {
  if (stopped_at !== null) return 'stopped'
  if (isDisabled) return 'account_disabled'
  return failures > 0 ? 'failing' : 'sending'
}

/** Whose it was. Throws `not_found`. */
export async function endWebhook({ database }: Pick<Services, 'database'>, id: string): Promise<string> {
  return thereIs(await deleteWebhook(database.db, id))
}

/** From where it was. Whose it is; throws `not_found`. */
export async function startAgain({ database }: Pick<Services, 'database'>, id: string): Promise<string> {
  return thereIs(await startWebhook(database.db, { id, at: database.stamps.now().toISOString() }))
}

function thereIs(owner: string | undefined): string {
  if (owner === undefined) throw new AppError('not_found')
  return owner
}
