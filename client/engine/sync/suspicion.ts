/**
 * A mutation over which sending fails must not hold up the others. After a failure smaller batches go out, down to one
 * mutation. One over which the server says five times that it has failed is set aside for a person. Where nobody
 * answers, or somebody in between, that counts only if the server has answered something else a moment before, and seven
 * times; meanwhile the others go first.
 */
import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import { pushMutations } from '../../../shared/limits.ts'
import type { OutboxRow, Parked } from '../disk/outbox.ts'

/** [OB10] [OB15] Failures after which one is set aside. */
const allowed = { server_failed: 5, no_answer: 7 }

/** [OB15] Tried at once so often, as on a weak line; then after pauses of two minutes, four, eight and sixteen. */
const triesAtOnce = 3
const firstPauseMs = 2 * 60_000

const unanswered: readonly ErrorCode[] = ['unreachable', 'unavailable', 'timed_out']

type Sent = Pick<OutboxRow, 'mutation'>

/** What is known against a mutation. */
interface Blame {
  failures: number
  /** [OB15] When it was not answered last, alone, while the server was there; ms since 1970. 0: the server has failed. */
  strayedAt: number
}

/** Nobody has answered, or somebody in between. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof AppError && unanswered.includes(error.code)
}

/** Set aside unanswered: nobody knows whether it was applied, and what takes it back must go out all the same. */
export function isUncertain(parked: Parked | null): boolean {
  if (parked?.outcome !== 'rejected') return false
  return parked.issues.some(({ code }) => code in allowed)
}

/** Something to set aside, and why. */
export interface Culprit<T> {
  row: T
  parked: Parked
}

export class Suspicion {
  /** Mutations in the next batch, at most. */
  limit = pushMutations
  /** The last push was not answered: before the next one the server is asked for something else. */
  isDoubting = false
  /** The server has answered a moment ago. */
  isHeard = false
  private readonly blames = new Map<string, Blame>()

  /** 0: it has not gone astray. */
  private strayedAt({ mutation: { id } }: Sent): number {
    return this.blames.get(id)?.strayedAt ?? 0
  }

  isStray(row: Sent): boolean {
    return this.strayedAt(row) > 0
  }

  /** The strays whose pause is over; those that have waited longest first. */
  due<T extends Sent>(rows: readonly T[], now: number): T[] {
    const isDue = (row: T): boolean => {
      const { failures = 0, strayedAt = 0 } = this.blames.get(row.mutation.id) ?? {}
      const pauseMs = failures < triesAtOnce ? 0 : firstPauseMs * 2 ** (failures - triesAtOnce)
      // The clock may have jumped back.
      return strayedAt > 0 && (now < strayedAt || now >= strayedAt + pauseMs)
    }
    return rows.filter(isDue).sort((a, b) => this.strayedAt(a) - this.strayedAt(b))
  }

  /** What became of this batch. Returns what to set aside, once it is certain. */
  failed<T extends Sent>(batch: readonly T[], error: unknown, now: number): Culprit<T> | null {
    if (!(error instanceof AppError)) return null
    const { isHeard } = this
    this.isHeard = false
    if (isUnanswered(error)) this.isDoubting = true
    const [row] = batch
    const isOver = error.code === 'internal'
    const isThere = isHeard || error.code !== 'unreachable'
    if (!row || !(isOver || (isThere && isUnanswered(error)))) return null
    // [ST3] A line may be too slow for much, or what stands before the server too narrow.
    this.limit = Math.max(1, Math.floor(batch.length / 2))
    if (batch.length > 1 || !(isOver || isHeard)) return null
    const { id } = row.mutation
    const failures = (this.blames.get(id)?.failures ?? 0) + 1
    this.blames.set(id, { failures, strayedAt: isOver ? 0 : now })
    const code = isOver ? 'server_failed' : 'no_answer'
    if (failures < allowed[code]) return null
    this.blames.delete(id)
    return { row, parked: { outcome: 'rejected', issues: [{ field: '', code }] } }
  }

  /** `settled`: how many of them. What only waits for another leaves the one in doubt beside the next batch. */
  succeeded(batch: readonly Sent[], settled: number): void {
    if (settled > 0) this.limit = Math.min(pushMutations, this.limit * 2)
    this.isDoubting = false
    this.isHeard = true
    for (const { mutation } of batch) this.blames.delete(mutation.id)
  }
}
