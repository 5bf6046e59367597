/** Turns a body into a message of the protocol, or into the failure that says what is wrong with it. */
import type * as z from 'zod'
import { AppError } from '../../shared/errors.ts'

export function parseMessage<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const isUnknownKey = parsed.error.issues.some(issue => issue.code === 'unrecognized_keys')
  // Paths are ours; the names of unknown keys are not, and are left out.
  const paths = parsed.error.issues.map(issue => issue.path.join('.'))
  throw new AppError(isUnknownKey ? 'unknown_field' : 'invalid_request', { paths })
}
