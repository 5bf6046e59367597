/** Webhooks on the screen: how each stands in plain words, making one, starting one again, ending one. */
import { describe, expect, test, vi } from 'vitest'
import ProgramsView from '../../client/screens/views/programs/ProgramsView.vue'
import type { WebhookMessage, WebhookTold } from '../../client/screens/programs.ts'
import { webhookFailures } from '../../shared/webhooks.ts'
import { AppError } from '../../shared/errors.ts'
import { stage, type StageOptions } from './stage.ts'

const warehouse: WebhookTold = {
  id: 'w-1',
  userId: 'user-2',
  username: 'budi',
  name: 'Warehouse Ñ',
  url: 'https://hooks.example/records?of=us',
  kinds: ['record_b', 'device', 'of_a_later_version'],
  madeAt: '2025-12-01T07:00:00.000Z',
  state: 'sending',
  delivered: 1_240,
  deliveredAt: '2026-01-05T08:18:00.000Z',
  failure: null,
  nextAt: null,
}
const failed = { why: 'refused', status: 503, at: '2026-01-05T08:25:00.000Z', count: 3 }

async function webhooksOf(webhooks: WebhookTold[], options: StageOptions = {}) {
  const programs = { tokens: async () => [], webhooks: async () => webhooks, ...options.programs }
  const on = await stage(ProgramsView, {
    ...{ path: '/programs', isOpen: true, role: 'admin' as const },
    ...options,
    programs,
  })
  const press = async (text: string) => {
    await on.screen
      .findAll('button')
      .filter(button => button.text() === text)
      .at(-1)!
      .trigger('click')
    await on.settle()
  }
  return { ...on, press, said: () => on.screen.text().replace(/\s+/g, ' ') }
}

describe('Webhooks', () => {
  test('[WH7] say whom they tell of what, with whose sight, and their last delivery', async () => {
    const { said } = await webhooksOf([warehouse])
    expect(said()).toContain(
      'with the sight of budi · Record B, Devices, of_a_later_version · made Dec 1, 2025',
    )
    expect(said()).toContain('last delivery 12 minutes ago · 1,240 deliveries')
    expect(said()).toContain('https://hooks.example/records?of=us')
    expect(said()).not.toContain('Failed')
  })

  test('[WH7] one that fails says why, and when it is tried again', async () => {
    const nextAt = '2026-01-05T08:40:00.000Z'
    const { said } = await webhooksOf([{ ...warehouse, state: 'failing', failure: failed, nextAt }])
    expect(said()).toContain('Warehouse ÑFailing')
    expect(said()).toContain(
      'Failed 3 times in a row, last 5 minutes ago: the program answered 503. It is tried again at',
    )
  })

  test('[WH7] one that has stopped says what to do, and is started again', async () => {
    const startWebhook = vi.fn(async () => {})
    const stopped = { ...warehouse, state: 'stopped' as const, failure: failed }
    const { press, said } = await webhooksOf([stopped], { programs: { startWebhook } })
    expect(said()).toContain('Nothing is sent any more. Mend the receiver, then start it again')
    await press('Start again')
    expect(startWebhook.mock.calls).toEqual([['w-1']])
  })

  test('[WH7] one whose account is disabled says so', async () => {
    const { said } = await webhooksOf([{ ...warehouse, state: 'account_disabled' }])
    expect(said()).toContain('Its account is disabled: nothing is sent until that is enabled.')
  })

  test.each([...webhookFailures, 'of_a_later_version'])(
    '[WH7] that it failed by %s is put into words',
    async why => {
      const failure = { ...failed, why }
      const { said } = await webhooksOf([{ ...warehouse, state: 'failing', failure }])
      expect(/last 5 minutes ago: ([^.]+)\./.exec(said())?.[1]).toMatch(/^[a-z 0-9(),]+$/)
    },
  )

  async function makeOne(
    makeWebhook = vi.fn(async (_: WebhookMessage) => ({ id: 'w-2', secret: 'whsec_R2VoZWlt' })),
  ) {
    const person = { id: 'user-2', username: 'budi', name: 'Budi', role: 'viewer' as const, disabled: false }
    const gone = { ...person, id: 'user-3', username: 'citra', disabled: true }
    const accounts = { listUsers: async () => [person, gone] }
    const on = await webhooksOf([], { programs: { makeWebhook }, accounts })
    await on.press('New webhook')
    const [name, url] = on.screen.findAll('dialog input:not([type=checkbox])')
    await name!.setValue('Warehouse')
    await url!.setValue(' https://hooks.example/ ')
    await on.screen.findAll('dialog select')[0]!.setValue('user-2')
    return {
      ...on,
      makeWebhook,
      submit: () => on.screen.find('dialog form').trigger('submit').then(on.settle),
    }
  }

  test('[WH7] one is made for kinds, with the sight of an account; its secret is shown once', async () => {
    const { screen, said, submit, press, makeWebhook } = await makeOne()
    expect(screen.findAll('dialog select')[0]!.text()).toBe('budi')
    await submit()
    expect(said()).toContain('Choose of what it tells.')
    expect(makeWebhook).not.toHaveBeenCalled()
    await screen.findAll('dialog input[type=checkbox]')[0]!.setValue(true)
    await screen.findAll('dialog select')[1]!.setValue('everything')
    await submit()
    const message = { name: 'Warehouse', url: 'https://hooks.example/', userId: 'user-2', from: 'everything' }
    expect(makeWebhook.mock.calls).toEqual([[{ ...message, kinds: ['record_a'] }]])
    expect(said()).toContain('whsec_R2VoZWlt')
    await press('I have kept it')
    expect(screen.html()).not.toContain('whsec_')
  })

  test('[WH7] an address that the server does not take is said, with what to do', async () => {
    const { screen, said, submit } = await makeOne(
      vi.fn(() => Promise.reject(new AppError('invalid_request'))),
    )
    await screen.findAll('dialog input[type=checkbox]')[0]!.setValue(true)
    await submit()
    expect(said()).toContain('The server does not send to this address.')
  })

  test('[WH7] one is ended after a question', async () => {
    const endWebhook = vi.fn(async () => {})
    const { press, said } = await webhooksOf([warehouse], { programs: { endWebhook } })
    await press('End')
    expect(said()).toContain('End the webhook Warehouse Ñ?')
    expect(endWebhook).not.toHaveBeenCalled()
    await press('End')
    expect(endWebhook.mock.calls).toEqual([['w-1']])
  })

  test('[WH7] they are for admins; what cannot be had is said, and asked for again', async () => {
    const webhooks = vi.fn(() => Promise.reject(new AppError('second_factor_required')))
    const { said, press } = await webhooksOf([], { programs: { webhooks } })
    expect(said()).toContain('second factor')
    await press('Try again')
    expect(webhooks).toHaveBeenCalledTimes(2)
    const other = await webhooksOf([warehouse], { role: 'manager' })
    expect(other.said()).not.toContain('Webhook')
  })
})
