/** A server that is worn for a while: nothing of it grows. */
import { expect, test } from 'vitest'
import { runSmall } from './run-small.ts'
import { soak } from './soak.ts'

test('[SV3] twenty busy clients leave memory, open files and the log of writes flat', async () => {
  const { violations, measured } = await runSmall(soak, { count: 5 })
  expect(violations).toEqual([])
  expect(measured['requests']).toBeGreaterThan(10_000)
})
