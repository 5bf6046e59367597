/** A push that is under way for as long as a test wants: the server has read its head and has asked for its body. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'

/** The body has this length, whatever is in it: blanks follow. */
const bytes = 512 * 1024

/** The function sends the body; the status of the answer comes back. */
export async function begun(origin: string, cookie: string): Promise<(body: unknown) => Promise<number>> {
  const sent = request(`${origin}/api/sync/push`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, expect: '100-continue', 'content-length': bytes },
  })
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  sent.flushHeaders()
  await once(sent, 'continue')
  return async body => {
    const text = Buffer.from(JSON.stringify(body))
    sent.end(Buffer.concat([text, Buffer.alloc(bytes - text.length, ' ')]))
    const [response] = await answered
    response.resume()
    return response.statusCode ?? 0
  }
}
