/** Reads what comes before it is asked for, and hands over together what has come by then. */

type Next<T> = IteratorResult<T, unknown>

interface Options {
  /** Items handed over together, and read ahead. */
  most: number
  /** How long the first of them waits for others; ms. */
  waitMs: number
  pause(milliseconds: number): Promise<void>
}

/**
 * Batches of what comes over the network, while the one before is being stored. In order; an error comes after the items
 * before it.
 */
export async function* ahead<T>(
  source: AsyncIterable<T>,
  { most, waitMs, pause }: Options,
): AsyncGenerator<T[], void, undefined> {
  const iterator = source[Symbol.asyncIterator]()
  const asked: Promise<Next<T>>[] = []
  const next = (): Promise<Next<T>> => {
    while (asked.length < most) {
      const answer = iterator.next()
      // An error is thrown where its item is awaited; a reader that has left does not care.
      answer.catch(() => {})
      asked.push(answer)
    }
    return asked[0] ?? iterator.next()
  }
  try {
    for (;;) {
      const first = await next()
      if (first.done) return
      void asked.shift()
      const batch = [first.value]
      const isLate = pause(waitMs).then(() => null)
      while (batch.length < most) {
        // An error, and the end, are met once more by the next batch, behind this one.
        const result = await Promise.race([next(), isLate]).catch(() => null)
        if (!result || result.done) break
        void asked.shift()
        batch.push(result.value)
      }
      yield batch
    }
  } finally {
    // Not waited for: the source ends once it has answered, and the network may never answer.
    iterator.return?.().catch(() => {})
  }
}
