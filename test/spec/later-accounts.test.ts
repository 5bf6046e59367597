/** The accounts, loaded when they are first asked for, over a network that may fail just then. */
import { expect, test } from 'vitest'
import { laterAccounts } from '../../client/screens/later-accounts.ts'
import type { Accounts } from '../../client/screens/accounts.ts'

test('[ST3] what could not be loaded once is loaded the next time', async () => {
  let loads = 0
  const accounts = laterAccounts(async () => {
    if (++loads === 1) throw new TypeError('Failed to fetch dynamically imported module')
    return { session: () => Promise.resolve(null) } as Partial<Accounts> as Accounts
  })
  await expect(accounts.session()).rejects.toMatchObject({ code: 'unreachable' })
  expect([await accounts.session(), await accounts.session(), loads]).toEqual([null, null, 2])
})
