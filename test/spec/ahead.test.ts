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

const patient = { waitMs: 1000, pause: (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms)) }

describe('Reading ahead', () => {
  test('[PG6] items come in order, and an error after the items before it', async () => {
    const { source } = counter(5)
    const got: number[] = []
    const reading = (async () => {
      for await (const each of ahead(source, { ...patient, most: 3 })) got.push(...each)
    })()
    await expect(reading).rejects.toThrow('cut off')
    expect(got).toEqual([1, 2, 3, 4, 5])
  })

  test('[PG6] the next items are read while the first are at work, and not more than that', async () => {
    const { heard, source } = counter(100)
    for await (const batch of ahead(source, { ...patient, most: 4 })) {
      await new Promise(resolve => setTimeout(resolve, 0))
      expect(batch).toHaveLength(4)
      expect(heard.asked - (batch.at(-1) ?? 0)).toBeLessThanOrEqual(4)
      if (batch.includes(10)) break
    }
    await expect.poll(() => heard.ended).toBe(true)
    expect(heard.asked).toBeLessThanOrEqual(16)
  })

  test('[PG6] what comes slowly is handed over as far as it has come', async () => {
    const turns: (() => void)[] = []
    const turn = () => new Promise<void>(resolve => turns.push(resolve))
    async function* slow() {
      yield 1
      yield 2
      await turn()
      yield 3
    }
    const got: number[][] = []
    for await (const batch of ahead(slow(), { most: 10, waitMs: 5, pause: patient.pause })) {
      got.push(batch)
      turns.pop()?.()
    }
    expect(got).toEqual([[1, 2], [3]])
  })

  test('an empty source ends at once', async () => {
    const items: never[] = []
    for await (const each of ahead(
      (async function* () {
        yield* []
      })(),
      { ...patient, most: 4 },
    ))
      items.push(...each)
    expect(items).toEqual([])
  })
})
