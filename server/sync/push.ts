/** POST /api/sync/push: reads the envelope, settles what is in it, tells the others. */
import { AppError } from '../../shared/errors.ts'
import type { Kinds } from '../../shared/metadata.ts'
import { type PushAnswer, PushRequest } from '../../shared/protocol.ts'
import { schemaVersion } from '../../shared/schema.ts'
import type { Services } from '../services.ts'
import { encodeCursor } from './cursor.ts'
import { livedOf, parseEnvelope, type Sender, writerOf } from './envelope.ts'

export async function push(services: Services, sender: Sender, body: unknown): Promise<PushAnswer> {
  const { kinds, pokes, settling } = services
  const request = parsePush(body, kinds)
  const { mutations, protocol, ids } = request
  const writer = writerOf(sender, request)
  const lived = livedOf(kinds, request)
  const { clock, token, results } = await settling({ writer, lived, mutations, protocol, ids })
  pokes.poke(clock)
  return { clock, results, history: encodeCursor({ clock, token }) }
}

function parsePush(body: unknown, kinds: Kinds): PushRequest {
  const { mutations } = parseEnvelope(PushRequest, body, 'mutations')
  // [PV5] What a newer app made waits there for this server's update: here it could only be refused.
  const newest = schemaVersion(kinds)
  if (mutations.some(({ schema }) => typeof schema === 'number' && schema > newest))
    throw new AppError('server_outdated', { schema: newest })
  // As they arrived: a parsed copy lacks a key like `__proto__`, which is to be refused.
  return body as PushRequest
}
