/** Floods, for two seconds each: what they leave behind, and that a neighbour goes on working. */
import { describe, expect, test } from 'vitest'
import { floods } from './floods.ts'
import { runSmall } from './run-small.ts'

async function flooded(name: string) {
  const { violations, measured } = await runSmall(
    floods.find(each => each.name === name)!,
    { count: 2 },
  )
  expect(violations).toEqual([])
  expect(measured['saves of the neighbour']).toBeGreaterThan(0)
  return measured
}

describe('A flood', () => {
  test('[CE1, AU3] of wrong passwords is refused, and leaves no rows but some of the audit', async () => {
    const measured = await flooded('flood-sign-ins')
    expect(measured['answers 429']).toBeGreaterThan(0)
    const written = Object.keys(measured).filter(name => name.startsWith('rows more in '))
    // Those of the neighbour's saves.
    const own = ['commits', 'ledger', 'counters', 'clients', 'record_b'].map(table => `rows more in ${table}`)
    expect(written.filter(name => !own.includes(name))).toEqual(['rows more in audit'])
    expect(measured['rows more in audit']).toBeLessThanOrEqual(1_000)
  })

  test('[CE2] of pushes is told when to come back', async () => {
    expect((await flooded('flood-pushes'))['answers 429']).toBeGreaterThan(0)
  })

  test('[CE2] of event streams holds no more than one person may', async () => {
    expect((await flooded('flood-streams'))['streams that one person holds open']).toBe(20)
  })

  test('[CE4] of slow bodies from nobody is not waited for', async () => {
    expect((await flooded('flood-slow-bodies'))['bodies held open at the end']).toBe(0)
  })
})
