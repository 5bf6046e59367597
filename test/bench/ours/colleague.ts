/** Somebody else, at work on the same server without a browser. */
import { randomUUID } from 'node:crypto'
import { pushMutations } from '../../../shared/limits.ts'
import type { Mutation, PushAnswer } from '../../../shared/protocol.ts'
import { PROTOCOL_VERSION } from '../../../shared/version.ts'
import { budi, signIn } from '../../e2e/accounts.ts'
import type { TestServer } from '../../e2e/server.ts'

/** Sets the time zone of that many records, spread over all of them. */
export async function changeRecords(server: TestServer, count: number, mark: string): Promise<void> {
  const rows = server.rows<{ uid: string; tz: string }>(
    `select uid, tz from record_a
     where id % max(1, (select count(*) from record_a) / ?) = 0 order by id limit ?`,
    count,
    count,
  )
  const cookie = await signIn(server, budi)
  const client = randomUUID()
  for (let start = 0; start < rows.length; start += pushMutations) {
    const mutations = rows.slice(start, start + pushMutations).map(({ uid, tz }): Mutation => ({
      id: randomUUID(),
      kind: 'record_a',
      uid,
      op: 'update',
      changes: { tz: [tz, mark] },
    }))
    const response = await fetch(`${server.origin}/api/sync/push`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.origin, cookie },
      body: JSON.stringify({ client, protocol: PROTOCOL_VERSION, mutations }),
    })
    const { results } = (await response.json()) as PushAnswer
    if (results.some(({ outcome }) => outcome !== 'applied')) throw new Error('A change was not applied')
  }
}
