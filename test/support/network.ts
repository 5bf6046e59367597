/** The network between a profile and the server: on or off, and answers that get lost on the way. */
import { createTransport } from '../../client/engine/sync/transport.ts'

export type Answer = (path: string, init: RequestInit) => Promise<Response>

export class Network {
  isDown = false
  /** Paths whose next answer is lost after the server has done its work. */
  readonly losing = new Set<string>()
  /** Every request that reached the server: its path and body. */
  readonly requests: { path: string; body: string }[] = []
  private readonly gates = new Map<string, Promise<void>>()
  readonly transport
  private readonly answer: Answer

  constructor(answer: Answer) {
    this.answer = answer
    this.transport = createTransport(async (input, init) => {
      const path = String(input)
      if (this.isDown) throw new TypeError('network down')
      const route = path.split('?')[0] ?? ''
      await this.gates.get(route)
      this.requests.push({ path, body: typeof init?.body === 'string' ? init.body : '' })
      const response = await answer(path, init ?? {})
      if (!this.losing.delete(route)) return response
      await response.text()
      throw new TypeError('answer lost')
    })
  }

  /** Of the same person, at another place. */
  another(): Network {
    return new Network(this.answer)
  }

  /** Holds requests to a path back until the returned function is called. */
  hold(route: string): () => void {
    const gate = Promise.withResolvers<void>()
    this.gates.set(route, gate.promise)
    return () => {
      this.gates.delete(route)
      gate.resolve()
    }
  }
}
