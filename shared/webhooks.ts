/** Webhooks, as they are told. [WH1] */

/** On one server. */
export const mostWebhooks = 20

/** In characters. */
export const webhookUrlLength = 1_000

/** Why a delivery has failed: `refused`: its answer was no 2xx; `gone`: it was 410. */
export const webhookFailures = [
  'refused',
  'redirected',
  'unreachable',
  'timed_out',
  'forbidden_address',
  'gone',
  'secret_lost',
] as const
export type WebhookFailure = (typeof webhookFailures)[number]

/** `stopped`: until somebody starts it again. */
export type WebhookState = 'sending' | 'failing' | 'stopped' | 'account_disabled'

/** Times are ISO 8601. */
export interface WebhookTold {
  id: string
  /** For whose account it acts. */
  userId: string
  username: string
  name: string
  url: string
  kinds: string[]
  madeAt: string
  state: WebhookState
  /** Deliveries that were taken, and the last of them. */
  delivered: number
  deliveredAt: string | null
  /** The last one, while none has got through since; `count`: of those in a row; `status`: null where there was no answer. */
  failure: { why: string; status: number | null; at: string; count: number } | null
  /** When it is tried again, while it fails. */
  nextAt: string | null
}

export interface WebhooksAnswer {
  webhooks: WebhookTold[]
}

/** `secret` is shown this once. */
export interface WebhookMade {
  id: string
  secret: string
}
