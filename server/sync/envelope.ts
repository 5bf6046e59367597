/** What everything that settles mutations asks first: of which protocol it is, whose work, and of which history. */
import type * as z from 'zod'
import { AppError } from '../../shared/errors.ts'
import { pushMutations } from '../../shared/limits.ts'
import type { Kinds } from '../../shared/metadata.ts'
import { SUPPORTED_PROTOCOLS } from '../../shared/version.ts'
import { parseMessage } from '../http/parse-message.ts'
import { type Cursor, decodeCursor } from './cursor.ts'
import type { Writer } from './one-push.ts'

export interface Sender {
  userId: string
  username: string
  /** Whose work the client says it is; null: it is of an older version, and does not say. */
  named: string | null
}

interface Envelope {
  client: string
  history?: string | undefined
}

/** [PU9] Throws `wrong_user`: on a shared device, one person's work must not be sent as another's. */
export function writerOf({ userId, username, named }: Sender, { client }: Envelope): Writer {
  if (named !== null && named !== userId) throw new AppError('wrong_user')
  return { userId, username, clientId: client }
}

/** [PU12] Throws `cursor_expired` for a history that no server has written. */
export function livedOf(kinds: Kinds, { history }: Envelope): Cursor[] {
  return history === undefined ? [] : [decodeCursor(history, kinds)]
}

/** [RQ7] */
export function checkProtocol(protocol: number): void {
  if (!SUPPORTED_PROTOCOLS.includes(protocol))
    throw new AppError('protocol_unsupported', { supported: SUPPORTED_PROTOCOLS })
}

/** The version and the length of `list` come first: what follows may mean something else, or be very long. */
export function parseEnvelope<T>(message: z.ZodType<T>, body: unknown, list: keyof T & string): T {
  if (typeof body === 'object' && body !== null) {
    const { protocol, [list]: listed } = body as Record<string, unknown>
    if (typeof protocol === 'number') checkProtocol(protocol)
    if (Array.isArray(listed) && listed.length > pushMutations) {
      throw new AppError('too_large', { max: pushMutations })
    }
  }
  return parseMessage(message, body)
}
