/** Tokens for programs, as they are told. [TK1] */

/** Days that one lasts at most. */
export const mostTokenDays = 1_095

/** What people call a program, in characters. */
export const programNameLength = 100

/** Times are ISO 8601. */
export interface TokenTold {
  id: string
  userId: string
  /** Of its account. */
  username: string
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
