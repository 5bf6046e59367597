/** Ctrl+K: everything by a few letters of its name. */
import { describe, expect, test } from 'vitest'
import type { Engine, ResultWindow } from '../../client/contract.ts'
import App from '../../client/screens/App.vue'
import '../../client/screens/palette/CommandPalette.vue'
import { isMeant } from '../../client/screens/palette/entries.ts'
import { usePalette } from '../../client/screens/stores/palette.ts'
import { useRecents } from '../../client/screens/stores/recents.ts'
import { useSession } from '../../client/screens/stores/session.ts'
import { noForm } from '../support/drafts.ts'
import { recordA } from '../support/tables.ts'
import { buttonOf } from './forms.ts'
import { settle, type Stage, stage, type StageOptions } from './stage.ts'

const uids = [1, 2, 3].map(number => `00000000-0000-7000-8000-00000000000${number}`)
const [lobby, dewi, joko] = uids as [string, string, string]

async function prepare(engine: Engine): Promise<void> {
  const device_id = { uid: lobby }
  const made = { ...noForm, kind: 'record_a' }
  await engine.save({ ...noForm, kind: 'device', uid: lobby, fields: { name: 'Lobi' } })
  const secret = { passwd: '4711', pin: '0012', name: 'Dewi Lestari' }
  await engine.save({ ...made, uid: dewi, fields: recordA({ device_id, ...secret }) })
  await engine.save({ ...made, uid: joko, fields: recordA({ device_id, pin: '0013', name: 'Joko' }) })
}

async function opened(options: StageOptions = {}): Promise<Stage> {
  const on = await stage(App, { path: '/settings', prepare, ...options })
  await useSession().open()
  await settle()
  return on
}

async function press(key: string, more: KeyboardEventInit = {}): Promise<void> {
  const now = document.activeElement
  const at = now?.isConnected ? now : document.body
  at.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
  await settle()
}
const call = () => press('k', { ctrlKey: true })
const box = ({ screen }: Stage) => screen.get<HTMLInputElement>('dialog input')
const isOpen = ({ screen }: Stage) => screen.find('dialog [role=combobox]').exists()
const texts = ({ screen }: Stage) =>
  screen.findAll('dialog [role=option]').map(option => option.text().replaceAll(/\s+/g, ' '))
async function type(on: Stage, text: string): Promise<void> {
  await box(on).setValue(text)
  await settle()
}
const path = ({ router }: Stage) => router.currentRoute.value.fullPath

describe('Opening', () => {
  test('[UI91] also from a field that has the focus, and the same keys close it', async () => {
    const on = await opened({ path: '/record_a' })
    const search = on.screen.get<HTMLInputElement>('input[type=search]').element
    search.focus()
    await call()
    expect(isOpen(on)).toBe(true)
    await press('Escape')
    expect(isOpen(on)).toBe(false)
    await call()
    await call()
    expect(isOpen(on)).toBe(false)
  })

  test('[UI91] not over a dialog', async () => {
    const on = await opened()
    await buttonOf(on, 'Sign out')!.trigger('click')
    await call()
    expect(isOpen(on)).toBe(false)
  })

  test('[UI91] by touch, from the rail', async () => {
    const on = await opened()
    await on.screen.get('nav [aria-keyshortcuts]').trigger('click')
    await settle()
    expect(isOpen(on)).toBe(true)
  })

  test('[UI91] asked for before the data are open, it comes with them, and goes with whoever signs out', async () => {
    const on = await stage(App, { path: '/settings', prepare })
    await on.screen.get('nav [aria-keyshortcuts]').trigger('click')
    await settle()
    expect(isOpen(on)).toBe(false)
    const session = useSession()
    await session.open()
    await settle()
    expect(isOpen(on)).toBe(true)
    await session.signOut()
    await settle()
    expect([isOpen(on), usePalette().isOpen]).toEqual([false, false])
  })

  test('[UI91] begins with what was opened last on this browser, then what can be done', async () => {
    const on = await opened({ path: `/record_a/${dewi}` })
    await on.router.push('/settings')
    await call()
    expect(texts(on).slice(0, 3)).toEqual([
      'Dewi LestariPIN 0012To sendRecord A',
      'New Record AAction',
      'New Record BAction',
    ])
    await press('Enter')
    expect([path(on), isOpen(on)]).toEqual([`/record_a/${dewi}`, false])
  })

  test('[UI91] of what was opened it keeps uids alone, for whoever opened it', async () => {
    const on = await opened({ path: `/record_a/${dewi}` })
    const kept = localStorage.getItem('records.recents')
    expect(JSON.parse(kept!)).toEqual({ 'user-1': { opened: [{ kind: 'record_a', uid: dewi }] } })
    const session = useSession()
    session.account = { ...session.account!, id: 'user-2' }
    expect(useRecents().list('opened')).toEqual([])
    on.screen.unmount()
  })
})

