/** Senseless requests, records as strange as the rules allow, and answers that end too early. */
import { describe, expect, test } from 'vitest'
import { binariesFolder } from '../contract/postgres.ts'
import { agreement } from './agreement.ts'
import { cuts } from './cuts.ts'
import { fuzz } from './fuzz.ts'
import { runSmall } from './run-small.ts'

/** As `npm test` says, too, where there is no PostgreSQL. */
const databases = binariesFolder() === undefined ? ['SQLite'] : ['SQLite', 'PostgreSQL']

describe('Inputs', () => {
  test('[RQ1, RQ6] 1,000 senseless requests to each database: no 5xx, no invalid row, each refusal a problem', async () => {
    const { violations, measured } = await runSmall(fuzz, { count: 1000 })
    expect(violations).toEqual([])
    for (const database of databases) {
      expect(measured[`${database}: answers 4xx`]).toBeGreaterThan(500)
      expect(measured[`${database}: records afterwards, all valid`]).toBeGreaterThan(10)
    }
  })

  test('[PG1, VA4, VA8, VA9] what is accepted comes back identical from each database and from the device', async () => {
    const { violations, measured } = await runSmall(agreement, { count: 400 })
    expect(violations).toEqual([])
    for (const database of databases)
      expect(measured).toMatchObject({
        [`${database}: records`]: 400,
        [`${database}, then IndexedDB: records`]: 400,
      })
  })

  test('[PU2, OB5, CH3] twenty answers, each cut at five places: the next sync brings all in order', async () => {
    const { violations, measured } = await runSmall(cuts, { count: 5 })
    expect(violations).toEqual([])
    expect(measured['answers']).toBe(20)
    expect(measured['cuts']).toBeGreaterThanOrEqual(80)
  })
})
