/** Tokens of other programs on the screen: what there is, making one, its secret this one time, ending one. */
import { describe, expect, test, vi } from 'vitest'
import ProgramsView from '../../client/screens/views/programs/ProgramsView.vue'
import type { TokenMessage, TokenTold } from '../../client/screens/programs.ts'
import { AppError } from '../../shared/errors.ts'
import { stage, type StageOptions } from './stage.ts'

const payroll: TokenTold = {
  id: 't-1',
  userId: 'user-1',
  username: 'sri',
  name: 'Payroll Ñ',
  role: 'viewer',
  madeAt: '2025-12-01T07:00:00.000Z',
  endsAt: '2026-12-01T07:00:00.000Z',
  usedAt: '2026-01-05T08:18:00.000Z',
}
const script: TokenTold = {
  ...payroll,
  ...{ id: 't-2', userId: 'user-2', username: 'budi', name: 'Nightly script', role: 'editor' },
  ...{ endsAt: '2026-01-01T00:00:00.000Z', usedAt: null },
}

async function tokensOf(tokens: TokenTold[], options: StageOptions = {}) {
  const programs = { tokens: async () => tokens, ...options.programs }
  const on = await stage(ProgramsView, { path: '/programs', isOpen: true, ...options, programs })
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

/** What the browser has to copy with; undefined: nothing. */
function withClipboard(clipboard: Partial<Clipboard> | undefined) {
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
}

async function makeOne(makeToken = vi.fn(async (_: TokenMessage) => ({ id: 't-3', token: 'rec_Geheim-ß' }))) {
  const on = await tokensOf([], { role: 'editor', programs: { makeToken } })
  await on.press('New token')
  await on.screen.find('dialog input').setValue('  Payroll Ñ ')
  const [role, span] = on.screen.findAll('dialog select')
  const offered = role!.findAll('option').map(option => option.text())
  await role!.setValue('editor')
  await span!.setValue('d30')
  await on.screen.find('dialog form').trigger('submit')
  await on.settle()
  return { ...on, makeToken, offered }
}

describe('The tokens of other programs', () => {
  test('[TK3] say what each may do, when it was made, its end, and its last use', async () => {
    const { said } = await tokensOf([payroll, script])
    expect(said()).toContain('Payroll Ñ')
    expect(said()).toContain('Viewer · made Dec 1, 2025 · until Dec 1, 2026')
    expect(said()).toContain('last used 12 minutes ago')
    expect(said()).toContain('Nightly scriptOver')
    expect(said()).toContain('never used')
    expect(said()).not.toContain('budi')
  })

  test('[TK3] admins are told whose each is', async () => {
    const { said } = await tokensOf([payroll, script], { role: 'admin' })
    expect(said()).toContain('yours · Viewer')
    expect(said()).toContain('budi · Editor')
    expect(said()).toContain('You see those of everybody.')
  })

  test('[TK3] [TK2] one is made with a name, an end, and a role no greater than that of its person', async () => {
    const { makeToken, offered } = await makeOne()
    expect(offered.map(text => text.split(':')[0])).toEqual(['Viewer', 'Editor'])
    expect(makeToken.mock.calls).toEqual([[{ name: 'Payroll Ñ', role: 'editor', days: 30 }]])
  })

  test('[TK3] its secret is shown this one time, copied on request, and gone when it is closed', async () => {
    const written: string[] = []
    withClipboard({ writeText: async text => void written.push(text) })
    const { screen, press, said } = await makeOne()
    expect(said()).toContain('rec_Geheim-ß')
    expect(said()).toContain('It is shown this one time and cannot be seen again.')
    await press('Copy')
    expect(written).toEqual(['rec_Geheim-ß'])
    expect(said()).toContain('Copied.')
    await screen.find('dialog').trigger('cancel')
    expect(said()).toContain('rec_Geheim-ß')
    await press('I have kept it')
    expect(screen.html()).not.toContain('rec_Geheim-ß')
  })

  test.each([
    ['without anything to copy with', undefined],
    ['that refuses', { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }],
  ])('[TK3] a browser %s says to copy by hand', async (_, clipboard) => {
    withClipboard(clipboard)
    const { press, said } = await makeOne()
    await press('Copy')
    expect(said()).toContain('Select the text above and copy it by hand.')
  })

  test('[TK3] one that is refused is said, with what was typed', async () => {
    const { screen, said } = await makeOne(vi.fn(() => Promise.reject(new AppError('too_many'))))
    expect(said()).toContain('Too many')
    expect(screen.find<HTMLInputElement>('dialog input').element.value).toBe('  Payroll Ñ ')
  })

  test('[TK3] one is ended after a question', async () => {
    const endToken = vi.fn(async () => {})
    const { press, said } = await tokensOf([payroll], { programs: { endToken } })
    await press('End')
    expect(said()).toContain('End the token of Payroll Ñ?')
    expect(endToken).not.toHaveBeenCalled()
    await press('End')
    expect(endToken.mock.calls).toEqual([['t-1']])
  })

  test('[TK3] they need a connection, which is said, and asked for again', async () => {
    const tokens = vi.fn(() => Promise.reject(new AppError('unreachable')))
    const { press, said } = await tokensOf([], { programs: { tokens } })
    expect(said()).toContain('Connect to see them.')
    await press('Try again')
    expect(tokens).toHaveBeenCalledTimes(2)
  })
})
