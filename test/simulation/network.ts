/** The way between one profile and the server: requests get lost, answers get cut, things arrive twice or late. */
import { createTransport } from '../../client/engine/sync/transport.ts'
import type { SyncTransport } from '../../client/engine/sync/outside.ts'
import type { Chaos } from './chaos.ts'
import type { SimServer } from './server.ts'

type Fate = 'arrives' | 'dropped' | 'answer lost' | 'answer cut' | 'twice' | 'late again' | 'refused'

export class SimNetwork {
  isDown = false
  /** Chance that something happens to a request. */
  faults = 0
  cookie: string
  private readonly chaos: Chaos
  private readonly server: SimServer

  constructor(chaos: Chaos, server: SimServer, cookie: string) {
    this.chaos = chaos
    this.server = server
    this.cookie = cookie
  }

  /** Every tab has its own lane; what is on its way outlives the tab. */
  transportFor(lane: string, protocol: number): SyncTransport {
    return createTransport(async (input, init) => {
      const path = String(input).replace(/(?<=[?&]protocol=)\d+/, String(protocol))
      const { server, chaos } = this
      await chaos.pass(lane, `request ${path}`)
      // As the app sends it: an older app's form is the model's own.
      if (typeof init?.body === 'string') server.watch.noteSent(init.body)
      const body = typeof init?.body === 'string' && server.protocol3.translated(protocol, init.body)
      const response = await this.carry(lane, path, { ...init, ...(body && { body }) })
      await chaos.pass(lane, `answer ${path}`)
      return response
    })
  }

  private async carry(lane: string, path: string, init: RequestInit): Promise<Response> {
    const fate = this.fate()
    if (fate !== 'arrives') this.chaos.tell(`    network of ${lane}: ${path.split('?')[0]} ${fate}`)
    if (fate === 'dropped') throw new TypeError('dropped')
    if (this.isBlocked(init)) return this.obstacle()
    if (fate === 'refused') return new Response('', { status: this.chaos.pick([429, 500, 502, 503]) })
    const sent = { ...init, headers: { ...(init.headers as object), cookie: this.cookie } }
    if (fate === 'twice') await this.server.request(path, sent)
    if (fate === 'late again') this.later(path, sent)
    const response = await this.server.answer(this.cookie.split(' ')[0] ?? '', path, sent)
    if (fate === 'answer lost') throw new TypeError('answer lost')
    return fate === 'answer cut' ? cut(response, this.chaos) : response
  }

  private isBlocked({ body }: RequestInit): boolean {
    const { blocked } = this.server
    return blocked !== null && typeof body === 'string' && body.includes(JSON.stringify(blocked.word))
  }

  private obstacle(): Response {
    this.chaos.tell('    stopped in between')
    if (this.server.blocked?.isCut) throw new TypeError('cut off')
    return new Response('<h1>Blocked</h1>', { status: 403 })
  }

  private fate(): Fate {
    if (this.isDown) return 'dropped'
    if (!this.chaos.chance(this.faults)) return 'arrives'
    return this.chaos.pick(['dropped', 'answer lost', 'answer cut', 'twice', 'late again', 'refused'])
  }

  /** The same bytes once more, whenever the seed likes; nobody waits for the answer. */
  private later(path: string, sent: RequestInit): void {
    void this.chaos.pass('wire', `again ${path}`).then(() => this.server.request(path, sent))
  }
}

/** The body ends at some byte, and then the connection is gone. */
async function cut(response: Response, chaos: Chaos): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const part = bytes.subarray(0, chaos.below(bytes.length + 1))
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (part.length > 0) controller.enqueue(part)
    },
    pull(controller) {
      controller.error(new TypeError('cut'))
    },
  })
  return new Response(body, { status: response.status, headers: response.headers })
}
