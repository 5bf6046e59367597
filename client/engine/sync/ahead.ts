/**
 * Reads up to `count` items before they are asked for: what comes over the network arrives while what came before is
 * being stored. In order; an error comes after the items before it.
 */
export async function* ahead<T>(source: AsyncIterable<T>, count: number): AsyncGenerator<T, void, undefined> {
  const iterator = source[Symbol.asyncIterator]()
  const asked: Promise<IteratorResult<T>>[] = []
  function ask(): void {
    const next = iterator.next()
    // An error is thrown where its item is awaited; a reader that has left does not care.
    next.catch(() => {})
    asked.push(next)
  }
  try {
    for (;;) {
      while (asked.length < count) ask()
      const result = await asked.shift()
      if (!result || result.done) return
      yield result.value
    }
  } finally {
    // Not waited for: the source ends once it has answered, and the network may never answer.
    iterator.return?.().catch(() => {})
  }
}
