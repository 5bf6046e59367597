/** Chance from a seed. Where processes race, the seed decides what is done, not what it meets. */
import { seededBytes } from '../support/random.ts'

export class Random {
  readonly #bytes: (count: number) => Uint8Array

  constructor(seed: number) {
    this.#bytes = seededBytes(seed)
  }

  /** A whole number from 0 up to, but not including, the end; at most 2^32. */
  below(end: number): number {
    const number = this.#bytes(4).reduce((sum, byte) => sum * 256 + byte, 0)
    return Math.floor((number / 2 ** 32) * end)
  }

  chance(probability: number): boolean {
    return this.below(1_000_000) < probability * 1_000_000
  }

  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.below(choices.length)]
    if (choice === undefined) throw new Error('Nothing to pick from')
    return choice
  }

  bytes(count: number): Uint8Array {
    return this.#bytes(count)
  }
}
