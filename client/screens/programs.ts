/** The requests about other programs: by what they are let in, and what tells them. [TK1] [WH1] */
import type { TokenMessage } from '../../shared/token-messages.ts'
import type { TokenMade, TokensAnswer, TokenTold } from '../../shared/tokens.ts'
import type { WebhookMessage } from '../../shared/webhook-messages.ts'
import type { WebhookMade, WebhooksAnswer, WebhookTold } from '../../shared/webhooks.ts'
import { type Fetch, json, requester } from '../net/request.ts'

export type { TokenMessage } from '../../shared/token-messages.ts'
export type { TokenMade, TokenTold } from '../../shared/tokens.ts'
export type { WebhookMessage } from '../../shared/webhook-messages.ts'
export type { WebhookMade, WebhookTold } from '../../shared/webhooks.ts'

/** Each fails with AppError: `unreachable` when there is no network. */
export interface Programs {
  /** Newest first; admins are told of everybody's. */
  tokens(): Promise<TokenTold[]>
  makeToken(message: TokenMessage): Promise<TokenMade>
  endToken(id: string): Promise<void>
  /** For admins. Newest first. */
  webhooks(): Promise<WebhookTold[]>
  makeWebhook(message: WebhookMessage): Promise<WebhookMade>
  endWebhook(id: string): Promise<void>
  startWebhook(id: string): Promise<void>
}

export function createPrograms(fetch: Fetch): Programs {
  const ask = requester(fetch)
  const act = (path: string, id: string): Promise<void> => ask(path, { id }, () => {})
  return {
    tokens: async () => (await json<TokensAnswer>(ask, 'tokens')).tokens,
    makeToken: message => json<TokenMade>(ask, 'tokens', message),
    endToken: id => act('tokens/end', id),
    webhooks: async () => (await json<WebhooksAnswer>(ask, 'webhooks')).webhooks,
    makeWebhook: message => json<WebhookMade>(ask, 'webhooks', message),
    endWebhook: id => act('webhooks/end', id),
    startWebhook: id => act('webhooks/start', id),
  }
}
