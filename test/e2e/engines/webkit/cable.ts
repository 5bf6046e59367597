/** The network cable between a browser and a server: a port of its own, which can be pulled. */
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

export class Cable {
  readonly origin: string
  #isPulled = false
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  private constructor(server: Server, scheme: string, port: number) {
    this.#server = server
    this.origin = `${scheme}//localhost:${port}`
  }

  static async to(origin: string): Promise<Cable> {
    const server = createServer().listen(0, 'localhost')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('The cable has no port')
    const { protocol, port } = new URL(origin)
    const cable = new Cable(server, protocol, address.port)
    server.on('connection', near => cable.#join(near, Number(port)))
    return cable
  }

  pull(): void {
    this.#isPulled = true
    for (const socket of this.#sockets) socket.destroy()
  }

  plugIn(): void {
    this.#isPulled = false
  }

  close(): void {
    this.pull()
    this.#server.close()
  }

  #join(near: Socket, port: number): void {
    if (this.#isPulled) return void near.destroy()
    const far = connect(port, 'localhost')
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket)
      socket.pipe(other)
      // Whatever ends one end ends the other; why, each end's own program says.
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        this.#sockets.delete(socket)
        other.destroy()
      })
    }
  }
}
