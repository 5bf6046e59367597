/** The server as a process of its own, until it says where it is. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const main = join(import.meta.dirname, '..', '..', 'server', 'main.ts')

export interface Started {
  child: ChildProcess
  output(): string
  /** Ends it in order. */
  stop(): Promise<number | null>
}

export async function startProcess(folder: string, environment: Record<string, string>): Promise<Started> {
  const child = spawn(process.execPath, [main], {
    cwd: folder,
    env: { PATH: process.env['PATH'], DATA_DIR: folder, ...environment },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += String(chunk)))
  const exit = new Promise<number | null>(resolve => child.once('close', resolve))
  // A machine that is busy starts slowly.
  for (let tries = 0; !output.includes('Records is at'); tries++) {
    if (tries > 400 || child.exitCode !== null) throw new Error(output)
    await sleep(50)
  }
  return {
    child,
    output: () => output,
    stop() {
      child.kill('SIGTERM')
      return exit
    },
  }
}
