/** Somebody who edits records of their own without end, and sends each batch until it is answered. */
import type { Mutation, PushAnswer, ServerRecord } from '../../shared/protocol.ts'
import { a, create, remove, update } from '../contract/edits.ts'
import type { Random } from './random.ts'

const words = ['Dewi', 'O’Neil', '👩‍👩‍👧', '', ' ', 'Ünïcødé', '<b>', '‮x', 'a'.repeat(20), '0042']

export class Writer {
  /** Mutations the server said it applied. */
  readonly acknowledged = new Set<string>()
  readonly #records = new Map<string, ServerRecord>()
  readonly #random: Random
  #batch: Mutation[] = []

  constructor(random: Random) {
    this.#random = random
  }

  /** The batch to send: the last one again, until its answer has been heard. */
  batch(): readonly Mutation[] {
    if (this.#batch.length === 0) this.#batch = this.#newBatch()
    return this.#batch
  }

  /** Returns what should not have been answered. Nobody else writes these records: all must be applied. */
  hear({ results }: PushAnswer): string[] {
    const wrong: string[] = []
    for (const [i, mutation] of this.#batch.entries()) {
      const result = results[i]
      if (result?.id !== mutation.id || result.outcome !== 'applied') {
        wrong.push(`${mutation.op} of a ${mutation.kind} was answered ${JSON.stringify(result)}`)
        continue
      }
      this.acknowledged.add(mutation.id)
      if (result.record) this.#records.set(mutation.uid, result.record)
      else this.#records.delete(mutation.uid)
    }
    this.#batch = []
    return wrong
  }

  #newBatch(): Mutation[] {
    const random = this.#random
    const batch: Mutation[] = []
    for (let left = 1 + random.below(5); left > 0; left--) {
      const free = [...this.#records.values()].filter(
        record => record.kind === 'record_b' && !batch.some(mutation => mutation.uid === record.uid),
      )
      const choice = free.length < 5 ? 0 : random.below(10)
      if (choice === 9) batch.push(...this.#pair())
      else if (choice < 5) batch.push(create('record_b', { ...a.recordB().fields, nama: this.#words() }))
      else batch.push(this.#change(random.pick(free), choice === 8))
    }
    return batch
  }

  /** A Device and somebody on it, who refers to it before it has an id. */
  #pair(): Mutation[] {
    const device = a.device(this.#words())
    return [device, a.recordA({ uid: device.uid }, { name: this.#words() })]
  }

  #change(record: ServerRecord, isDelete: boolean): Mutation {
    const mutation = isDelete
      ? remove(record)
      : update(record, { nama: [record.fields['nama'], this.#words()] })
    return mutation as Mutation
  }

  #words(): string {
    const random = this.#random
    return `${random.pick(words)}${random.below(1e9)}${random.pick(words)}`
  }
}
