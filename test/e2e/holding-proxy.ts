/** A proxy in front of the server that keeps some answers back, as a slow line does, or gives bad ones in their place. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'

export class HoldingProxy {
  readonly origin: string
  readonly #server: Server
  readonly #port: number
  readonly #held = new Map<string, PromiseWithResolvers<void>>()
  readonly #refused = new Set<string>()

  private constructor(server: Server, origin: string, port: number) {
    this.#server = server
    this.origin = origin
    this.#port = port
  }

  static async start(targetPort: number): Promise<HoldingProxy> {
    const server = createServer()
    server.listen(0, 'localhost')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
    const proxy = new HoldingProxy(server, `http://localhost:${address.port}`, targetPort)
    server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
      void proxy.#answer(incoming, outgoing)
    })
    return proxy
  }

  /** From now on, what is asked for at this path is answered only when it is let go. */
  hold(path: string): void {
    this.#held.set(path, Promise.withResolvers())
  }

  letGo(path: string): void {
    this.#held.get(path)?.resolve()
    this.#held.delete(path)
  }

  /** As a server does that is being restarted behind its gateway. */
  refuse(path: string): void {
    this.#refused.add(path)
  }

  accept(path: string): void {
    this.#refused.delete(path)
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method, headers, url = '/' } = incoming
    if (this.#refused.has(url)) {
      outgoing.writeHead(503).end()
      return
    }
    await this.#held.get(url)?.promise
    const onward = request({ host: 'localhost', port: this.#port, method, headers, path: url }, answer => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.once('error', () => outgoing.destroy())
    outgoing.once('close', () => onward.destroy())
    incoming.pipe(onward)
  }
}
