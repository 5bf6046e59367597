/** What the commands share in speaking with a person: saying what is wrong, asking for a password. */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { titleOf } from '../errors.ts'

export function complain(error: unknown): void {
  console.error(error instanceof Error ? titleOf(error) : String(error))
}

/** '' where there is none. */
export async function firstLineOfInput(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString().split(/\r?\n/)[0] ?? ''
}

/** Asks without showing what is typed. Where nobody is at a terminal, the first line of the input answers. */
export async function askHidden(question: string): Promise<string> {
  if (!process.stdin.isTTY) return firstLineOfInput()
  process.stdout.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await reader.question('')
  } finally {
    reader.close()
    process.stdout.write('\n')
  }
}
