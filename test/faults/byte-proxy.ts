/** A cable between client and server that can be cut after any byte of an answer. */
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** `end`: the stream just ends. `reset`: as if the other machine had gone. */
export type Cut = { path: string; afterBytes: number; how: 'end' | 'reset' }

export class ByteProxy {
  readonly origin: string
  /** Bytes of the answer that is or was to be cut. */
  answerBytes = 0
  isCut = false
  #cut: Cut | undefined
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  private constructor(server: Server, port: number) {
    this.#server = server
    this.origin = `http://127.0.0.1:${port}`
  }

  static async start(targetPort: number): Promise<ByteProxy> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
    const proxy = new ByteProxy(server, address.port)
    server.on('connection', client => proxy.#join(client, connect(targetPort, '127.0.0.1')))
    return proxy
  }

  /** The answer to the next request for a path ends after so many bytes, head included. */
  cutNext(cut: Cut): void {
    this.#cut = cut
    this.answerBytes = 0
    this.isCut = false
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  #join(client: Socket, server: Socket): void {
    let cut: Cut | undefined
    for (const socket of [client, server]) {
      this.#sockets.add(socket)
      socket.setNoDelay(true)
      // A cut wire is what this is for.
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        this.#sockets.delete(socket)
        client.destroy()
        server.destroy()
      })
    }
    client.on('data', chunk => {
      cut = undefined
      const line = chunk.subarray(0, 200).toString('latin1').split('\r\n')[0] ?? ''
      if (this.#cut && line.includes(` ${this.#cut.path}`)) {
        cut = this.#cut
        this.#cut = undefined
      }
      server.write(chunk)
    })
    server.on('data', chunk => {
      if (cut) this.#pass(client, chunk, cut)
      else client.write(chunk)
    })
  }

  #pass(client: Socket, chunk: Buffer, { afterBytes, how }: Cut): void {
    const left = afterBytes - this.answerBytes
    if (this.isCut) return
    this.answerBytes += chunk.length
    if (chunk.length <= left) {
      client.write(chunk)
      return
    }
    this.isCut = true
    const end = () => (how === 'reset' ? client.resetAndDestroy() : client.end())
    if (left > 0) client.write(chunk.subarray(0, left), end)
    else end()
  }
}
