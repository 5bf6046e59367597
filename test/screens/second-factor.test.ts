/** The second factor on the screen: at the entrance, in the settings, and among people. */
import { expect, test, vi } from 'vitest'
import SignInView from '../../client/screens/views/SignInView.vue'
import SecondFactorPanel from '../../client/screens/views/second-factor/SecondFactorPanel.vue'
import { useSession } from '../../client/screens/stores/session.ts'
import { AppError } from '../../shared/errors.ts'
import { defaultPolicy } from '../../shared/policy.ts'
import { settle, stage } from './stage.ts'

test('[AC18] the code is asked for once the password was right, and goes with both', async () => {
  const signIn = vi.fn(async (_: { code?: string }): Promise<never> => {
    throw new AppError('second_factor_needed')
  })
  const { screen } = await stage(SignInView, {
    path: '/sign-in',
    accounts: { signIn, health: async () => ({ status: 'ok', protocol: 4, setup: false }) },
  })
  await screen.findAll('input')[0]!.setValue('sri')
  await screen.findAll('input')[1]!.setValue('kopi')
  expect(screen.findAll('input')).toHaveLength(2)
  await screen.find('form').trigger('submit')
  await settle()
  expect(screen.find('[role="alert"]').exists()).toBe(false)
  await screen.findAll('input')[2]!.setValue('123456')
  expect(document.activeElement).toBe(screen.findAll('input')[2]!.element)
  await screen.find('form').trigger('submit')
  await settle()
  expect(signIn.mock.calls.map(([credentials]) => credentials)).toEqual([
    { username: 'sri', password: 'kopi' },
    { username: 'sri', password: 'kopi', code: '123456' },
  ])
})

test('[AC19] an admin who must have one is told what they cannot do until then', async () => {
  const { screen, settle: rest } = await stage(SecondFactorPanel, { role: 'admin' })
  const session = useSession()
  expect(screen.text()).not.toContain('Admins need one here.')
  const policy = { ...defaultPolicy, secondFactor: 'required' as const }
  session.account = { id: 'user-1', username: 'sri', name: 'Sri', role: 'admin', policy }
  await rest()
  expect(screen.text()).toContain('Admins need one here.')
  session.account = { ...session.account, hasSecondFactor: true }
  await rest()
  expect(screen.text()).toContain('Signing in asks for a code from your app as well.')
})

test('[AC18] recovery codes are made anew by the password and a code, and shown', async () => {
  const renew = vi.fn(async () => ['abcde-fghij', 'ÄÖÜxx-12345'])
  const { screen } = await stage(SecondFactorPanel, { secondFactor: { renew } })
  const session = useSession()
  session.account = { id: 'user-1', username: 'sri', name: 'Sri', role: 'editor', hasSecondFactor: true }
  await settle()
  await screen
    .findAll('button')
    .find(button => button.text() === 'New recovery codes')!
    .trigger('click')
  const [secret, code] = screen.findAll('dialog input')
  await secret!.setValue('kopi')
  await code!.setValue('abcde-fghij')
  await screen.find('dialog form').trigger('submit')
  await settle()
  expect(renew.mock.calls).toEqual([[{ password: 'kopi', code: 'abcde-fghij' }]])
  expect(screen.findAll('li').map(item => item.text())).toEqual(['abcde-fghij', 'ÄÖÜxx-12345'])
})
