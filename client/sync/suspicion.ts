/**
 * A mutation that makes the server fail must not hold up the others. After a failure smaller batches go out,
 * down to one mutation; one that alone fails five times is set aside for a person.
 */
import { AppError, type ErrorCode } from '../../shared/errors.ts'
import { pushMutations } from '../../shared/limits.ts'
import type { OutboxRow } from '../db/outbox.ts'

const failuresAllowed = 5

/** [ST3] After these less is sent at once: a line may be too slow for much, or what stands before the server too narrow. */
const smaller: readonly ErrorCode[] = ['internal', 'unavailable', 'timed_out']

export class Suspicion {
  /** Mutations in the next batch, at most. */
  limit = pushMutations
  private readonly failures = new Map<string, number>()

  /** What became of this batch. Returns the one to set aside, once it is certain that the server fails over it. */
  failed<T extends Pick<OutboxRow, 'mutation'>>(batch: readonly T[], error: unknown): T | null {
    if (!(error instanceof AppError) || !smaller.includes(error.code)) return null
    const [only] = batch
    this.limit = Math.max(1, Math.floor(batch.length / 2))
    if (error.code !== 'internal' || !only || batch.length > 1) return null
    const { id } = only.mutation
    const count = (this.failures.get(id) ?? 0) + 1
    this.failures.set(id, count)
    if (count < failuresAllowed) return null
    this.failures.delete(id)
    return only
  }

  succeeded(): void {
    this.limit = Math.min(pushMutations, this.limit * 2)
  }
}
