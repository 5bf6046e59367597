/** Requests that are loaded when they are first made, over a network that may fail just then. */
import { expect, test } from 'vitest'
import { later } from '../../client/screens/later.ts'

test('[ST3] what could not be loaded once is loaded the next time', async () => {
  let loads = 0
  const accounts = later(async () => {
    if (++loads === 1) throw new TypeError('Failed to fetch dynamically imported module')
    return { session: (name: string) => Promise.resolve(`${name} ✓`) }
  })
  await expect(accounts.session('ani')).rejects.toMatchObject({ code: 'unreachable' })
  expect([await accounts.session('ani'), await accounts.session('Ögü'), loads]).toEqual(['ani ✓', 'Ögü ✓', 2])
})
