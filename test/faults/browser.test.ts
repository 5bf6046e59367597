/** A real browser that is killed, and whose storage fails. */
import { describe, expect, test } from 'vitest'
import { justSignedIn } from './just-signed-in.ts'
import { killBrowser } from './kill-browser.ts'
import { killedUpgrade } from './killed-upgrade.ts'
import { runSmall } from './run-small.ts'
import { storageFaults } from './storage-faults.ts'

describe('In a real browser', () => {
  test('[OB1] what was called saved is there after the browser or its tab was killed', async () => {
    const { violations, measured } = await runSmall(killBrowser, { count: 2 })
    expect(violations).toEqual([])
    expect(measured).toMatchObject({ 'browsers killed': 1, 'tabs killed': 1, 'arrived on the server': 2 })
  })

  test('[AC5, OB1, ST4] killed right after signing in it opens with the work, and asks for a sign-in to send it', async () => {
    const { violations, measured } = await runSmall(justSignedIn, { count: 1 })
    expect(violations).toEqual([])
    expect(measured).toMatchObject({ 'browsers killed': 1, 'arrived on the server': 1 })
  })

  test('[UP1, UP2] an upgrade of the database is whole or has not begun; an older app says that it is older', async () => {
    const { violations, measured } = await runSmall(killedUpgrade, { count: 1 })
    expect(violations).toEqual([])
    expect(measured).toMatchObject({
      'upgrades killed': 1,
      'records that wait': 3_072,
      'lists shown by the older app': 0,
    })
  })

  test('[UI2, OB1] whichever way storage fails, the text stays, a message says so, and saving works afterwards', async () => {
    const { violations, measured } = await runSmall(storageFaults, { count: 12 })
    expect(violations).toEqual([])
    expect(measured['injections']).toBe(12)
    for (const fault of ['quota', 'abort', 'lost', 'blocked'])
      expect(measured[`${fault}: told`], fault).toBeGreaterThan(0)
  })
})
