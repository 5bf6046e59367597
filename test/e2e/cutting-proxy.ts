/** A proxy in front of the server that lets a request through and then loses the answer. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'

export class CuttingProxy {
  readonly origin: string
  /** The paths of the answers that were lost. */
  readonly cuts: string[] = []
  #path: string | undefined
  #left = 0
  readonly #server: Server

  private constructor(server: Server, port: number) {
    this.#server = server
    this.origin = `http://localhost:${port}`
  }

  static async start(targetPort: number): Promise<CuttingProxy> {
    const server = createServer()
    server.listen(0, 'localhost')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
    const proxy = new CuttingProxy(server, address.port)
    server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) =>
      proxy.#forward(targetPort, incoming, outgoing),
    )
    return proxy
  }

  /** The next answers for a path are lost after the server has done the work. */
  cutAnswers(path: string, count: number): void {
    this.#path = path
    this.#left = count
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  #forward(port: number, incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, headers, url = '/' } = incoming
    const isCut = url === this.#path && this.#left > 0
    if (isCut) this.#left--
    const onward = request({ host: 'localhost', port, method, headers, path: url }, answer => {
      if (!isCut) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
        return
      }
      // Without headers Chromium itself would ask again, and the app would never hear of the loss.
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      outgoing.flushHeaders()
      answer.resume().once('end', () => {
        this.cuts.push(url)
        incoming.socket.destroy()
      })
    })
    onward.once('error', () => outgoing.destroy())
    outgoing.once('close', () => onward.destroy())
    incoming.pipe(onward)
  }
}
