/**
 * A mutation that makes the server fail must not hold up the others. After a failure smaller batches go out,
 * down to one mutation; one that alone fails five times is set aside for a person.
 */
import { pushMutations } from '../../shared/limits.ts'
import type { OutboxRow } from '../db/outbox.ts'

const failuresAllowed = 5

export class Suspicion {
  /** Mutations in the next batch, at most. */
  limit = pushMutations
  private readonly failures = new Map<string, number>()

  /** The server failed over this batch. Returns the row to set aside, once it is certain. */
  failed(batch: readonly OutboxRow[]): OutboxRow | null {
    const [only] = batch
    this.limit = Math.max(1, Math.floor(batch.length / 2))
    if (!only || batch.length > 1) return null
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
