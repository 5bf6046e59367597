/** Requests that cost their sender as little as possible: it works on the same two cores. */
import { Agent, type IncomingMessage, request } from 'node:http'
import { randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { joinedTexts } from '../../../shared/joined-texts.ts'
import type { Mutation } from '../../../shared/protocol.ts'
import { PROTOCOL_VERSION } from '../../../shared/version.ts'

const agent = new Agent({ keepAlive: true, maxSockets: Infinity })

export interface Door {
  origin: string
  cookie: string
}

interface Asked {
  body?: string
  headers?: Record<string, string>
}

function ask({ origin, cookie }: Door, path: string, asked: Asked = {}): Promise<IncomingMessage> {
  const { body } = asked
  return new Promise((resolve, reject) => {
    const typed = body === undefined ? {} : { 'content-type': 'application/json', origin }
    const headers = { cookie, ...typed, ...asked.headers }
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
  const answer = await ask(door, 'push', { body })
  let text = ''
  for await (const chunk of answer.setEncoding('utf8')) text += chunk as string
  return text
}

/** An answer to `changes` as it came: to unpack it would take time from the server. */
export interface Pulled {
  body: Buffer
  isZipped: boolean
}

/** As the app asks for it, whose browser always takes it packed. */
export async function pull(door: Door, { cursor = '', isZipped = true } = {}): Promise<Pulled> {
  const query = new URLSearchParams({ ...joinedTexts, ...(cursor && { cursor }) })
  const headers = { 'accept-encoding': isZipped ? 'gzip' : 'identity' }
  const answer = await ask(door, `changes?${query}`, { headers })
  const chunks: Buffer[] = []
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk)
  return { body: Buffer.concat(chunks), isZipped }
}

/** Stands at the end of a whole answer. */
export function cursorOf({ body, isZipped }: Pulled): string {
  const end = (isZipped ? gunzipSync(body) : body).subarray(-2000).toString()
  const cursor = /"cursor":"([^"]+)","more":false/.exec(end)?.[1]
  if (cursor === undefined) throw new Error('The answer was cut off')
  return cursor
}

/** A listener that stays until it is ended. */
export async function listen(door: Door): Promise<() => void> {
  const answer = await ask(door, 'events')
  answer.resume()
  answer.on('error', () => {})
  return () => void answer.destroy()
}
