/** What stands before a person's data, on the screen. */
import { describe, expect, test } from 'vitest'
import App from '../../client/screens/App.vue'
import SettingsView from '../../client/screens/views/SettingsView.vue'
import type { Account } from '../../client/screens/accounts.ts'
import { useSession } from '../../client/screens/stores/session.ts'
import { defaultPolicy } from '../../shared/policy.ts'
import { settle, stage, type StageOptions } from './stage.ts'

const dayMs = 24 * 60 * 60 * 1000
const now = Date.parse('2026-01-05T08:30:00Z')
const sri: Account = { id: 'user-1', username: 'sri', name: 'Sri Wahyuni', role: 'editor' }

async function opened(account: Account, options: StageOptions = {}) {
  const signedIn = {
    read: async () => ({ outcome: 'stored' as const, value: { account, owesFarewell: false } }),
  }
  const on = await stage(App, { signedIn, ...options })
  await useSession().open()
  await settle()
  return on
}

describe('A browser that has not heard from the server', () => {
  const policy = { ...defaultPolicy, deviceLock: 'off' as const, offlineDays: 30 }

  test.each([
    [30, 'open'],
    [31, 'overdue'],
  ])('[LK6] for %i days is %s', async (days, state) => {
    await opened({ ...sri, policy, askedAt: now - days * dayMs - (days > 30 ? 1 : 0) })
    expect(useSession().opening.state).toBe(state)
  })

  test('[LK6] says so, and opens once it has', async () => {
    const accounts = { session: async () => ({ account: { ...sri, policy }, revoked: [] }) }
    const on = await opened({ ...sri, policy, askedAt: now - 40 * dayMs }, { accounts })
    await on.settle()
    expect(on.screen.text()).toContain('has not reached the server for more than 30 days')
    await on.screen.get('button').trigger('click')
    await on.settle()
    expect(useSession().opening.state).toBe('open')
  })

  test('[LK6] whose clock was never compared is not', async () => {
    await opened({ ...sri, policy })
    expect(useSession().opening.state).toBe('open')
  })
})

describe('Wrong tries', () => {
  const lock = { isPassword: false, passkeys: [], triesAtMost: 10, nextTryAt: 0, isWrong: true }

  test.each([
    [2, 4, []],
    [3, 0, ['After 7 more wrong tries']],
    [3, 4, ['After 7 more wrong tries', '4 changes that have not been sent would be lost']],
  ])(
    '[LK4] [LK7] after %i of them, with %i unsent, it is said what the last one costs',
    async (tries, unsent, said) => {
      localStorage.setItem('records.unsettled', '{}')
      const on = await opened(
        { ...sri, policy: { ...defaultPolicy, deviceLock: 'required' } },
        { engine: { open: async () => ({ outcome: 'locked', lock: { ...lock, tries } }) } },
      )
      localStorage.setItem('records.unsettled', JSON.stringify({ 'user-1': unsent }))
      await useSession().open()
      await on.settle()
      const words = on.screen.text()
      const all = ['After 7 more wrong tries', '4 changes that have not been sent would be lost']
      expect(all.filter(sentence => words.includes(sentence))).toEqual(said)
    },
  )
})

describe('Changing one’s password', () => {
  test.each([true, false])('[AC17] [LK1] a lock that opens with it follows: %s', async isPassword => {
    const asked: unknown[] = []
    const on = await stage(SettingsView, {
      accounts: { changePassword: async change => void asked.push(change) },
      engine: {
        protection: async () => ({
          outcome: 'read',
          protection: { isLocked: true, isPassword, passkeys: 0 },
        }),
        async changeLock(change) {
          asked.push(change)
          return { outcome: 'changed' }
        },
      },
    })
    const buttons = () => on.screen.findAll('button')
    await buttons()
      .find(each => each.text() === 'Change password')
      ?.trigger('click')
    const [current, next] = on.screen.findAll('dialog input')
    await current?.setValue('kopi lama sekali')
    await next?.setValue('teh baru sekali')
    await on.screen.get('dialog form').trigger('submit')
    await on.settle()
    const followed = {
      change: 'passphrase',
      from: 'kopi lama sekali',
      to: { passphrase: 'teh baru sekali', isPassword: true },
    }
    const sent = { currentPassword: 'kopi lama sekali', newPassword: 'teh baru sekali' }
    expect(asked).toEqual(isPassword ? [sent, followed] : [sent])
  })
})
