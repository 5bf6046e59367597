/** A wire to PostgreSQL that takes so long each way, as one to another machine does. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface DelayProxy {
  port: number
  close(): void
}

/** `roundMs`: there and back. */
export async function delayProxy(target: number, roundMs: number): Promise<DelayProxy> {
  const sockets = new Set<Socket>()
  const proxy = createServer(near => {
    const far = connect(target, '127.0.0.1')
    pass(near, far, roundMs / 2)
    pass(far, near, roundMs / 2)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      // What is at one end goes with the other.
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    port: (proxy.address() as AddressInfo).port,
    close() {
      proxy.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** In the order in which they came. A timer alone is late by up to a millisecond: the last bit is waited for turn by turn. */
function pass(from: Socket, to: Socket, ms: number): void {
  let before: Promise<void> = Promise.resolve()
  from.on('data', (bytes: Buffer) => {
    const at = performance.now() + ms
    before = before.then(async () => {
      const left = at - performance.now()
      if (left > 1.5) await sleep(left - 1.5)
      while (performance.now() < at) await new Promise(resolve => setImmediate(resolve))
      if (!to.destroyed) to.write(bytes)
    })
  })
}
