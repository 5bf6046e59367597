/** What a reader types, and what is confirmed by Enter in a search: one record, its list, or a new one. */
import { describe, expect, test } from 'vitest'
import type { Engine } from '../../client/contract.ts'
import App from '../../client/screens/App.vue'
import '../../client/screens/views/KindView.vue'
import '../../client/screens/views/DetailView.vue'
import '../../client/screens/views/FormView.vue'
import { useSession } from '../../client/screens/stores/session.ts'
import { noForm } from '../support/drafts.ts'
import { recordA } from '../support/tables.ts'
import { inputOf } from './forms.ts'
import { settle, type Stage, stage, type StageOptions } from './stage.ts'

const uids = [1, 2, 3, 4].map(number => `00000000-0000-7000-8000-00000000000${number}`)
const [lobby, dewi, joko, sari] = uids as [string, string, string, string]

async function prepare(engine: Engine): Promise<void> {
  const device_id = { uid: lobby }
  await engine.save({ ...noForm, kind: 'device', uid: lobby, fields: { name: 'Lobi' } })
  const people = [
    { uid: dewi, name: 'Dewi', pin: '0101', card: '0012000001', vice_card: '77110011' },
    { uid: joko, name: 'Joko', pin: '0102', card: '900120000012', vice_card: '0' },
    { uid: sari, name: 'Sari', pin: '0103', card: '55550000', vice_card: '0' },
  ]
  for (const { uid, ...own } of people)
    await engine.save({ ...noForm, kind: 'record_a', uid, fields: recordA({ device_id, ...own }) })
}

async function opened(path: string, options: StageOptions = {}): Promise<Stage> {
  const on = await stage(App, { path, prepare, ...options })
  await useSession().open()
  await settle()
  return on
}
const path = ({ router }: Stage) => router.currentRoute.value.fullPath
const search = ({ screen }: Stage) => screen.get<HTMLInputElement>('input[type=search]')

async function enter(on: Stage, text: string): Promise<void> {
  search(on).element.focus()
  await search(on).setValue(text)
  // At once, as a reader does: the rows still show what was asked before.
  await search(on).trigger('keydown', { key: 'Enter' })
  await settle()
}

/** Returns whether the last key did what it does elsewhere. */
async function scan(code: string, gapMs = 8, at: EventTarget = document.body): Promise<boolean> {
  const events = [...code, 'Enter'].map((key, index) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: 1000 + gapMs * index })
    return event
  })
  for (const event of events) at.dispatchEvent(event)
  await settle()
  return events.at(-1)?.defaultPrevented === false
}

describe('Enter in the search', () => {
  const meant: [text: string, uid: string][] = [
    ['dewi', dewi],
    ['55550000', sari],
    ['0012000001', dewi],
    [' 77110011 ', dewi],
  ]
  test.each(meant)('[UI93] on %j opens the one record that is meant', async (text, uid) => {
    const on = await opened('/record_a')
    await enter(on, text)
    expect(on.router.currentRoute.value.path).toBe(`/record_a/${uid}`)
  })

  test.each(['0012', '010', ''])('[UI93] on %j, which many have, goes into the rows', async text => {
    const on = await opened('/record_a')
    await enter(on, text)
    expect(on.router.currentRoute.value.path).toBe('/record_a')
    expect(on.screen.find('.row.active').exists()).toBe(true)
  })

  test('[UI93] what was typed on since then is asked anew', async () => {
    const on = await opened('/record_a')
    search(on).element.focus()
    await search(on).setValue('dewi')
    await search(on).trigger('keydown', { key: 'Enter' })
    await search(on).setValue('dewi w')
    await settle()
    expect(on.router.currentRoute.value.path).toBe('/record_a')
  })

  test('[UI93] the next code takes the place of the last one', async () => {
    const on = await opened('/record_a')
    await enter(on, '99990000')
    const { selectionStart, selectionEnd } = search(on).element
    expect([selectionStart, selectionEnd]).toEqual([0, 8])
  })
})

describe('A reader, while no field has the focus', () => {
  test('[UI94] opens the record with that card, although others hold it', async () => {
    const on = await opened('/record_a?f=name:contains:sari')
    expect(await scan('0012000001')).toBe(false)
    expect(path(on)).toBe(`/record_a/${dewi}?q=0012000001`)
  })

  test('[UI94] from another screen as well, and with several to the list of them', async () => {
    const on = await opened('/device')
    await scan('0012000001')
    expect(path(on)).toBe(`/record_a/${dewi}?q=0012000001`)
    await scan('00120000')
    expect(path(on)).toBe('/record_a?q=00120000')
    expect(on.screen.findAll('.open').map(link => link.text())).toEqual(['Dewi', 'Joko'])
  })

  test('[UI94] its Enter presses nothing', async () => {
    const on = await opened('/record_a')
    expect(await scan('0012000001', 8, on.screen.get('[role=grid]').element)).toBe(false)
    expect(path(on)).toBe(`/record_a/${dewi}?q=0012000001`)
  })

  const elsewhere: [where: string, path: string, at: string | null, gapMs: number][] = [
    ['typed by a person', '/record_a', null, 90],
    ['in a field', '/record_a', 'input[type=search]', 8],
    ['in a form', '/record_a/new', null, 8],
  ]
  test.each(elsewhere)('[UI94] nothing of it is taken: %s', async (_, where, at, gapMs) => {
    const on = await opened(where)
    await scan('0012000001', gapMs, at === null ? document.body : on.screen.get(at).element)
    expect(path(on)).toBe(where)
  })
})

describe('What nobody has', () => {
  const offer = (on: Stage) => on.screen.findAll('.empty a').find(link => link.text().startsWith('New'))

  test('[UI95] begins a new record, filled in where it is scanned, of which no draft is kept', async () => {
    const on = await opened('/settings')
    await scan('88887777')
    expect(path(on)).toBe('/record_a?q=88887777')
    expect(offer(on)?.text()).toBe('New Record A with Card 88887777')
    await offer(on)!.trigger('click')
    await settle()
    expect(inputOf(on, 'Card').element.value).toBe('88887777')
    await on.router.push('/settings')
    await settle()
    expect(await on.engine.drafts()).toMatchObject({ drafts: [] })
  })

  const notOffered: [why: string, path: string, options: StageOptions][] = [
    ['to viewers', '/record_a?q=88887777', { role: 'viewer' }],
    ['behind a filter', '/record_a?q=88887777&f=verify:is:true', {}],
    ['for words', '/record_a?q=nobody+here', {}],
    ['for a kind with no such field', '/device?q=88887777', {}],
  ]
  test.each(notOffered)('[UI95] [UI7] is not offered %s', async (_, where, options) => {
    const on = await opened(where, options)
    expect([on.screen.find('.empty').exists(), offer(on)]).toEqual([true, undefined])
  })
})
