/** Turns a body into a message of the protocol, or into the failure that says what is wrong with it. */
import type * as z from 'zod'
import { AppError } from '../../shared/errors.ts'

export function parseMessage<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const isUnknownKey = parsed.error.issues.some(issue => issue.code === 'unrecognized_keys')
  // The names of keys are ours at the top only; those below it, and those of unknown keys, are left out.
  const paths = [...new Set(parsed.error.issues.map(({ path }) => String(path[0] ?? '')))]
  throw new AppError(isUnknownKey ? 'unknown_field' : 'invalid_request', { paths })
}
