/** Tokens for programs, as they are made and told. [TK1] */
import * as z from 'zod'
import { roles } from './roles.ts'

/** Days that one lasts at most. */
export const mostTokenDays = 1_095

export const TokenMessage = z.strictObject({
  name: z.string().trim().min(1).max(100),
  /** No more than its person's own. */
  role: z.enum(roles),
  days: z.int().min(1).max(mostTokenDays),
})
export type TokenMessage = z.infer<typeof TokenMessage>

export const TokenEnd = z.strictObject({ id: z.string().max(60) })

/** Times are ISO 8601. */
export interface TokenTold {
  id: string
  userId: string
  name: string
  role: string
  madeAt: string
  endsAt: string
  /** To the minute; null: never. */
  usedAt: string | null
}

export interface TokensAnswer {
  tokens: TokenTold[]
}

/** `token` is shown this once. */
export interface TokenMade {
  id: string
  token: string
}
