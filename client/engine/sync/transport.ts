/** Syncing over HTTP: the only way between this client and the server's records. */
import { AppError } from '../../../shared/errors.ts'
import { type Joined, joinedTexts, splitTexts } from '../../../shared/joined-texts.ts'
import type { ChangesLine, DigestAnswer, PushAnswer, WithdrawAnswer } from '../../../shared/protocol.ts'
import { userHeader } from '../../../shared/user-header.ts'
import { PROTOCOL_VERSION } from '../../../shared/version.ts'
import { linesOf } from '../../net/lines.ts'
import { type Fetch, json, requester } from '../../net/request.ts'
import type { SyncTransport } from './outside.ts'

export function createTransport(fetch: Fetch): SyncTransport {
  const ask = requester(fetch)

  async function* whole(path: string, { user }: { user: string }): AsyncGenerator<ChangesLine> {
    const body = await ask(path, undefined, answer => answer.body, { [userHeader]: user })
    let isWhole = false
    for await (const text of linesOf(body)) {
      const line = splitTexts(JSON.parse(text) as Joined<ChangesLine>)
      isWhole = !line.more
      yield line
    }
    if (!isWhole) throw new AppError('unreachable')
  }

  /** [PU9] */
  function said<Answer>(path: string, { user, ...message }: { user: string }): Promise<Answer> {
    return json<Answer>(ask, path, { protocol: PROTOCOL_VERSION, ...message }, { [userHeader]: user })
  }

  return {
    push: message => said<PushAnswer>('sync/push', message),
    withdraw: message => said<WithdrawAnswer>('sync/withdraw', message),

    changes(cursor, history, reader) {
      const query = new URLSearchParams({ protocol: String(PROTOCOL_VERSION), ...joinedTexts })
      if (cursor !== null) query.set('cursor', cursor)
      if (history !== null) query.set('history', history)
      return whole(`sync/changes?${query}`, reader)
    },

    digest(cursor, schema, { user }) {
      const query = new URLSearchParams({ cursor, schema: String(schema) })
      return json<DigestAnswer>(ask, `sync/digest?${query}`, undefined, { [userHeader]: user })
    },

    records(buckets, reader) {
      const query = new URLSearchParams({
        buckets: buckets.map(({ kind, bucket }) => `${kind}.${bucket}`).join(','),
        ...joinedTexts,
      })
      return whole(`sync/records?${query}`, reader)
    },
  }
}
