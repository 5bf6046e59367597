/** The requests about other programs: by what they are let in. [TK1] */
import type { TokenMessage } from '../../shared/token-messages.ts'
import type { TokenMade, TokensAnswer, TokenTold } from '../../shared/tokens.ts'
import { type Fetch, json, requester } from '../net/request.ts'

export type { TokenMessage } from '../../shared/token-messages.ts'
export type { TokenMade, TokenTold } from '../../shared/tokens.ts'

/** Each fails with AppError: `unreachable` when there is no network. */
export interface Programs {
  /** Newest first; admins are told of everybody's. */
  tokens(): Promise<TokenTold[]>
  makeToken(message: TokenMessage): Promise<TokenMade>
  endToken(id: string): Promise<void>
}

export function createPrograms(fetch: Fetch): Programs {
  const ask = requester(fetch)
  return {
    tokens: async () => (await json<TokensAnswer>(ask, 'tokens')).tokens,
    makeToken: message => json<TokenMade>(ask, 'tokens', message),
    endToken: id => ask('tokens/end', { id }, () => {}),
  }
}
