/** The audit on the screen: sentences, filters, pages, and the file. */
import { expect, test, vi } from 'vitest'
import AuditView from '../../client/screens/views/audit/AuditView.vue'
import type { AuditRow } from '../../shared/audit.ts'
import { AppError } from '../../shared/errors.ts'
import { settle, stage, type StageOptions } from './stage.ts'

const role: AuditRow = {
  ...{
    seq: 7,
    at: '2026-01-05T08:30:00.000Z',
    actorId: 'u1',
    actor: 'ayu',
    browser: 'b',
    address: '10.0.0.7',
  },
  ...{ action: 'role_changed', targetId: 'u2', target: 'budi', outcome: 'ok', code: '' },
  details: '{"role":"editor"}',
}
const wrong: AuditRow = {
  ...{ ...role, seq: 6, actor: '', actorId: '', action: 'sign_in', target: '#0123456789abcdef' },
  ...{ outcome: 'refused', code: 'wrong_credentials', details: '{}' },
}

async function audit(options: StageOptions = {}) {
  const on = await stage(AuditView, { role: 'admin', path: '/audit', ...options })
  return { ...on, said: () => on.screen.text().replace(/\s+/g, ' ') }
}
const pause = () => new Promise(resolve => setTimeout(resolve, 350))

test('[AU4] each act is a sentence, with when and from where; a refused one says why', async () => {
  const page = async () => ({ rows: [role, wrong], next: null })
  const { said } = await audit({ audit: { page } })
  expect(said()).toContain('ayu · Role of budi changed, now Editor')
  expect(said()).toContain('from 10.0.0.7')
  expect(said()).toContain('Somebody · Sign-in as #0123456789abcdefRefused')
  expect(said()).toContain('Wrong user name or password.')
})

test('[AU4] [SC7] [SC10] of several people at once their number is said, and how work that was handed over ended', async () => {
  const many = {
    ...role,
    action: 'grants_changed',
    target: '',
    details: '{"people":3,"given":1,"taken":0}',
  } as const
  const ended = {
    ...role,
    action: 'handed_work_ended',
    details: '{"kind":"record_a","end":"taken"}',
  } as const
  const { said } = await audit({ audit: { page: async () => ({ rows: [many, ended], next: null }) } })
  expect(said()).toContain('What 3 people may see changed')
  expect(said()).toContain('Work that budi handed over looked at, taken over')
})

test('[OP8] a failure of the server says by which number it is found there, another one does not', async () => {
  const requestId = 'a1b2c3d4-0000-4000-8000-000000000000'
  const failing = async (error: AppError) =>
    (await audit({ audit: { page: () => Promise.reject(error) } })).said()
  expect(await failing(new AppError('unavailable', { requestId }))).toContain('by the number a1b2c3d4.')
  expect(await failing(new AppError('forbidden'))).not.toContain('number')
})

test('[AU4] is asked by person, act and days, and goes on page by page', async () => {
  const page = vi.fn(async (_: unknown, before: number | null) =>
    before === null ? { rows: [role], next: 7 } : { rows: [wrong], next: null },
  )
  const { screen, said } = await audit({ audit: { page } })
  await screen.find('input[type="search"]').setValue(' budi ')
  await screen.findAll('select')[0]!.setValue('role_changed')
  await screen.findAll('input[type="date"]')[1]!.setValue('2026-01-05')
  await screen.findAll('input[type="date"]')[1]!.trigger('change')
  await pause()
  await settle()
  const to = new Date(2026, 0, 6).toISOString()
  expect(page.mock.lastCall).toEqual([{ person: 'budi', action: 'role_changed', to }, null])
  await screen
    .findAll('button')
    .find(button => button.text() === 'Show older ones')!
    .trigger('click')
  await settle()
  expect(page.mock.lastCall?.[1]).toBe(7)
  expect([said().includes('now Editor'), said().includes('Refused'), said().includes('older')]).toEqual([
    true,
    true,
    false,
  ])
})

test('[AU4] is for admins, and needs a connection', async () => {
  expect((await audit({ role: 'editor' })).said()).toContain('Only admins read the audit.')
  const page = () => Promise.reject(new AppError('unreachable'))
  expect((await audit({ audit: { page } })).said()).toContain('Connect to read it.')
})
