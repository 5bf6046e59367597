/** Requests that cost their sender as little as possible: it works on the same two cores. */
import { Agent, type IncomingMessage, request } from 'node:http'
import { randomUUID } from 'node:crypto'
import { joinedTexts } from '../../../shared/joined-texts.ts'
import type { Mutation } from '../../../shared/protocol.ts'
import { PROTOCOL_VERSION } from '../../../shared/version.ts'

const agent = new Agent({ keepAlive: true, maxSockets: Infinity })

export interface Door {
  origin: string
  cookie: string
}

function ask({ origin, cookie }: Door, path: string, body?: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json', origin }) }
    const method = body === undefined ? 'GET' : 'POST'
    const sent = request(`${origin}/api/sync/${path}`, { method, headers, agent }, answer => {
      if (answer.statusCode === 200) resolve(answer)
      else reject(new Error(`${path}: ${answer.statusCode}`))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const pushOf = (mutations: readonly Mutation[], client: string) =>
  JSON.stringify({ client, protocol: PROTOCOL_VERSION, mutations })

/** Bodies for each writer, made before the clock starts. */
export function pushBodies(mutations: readonly Mutation[], batch: number): string[] {
  const client = randomUUID()
  return Array.from({ length: Math.ceil(mutations.length / batch) }, (_, index) =>
    pushOf(mutations.slice(index * batch, (index + 1) * batch), client),
  )
}

/** The whole answer. */
export async function push(door: Door, body: string): Promise<string> {
  const answer = await ask(door, 'push', body)
  let text = ''
  for await (const chunk of answer.setEncoding('utf8')) text += chunk as string
  return text
}

/** As the app asks. Reads it all and keeps its end, where the cursor is. */
export async function pull(door: Door, cursor?: string): Promise<{ bytes: number; cursor: string }> {
  const query = new URLSearchParams({ ...joinedTexts, ...(cursor !== undefined && { cursor }) })
  const answer = await ask(door, `changes?${query}`)
  let bytes = 0
  let end = ''
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length
    end = (end + chunk.toString('latin1')).slice(-2000)
  }
  const last = /"cursor":"([^"]+)","more":false/.exec(end)?.[1]
  if (last === undefined) throw new Error('The answer was cut off')
  return { bytes, cursor: last }
}

/** A listener that stays until it is ended. */
export async function listen(door: Door): Promise<() => void> {
  const answer = await ask(door, 'events')
  answer.resume()
  answer.on('error', () => {})
  return () => void answer.destroy()
}
