/** What the commands share in speaking with a person: reading numbers, saying what is wrong. */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { titleOf } from '../errors.ts'

export function countOf(option: string, text: string): number {
  if (!/^\d{1,8}$/.test(text)) throw new Error(`${option} takes a whole number, not “${text}”`)
  return Number(text)
}

/** One line on standard error, and how the command is called where that helps. */
export function complain(error: unknown, usage?: string): void {
  console.error(error instanceof Error ? titleOf(error) : String(error))
  if (usage !== undefined) console.error(`Usage: ${usage}`)
}

/** Asks without showing what is typed. Where nobody is at a terminal, the first line of the input answers, '' if there is none. */
export async function askHidden(question: string): Promise<string> {
  if (!process.stdin.isTTY) {
    const chunks: Buffer[] = []
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks).toString().split(/\r?\n/)[0] ?? ''
  }
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
