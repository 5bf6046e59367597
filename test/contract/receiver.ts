/** Another program that is told by a webhook: a real server, which verifies, and keeps a copy as docs/webhooks.md says. */
import { lookup } from 'node:dns'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { proxiesIn } from '../../server/http/address.ts'
import { createPost, type Post } from '../../server/webhooks/post.ts'
import type { Sending } from '../../server/webhooks/send.ts'
import { createSender, type Sender } from '../../server/webhooks/sender.ts'
import type { WebhookMade, WebhooksAnswer, WebhookTold } from '../../shared/webhooks.ts'
import { idOf } from './scoped.ts'
import type { Person, World } from './world.ts'

export interface Told {
  webhook: string
  sequence: number
  anew: boolean
  kind: string
  records: ({ uid: string; version: number } & Record<string, unknown>)[]
  gone: string[]
  cursor: string
  more: boolean
}

export interface Received {
  headers: IncomingHttpHeaders
  body: string
  data: Told
}

/** A status, an answer that never comes, or one that is lost after the work was done. */
type Answer = number | 'hangs' | 'is lost'

export const loopback = proxiesIn(['127.0.0.1'])

export class Receiver {
  readonly received: Received[] = []
  readonly copy = new Map<string, Record<string, unknown>>()
  /** What it answers next; 204 when there is nothing. */
  readonly answers: Answer[] = []
  /** Of what it answers. */
  retryAfter: string | undefined
  location: string | undefined
  #sequence = 0
  readonly #open = new Set<ServerResponse>()
  readonly #server: Server
  #heard = (): void => {}

  constructor() {
    this.#server = createServer((request, response) => {
      let body = ''
      request.setEncoding('utf8').on('data', (text: string) => (body += text))
      request.on('end', () => this.#take({ headers: request.headers, body }, response))
    })
  }

  async listen(): Promise<this> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', () => resolve()))
    return this
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/records`
  }

  #take({ headers, body }: Pick<Received, 'headers' | 'body'>, response: ServerResponse): void {
    const { data } = JSON.parse(body) as { data: Told }
    this.received.push({ headers, body, data })
    const answer = this.answers.shift() ?? 204
    if (answer === 'is lost' || (typeof answer === 'number' && answer < 300)) this.#keep(data)
    if (answer === 'hangs') this.#open.add(response)
    else if (answer === 'is lost') response.destroy()
    else response.writeHead(answer, this.#headers).end('x'.repeat(100_000))
    this.#heard()
  }

  get #headers() {
    return {
      ...(this.location && { location: this.location }),
      ...(this.retryAfter && { 'retry-after': this.retryAfter }),
    }
  }

  #keep({ sequence, anew, records, gone }: Told): void {
    if (sequence <= this.#sequence) return
    this.#sequence = sequence
    if (anew) this.copy.clear()
    for (const record of records) this.copy.set(record.uid, record)
    for (const uid of gone) this.copy.delete(uid)
  }

  /** Until it was asked so many times in all. */
  async asked(times: number): Promise<void> {
    while (this.received.length < times) await new Promise<void>(resolve => (this.#heard = resolve))
  }

  get told(): Told[] {
    return this.received.map(({ data }) => data)
  }

  async close(): Promise<void> {
    for (const response of this.#open) response.destroy()
    await new Promise(resolve => this.#server.close(resolve))
  }
}

/** A process that sends; `half`: chance that is none. */
export function processOf(world: World, given: Partial<Sending> = {}): Sender {
  const post: Post = createPost(lookup, loopback)
  return createSender({ ...world.services, post, random: () => 0.5, ...given })
}

/** That webhooks may reach this machine. */
export function reachingHere(world: World): World {
  world.services.webhookNetworks = loopback
  return world
}

export async function webhookOf(
  admin: Person,
  url: string,
  { as = admin, kinds = ['record_b'], from = 'now' }: { as?: Person; kinds?: string[]; from?: string } = {},
): Promise<WebhookMade> {
  const message = { name: 'Warehouse Ñ', url, kinds, userId: await idOf(as), from }
  const response = await admin.post('/api/webhooks', message)
  if (response.status !== 201) throw new Error(await response.text())
  return (await response.json()) as WebhookMade
}

export async function webhookTold(admin: Person, id: string): Promise<WebhookTold> {
  const { webhooks } = (await (await admin.request('/api/webhooks')).json()) as WebhooksAnswer
  const found = webhooks.find(each => each.id === id)
  if (!found) throw new Error('There is no such webhook')
  return found
}
