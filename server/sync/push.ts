/** POST /api/sync/push: reads the envelope, settles what is in it, tells the others. */
import { AppError } from '../../shared/errors.ts'
import { pushMutations } from '../../shared/limits.ts'
import type { Kinds } from '../../shared/metadata.ts'
import { type PushAnswer, PushRequest } from '../../shared/protocol.ts'
import { schemaVersion } from '../../shared/schema.ts'
import { SUPPORTED_PROTOCOLS } from '../../shared/version.ts'
import { claimClient } from '../db/clients.ts'
import type { Tx } from '../db/schema.ts'
import { parseMessage } from '../http/parse-message.ts'
import type { Services } from '../services.ts'
import { checkHistory } from './changes.ts'
import { encodeCursor } from './cursor.ts'
import { settle } from './settle.ts'

export interface Sender {
  userId: string
  username: string
  /** Whose work the client says it is; null: it is of an older version, and does not say. */
  named: string | null
}

export async function push(services: Services, sender: Sender, body: unknown): Promise<PushAnswer> {
  const { database, kinds, pokes } = services
  const { userId, username, named } = sender
  const { client, mutations, history, ids } = parsePush(body, kinds)
  // [PU9] On a shared device, one person's work must not be sent as another's.
  if (named !== null && named !== userId) throw new AppError('wrong_user')
  const owner = await claimClient(database, { clientId: client, userId })
  if (owner !== userId) throw new AppError('wrong_user')
  const admit = history === undefined ? undefined : (tx: Tx) => checkHistory(tx, kinds, history)
  const writer = { userId, username, clientId: client }
  const { clock, token, results } = await settle({ database, kinds, writer, mutations, ids, admit })
  pokes.poke(clock)
  return { clock, results, history: encodeCursor({ clock, token }) }
}

/** [RQ7] */
export function checkProtocol(protocol: number): void {
  if (!SUPPORTED_PROTOCOLS.includes(protocol))
    throw new AppError('protocol_unsupported', { supported: SUPPORTED_PROTOCOLS })
}

/** The version and the number of mutations come first: what follows may mean something else, or be very long. */
function parsePush(body: unknown, kinds: Kinds): PushRequest {
  if (typeof body === 'object' && body !== null) {
    const { protocol, mutations } = body as Record<string, unknown>
    if (typeof protocol === 'number') checkProtocol(protocol)
    if (Array.isArray(mutations) && mutations.length > pushMutations) {
      throw new AppError('too_large', { max: pushMutations })
    }
  }
  const { mutations } = parseMessage(PushRequest, body)
  // [PV5] What a newer app made waits there for this server's update: here it could only be refused.
  const newest = schemaVersion(kinds)
  if (mutations.some(({ schema }) => typeof schema === 'number' && schema > newest))
    throw new AppError('server_outdated', { schema: newest })
  // As they arrived: a parsed copy lacks a key like `__proto__`, which is to be refused.
  return body as PushRequest
}
