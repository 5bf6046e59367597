/** A screen that nobody sees, for a browser that cannot do without one. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'

export interface Display {
  /** Such as `:0`. */
  name: string
  end(): void
}

export async function startDisplay(): Promise<Display> {
  // It ends by itself with its last window, too, should nobody be left to end it.
  const options = ['-displayfd', '3', '-screen', '0', '1700x1300x24', '-nolisten', 'tcp', '-terminate']
  const server = spawn('Xvfb', options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const failed = once(server, 'error').then(([error]) => Promise.reject(error as Error))
  const number = once(server.stdio[3] as Readable, 'data').then(([data]) => String(data).trim())
  return { name: `:${await Promise.race([number, failed])}`, end: () => server.kill() }
}
