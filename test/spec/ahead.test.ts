import { describe, expect, test } from 'vitest'
import { ahead } from '../../client/engine/sync/ahead.ts'

/** Counts up; says how many were asked for, and whether somebody said that no more are wanted. */
function counter(until: number) {
  const heard = { asked: 0, ended: false }
  async function* numbers() {
    try {
      while (heard.asked < until) yield ++heard.asked
      throw new Error('cut off')
    } finally {
      heard.ended = true
    }
  }
  return { heard, source: numbers() }
}

describe('Reading ahead', () => {
  test('[PG6] items come in order, and an error after the items before it', async () => {
    const { source } = counter(5)
    const got: number[] = []
    const reading = (async () => {
      for await (const each of ahead(source, 3)) got.push(each)
    })()
    await expect(reading).rejects.toThrow('cut off')
    expect(got).toEqual([1, 2, 3, 4, 5])
  })

  test('[PG6] the next items are read while the first is at work, and not more than that', async () => {
    const { heard, source } = counter(100)
    for await (const each of ahead(source, 4)) {
      await new Promise(resolve => setTimeout(resolve, 0))
      expect(heard.asked).toBe(Math.max(4, each + 3))
      if (each === 10) break
    }
    await expect.poll(() => heard.ended).toBe(true)
    expect(heard.asked).toBeLessThanOrEqual(14)
  })

  test('an empty source ends at once', async () => {
    const items: never[] = []
    for await (const each of ahead(
      (async function* () {
        yield* []
      })(),
      4,
    ))
      items.push(each)
    expect(items).toEqual([])
  })
})
