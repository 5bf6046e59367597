/** What everything that settles mutations asks first: of which protocol it is, whose work, and of which history. */
import type * as z from 'zod'
import { AppError } from '../../shared/errors.ts'
import { pushMutations } from '../../shared/limits.ts'
import { SUPPORTED_PROTOCOLS } from '../../shared/version.ts'
import { claimClient } from '../db/clients.ts'
import type { Tx } from '../db/schema.ts'
import { parseMessage } from '../http/parse-message.ts'
import type { Services } from '../services.ts'
import { checkHistory } from './changes.ts'
import type { Writer } from './settle.ts'

export interface Sender {
  userId: string
  username: string
  /** Whose work the client says it is; null: it is of an older version, and does not say. */
  named: string | null
}

export interface Admitted {
  writer: Writer
  /** [PU12] In the same transaction: throws when this is not the database that the client knows. */
  admit: ((tx: Tx) => Promise<void>) | undefined
}

/** Throws `wrong_user`. */
export async function admitted(
  { database, kinds }: Services,
  { userId, username, named }: Sender,
  { client, history }: { client: string; history?: string | undefined },
): Promise<Admitted> {
  // [PU9] On a shared device, one person's work must not be sent as another's.
  if (named !== null && named !== userId) throw new AppError('wrong_user')
  const owner = await claimClient(database, { clientId: client, userId })
  if (owner !== userId) throw new AppError('wrong_user')
  const admit = history === undefined ? undefined : (tx: Tx) => checkHistory(tx, kinds, history)
  return { writer: { userId, username, clientId: client }, admit }
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
