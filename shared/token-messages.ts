/** What is asked about tokens for programs. [TK1] */
import * as z from 'zod'
import { roles } from './roles.ts'
import { mostTokenDays, programNameLength } from './tokens.ts'

export const TokenMessage = z.strictObject({
  name: z.string().trim().min(1).max(programNameLength),
  /** No more than its person's own. */
  role: z.enum(roles),
  days: z.int().min(1).max(mostTokenDays),
})
export type TokenMessage = z.infer<typeof TokenMessage>

export const TokenEnd = z.strictObject({ id: z.string().max(60) })
