/** A screen that nobody sees, for browsers that cannot do without one. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'

let started: Promise<string> | undefined

/** The name of the display, such as `:0`; one for the whole process, and gone with it. */
export function display(): Promise<string> {
  return (started ??= start())
}

async function start(): Promise<string> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1700x1300x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const failed = once(server, 'error').then(([error]) => Promise.reject(error as Error))
  const number = once(server.stdio[3] as Readable, 'data').then(([data]) => String(data).trim())
  process.once('exit', () => server.kill())
  return `:${await Promise.race([number, failed])}`
}
