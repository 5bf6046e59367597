/** Requests to a server that may die at any moment: answered, refused, or lost. */
import { type ChangesLine, type Mutation, Problem, type PushAnswer } from '../../shared/protocol.ts'
import { PROTOCOL_VERSION } from '../../shared/version.ts'

export type Answered<T> =
  { outcome: 'answered'; answer: T } | { outcome: 'refused'; code: string } | { outcome: 'lost' }

export interface Wire {
  push(mutations: readonly Mutation[]): Promise<Answered<PushAnswer>>
  /** `onLine` gets what arrives whole, also of an answer that is lost afterwards. */
  changes(cursor: string | undefined, onLine: (line: ChangesLine) => void): Promise<Answered<null>>
}

export function wireTo(origin: string, cookie: string): Wire {
  const client = crypto.randomUUID()
  const headers = { cookie, 'content-type': 'application/json' }

  async function ask<T>(path: string, init: RequestInit, read: (response: Response) => Promise<T>) {
    try {
      const response = await fetch(`${origin}/api/sync/${path}`, { ...init, headers })
      if (response.ok) return { outcome: 'answered' as const, answer: await read(response) }
      const problem = Problem.parse(await response.json())
      return { outcome: 'refused' as const, code: problem.code }
    } catch (error) {
      // What fetch throws when the other end is gone, or its answer ends in the middle.
      if (error instanceof TypeError || error instanceof SyntaxError) return { outcome: 'lost' as const }
      throw error
    }
  }

  return {
    push(mutations) {
      const body = JSON.stringify({ client, protocol: PROTOCOL_VERSION, mutations })
      return ask('push', { method: 'POST', body }, async response => (await response.json()) as PushAnswer)
    },
    changes(cursor, onLine) {
      const query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`
      return ask(`changes${query}`, {}, async response => {
        let rest = ''
        const text = response.body?.pipeThrough(new TextDecoderStream())
        for await (const chunk of text ?? []) {
          const lines = (rest + chunk).split('\n')
          rest = lines.pop() ?? ''
          for (const line of lines) onLine(JSON.parse(line) as ChangesLine)
        }
        return null
      })
    },
  }
}
