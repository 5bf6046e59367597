/** An outage fails everything the same way: some lines a minute say so, and one how many more there were. [OP7] */

const lines = 5
const spanMs = 60_000

/** Beyond them the oldest is told at once. */
const mostKinds = 50

type Entry = Readonly<Record<string, unknown>>

export interface Left {
  event: 'repeated'
  of: unknown
  code?: unknown
  causes?: unknown
  /** How many were not written. */
  times: number
}

interface Kind {
  entry: Entry
  since: number
  written: number
  left: number
}

export interface Repeats {
  /** Whether there is anything to be asked for. */
  isAny(): boolean
  /** Of what is over by now. */
  over(nowMs: number): Left[]
  /** Whether it is to be written. */
  takes(entry: Entry, nowMs: number): boolean
}

export function createRepeats(): Repeats {
  const kinds = new Map<string, Kind>()
  return {
    isAny: () => kinds.size > 0,
    over(nowMs) {
      const ended = [...kinds].filter(
        ([, { since }], at) => isOver(since, nowMs) || at < kinds.size - mostKinds,
      )
      for (const [key] of ended) kinds.delete(key)
      return ended.flatMap(([, { entry, left }]) => (left > 0 ? [leftOf(entry, left)] : []))
    },
    takes(entry, nowMs) {
      const key = JSON.stringify([entry['event'], entry['code'], entry['causes']])
      const known = kinds.get(key) ?? { entry, since: nowMs, written: 0, left: 0 }
      kinds.set(key, known)
      const isTaken = known.written < lines
      if (isTaken) known.written++
      else known.left++
      return isTaken
    },
  }
}

/** Also when the clock was set back. */
const isOver = (since: number, nowMs: number): boolean => Math.abs(nowMs - since) >= spanMs

function leftOf({ event, code, causes }: Entry, times: number): Left {
  return { event: 'repeated', of: event, ...(code !== undefined && { code, causes }), times }
}
