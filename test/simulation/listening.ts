/** [SC2] Listens to what the server answers people: no answer says anything of what they may not see at that moment. */
import { type Joined, splitTexts } from '../../shared/joined-texts.ts'
import { kinds } from '../../shared/kinds.ts'
import type { ChangesLine, DigestAnswer, Withdrawal } from '../../shared/protocol.ts'
import { shortOf } from './ledger.ts'
import type { Moments } from './moments.ts'

interface Asked {
  person: string
  path: string
  /** The moment at which it came to the server. */
  since: number
}

export class Listening {
  private readonly moments: Moments
  private readonly leaks: string[] = []

  constructor(moments: Moments) {
    this.moments = moments
  }

  /** What leaked since this was asked. */
  leaksSince(): string[] {
    return this.leaks.splice(0)
  }

  /** The answer, which is looked at as it is read: asked for sooner, it would be another one. */
  async hear(person: string, path: string, answer: () => Promise<Response>): Promise<Response> {
    const asked = { person, path: path.split('?')[0] ?? '', since: this.moments.last }
    const response = await answer()
    if (!response.ok || !response.body) return response
    const isLines = asked.path.endsWith('/changes') || asked.path.endsWith('/records')
    const utf8 = new TextDecoder()
    let text = ''
    const passed = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        text += utf8.decode(chunk, { stream: true })
        const lines = text.split('\n')
        if (isLines) text = lines.pop() ?? ''
        if (isLines) for (const line of lines) if (line) this.hearLine(asked, line)
        controller.enqueue(chunk)
      },
      flush: () => {
        if (!isLines) this.hearWhole(asked, text)
      },
    })
    return new Response(response.body.pipeThrough(passed), response)
  }

  private hearLine(asked: Asked, text: string): void {
    const { uid: uids, version } = splitTexts(JSON.parse(text) as Joined<ChangesLine>)
    for (const [slot, uid] of uids.entries())
      if (!this.moments.couldSee(asked.person, asked.since, { uid, version: version[slot] }))
        this.note(asked, shortOf(uid))
  }

  private hearWhole(asked: Asked, text: string): void {
    const { results = [], kinds: sums = {} } = JSON.parse(text) as Partial<
      DigestAnswer & { results: Withdrawal[] }
    >
    for (const result of results) {
      const record = 'record' in result ? result.record : null
      if (record && !this.moments.couldHear(asked.person, asked.since, record))
        this.note(asked, shortOf(record.uid))
    }
    for (const [name, buckets] of Object.entries(sums)) this.hearSums(asked, name, buckets)
  }

  private hearSums(asked: Asked, name: string, buckets: readonly (string | null)[]): void {
    const kind = kinds.find(each => each.name === name)
    const right = kind ? this.moments.sumsSince(asked.person, asked.since, kind) : []
    for (const [bucket, sum] of buckets.entries())
      if (sum !== null && !right.some(each => each[bucket] === sum)) this.note(asked, `${name} ${bucket}`)
  }

  private note({ person, path }: Asked, what: string): void {
    this.leaks.push(`${path} tells ${person} of ${what}, which is out of their sight`)
  }
}
