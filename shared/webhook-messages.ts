/** What is asked about webhooks. [WH1] */
import * as z from 'zod'
import { programNameLength } from './tokens.ts'
import { webhookUrlLength } from './webhooks.ts'

export const WebhookMessage = z.strictObject({
  name: z.string().trim().min(1).max(programNameLength),
  url: z.string().trim().max(webhookUrlLength),
  kinds: z.array(z.string().max(60)).min(1).max(50),
  /** Whose sight it has. */
  userId: z.string().max(60),
  /** What it begins with: the next change, or all that there is. */
  from: z.enum(['now', 'everything']),
})
export type WebhookMessage = z.infer<typeof WebhookMessage>

export const WebhookNamed = z.strictObject({ id: z.string().max(60) })