describe('What is typed', () => {
  test('[UI92] finds records of all kinds, each with what identifies it', async () => {
    const on = await opened()
    await call()
    await type(on, 'lobi')
    expect(texts(on)).toEqual([
      'JokoPIN 0013in DeviceTo sendRecord A',
      'Dewi LestariPIN 0012in DeviceTo sendRecord A',
      'LobiTo sendDevice',
    ])
    await press('ArrowDown')
    await press('Enter')
    expect(path(on)).toBe(`/record_a/${dewi}`)
  })

  test('[UI92] [SE9] a hit in a secret names its field, and does not show it', async () => {
    const on = await opened()
    await call()
    await type(on, '4711')
    expect(texts(on)).toEqual(['Dewi LestariPIN 0012in PasswdTo sendRecord A'])
  })

  test('[UI92] what has no room leads to the list that has it', async () => {
    const more = async (engine: Engine) => {
      for (let number = 0; number < 6; number++) {
        const fields = { name: `Gerbang ${number}` }
        await engine.save({ ...noForm, kind: 'device', uid: await engine.newUid(), fields })
      }
    }
    const on = await opened({ prepare: more })
    await call()
    await type(on, 'gerbang')
    expect(texts(on).at(-1)).toBe('Show all 6Devices')
    await press('ArrowUp')
    await press('Enter')
    expect(path(on)).toBe('/device?q=gerbang')
  })

  test('[UI92] does what an action says, and goes to a screen', async () => {
    const on = await opened()
    await call()
    await type(on, 'col dark')
    await press('Enter')
    expect(document.documentElement.dataset['theme']).toBe('dark')
    await call()
    await type(on, 'deleted dev')
    await press('Enter')
    await expect.poll(() => path(on)).toBe('/device/deleted')
  })

  test('[OB13] asks before it signs anybody out', async () => {
    const on = await opened()
    await call()
    await type(on, 'sign out')
    await press('Enter')
    expect(on.screen.get('dialog h2').text()).toBe('Sign out?')
    await buttonOf(on, 'Stay signed in')!.trigger('click')
    await settle()
    expect(on.screen.find('dialog').exists()).toBe(false)
    expect(useSession().account?.username).toBe('sri')
  })

  test('[UI7] viewers see no action that writes', async () => {
    const on = await opened({ role: 'viewer' })
    await call()
    await type(on, 'new')
    expect(texts(on).filter(text => text.endsWith('Action'))).toEqual([])
  })

  test('[UI92] nothing that fits is said', async () => {
    const on = await opened()
    await call()
    await type(on, 'nobody is called so')
    expect(on.screen.get('dialog [role=status]').text()).toBe('Nothing found')
  })

  test('[UI5] an older answer is never shown, and Enter waits for that to what stands there', async () => {
    const answers = new Map<string, (answer: ResultWindow) => void>()
    const query: Engine['query'] = (kind, { search }) =>
      kind === 'device' && search !== ''
        ? new Promise(resolve => answers.set(search, resolve))
        : Promise.resolve({ rows: [], total: 0, all: 0 })
    const on = await opened({ engine: { query } })
    await call()
    const before = texts(on)
    const row = (uid: string, name: string) => ({
      rows: [
        {
          uid,
          id: null,
          state: 'settled' as const,
          fields: { name },
          titles: {},
          marks: {},
          found: {},
          by: '',
          at: '',
        },
      ],
      total: 1,
      all: 1,
    })
    const typed = ['lo', 'lob']
    for (const text of typed) {
      await box(on).setValue(text)
      await new Promise(resolve => setTimeout(resolve))
    }
    box(on).element.focus()
    box(on).element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    answers.get('lo')!(row(dewi, 'Old'))
    await settle()
    expect(texts(on)).toEqual(before)
    answers.get('lob')!(row(lobby, 'Lobi'))
    await settle()
    expect(path(on)).toBe(`/device/${lobby}`)
  })
})

const meanings: [title: string, text: string, isMeant: boolean][] = [
  ['Colours: Dark', 'dark', true],
  ['Colours: Dark', 'DARK col', true],
  ['Colours: Dark', 'ark', false],
  ['Colours: Dark', 'dark mode', false],
  ['Perlu perhatian', 'per', true],
  ['Söze', 'soz', true],
  ['Sync now', '', true],
]
test.each(meanings)('[UI92] %s by “%s”: %s', (title, text, is) => {
  expect(isMeant(title, text)).toBe(is)
})
