/** A push that is under way for as long as a test wants: the server has read its head and has asked for its body. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'

/** The function sends the body; the status of the answer comes back. */
export async function begun(origin: string, cookie: string): Promise<(body: unknown) => Promise<number>> {
  const sent = request(`${origin}/api/sync/push`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, expect: '100-continue' },
  })
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  sent.flushHeaders()
  await once(sent, 'continue')
  return async body => {
    sent.end(JSON.stringify(body))
    const [response] = await answered
    response.resume()
    return response.statusCode ?? 0
  }
}
