/** Lists as people make them their own: how they are sorted, and what is kept of them on the way elsewhere. */
import { afterEach, describe, expect, test } from 'vitest'
import { h } from 'vue'
import { RouterView } from 'vue-router'
import type { Engine, Row } from '../../client/contract.ts'
import RecordList from '../../client/screens/list/RecordList.vue'
import RecordGrid from '../../client/screens/list/RecordGrid.vue'
import AppShell from '../../client/screens/shell/AppShell.vue'
import { useSession } from '../../client/screens/stores/session.ts'
import { edgesOf } from '../../client/screens/ui/virtual-rows.ts'
import { kinds } from '../../shared/kinds.ts'
import { type Kind, kindNamed } from '../../shared/metadata.ts'
import { notNoted } from '../../shared/provenance.ts'
import { noForm } from '../support/drafts.ts'
import { recordA as recordAFields } from '../support/tables.ts'
import { list, press, pressLabelled, threeDevices, titles } from './device-list.ts'
import { settle, type Stage, stage } from './stage.ts'

const heads = ({ screen }: Stage) => screen.findAll('[role=columnheader] .sort').map(head => head.text())

describe('A list that is sorted', () => {
  test('[UI14] stays where it was from side to side', async () => {
    const on = await list()
    const box = on.screen.get<HTMLElement>('[role=grid]').element
    box.scrollLeft = 240
    await on.screen.get('.sort').trigger('click')
    await settle()
    expect([titles(on)[0], box.scrollLeft]).toEqual(['Gerbang 9', 240])
  })

  test('[SE5] can be so by every field, by a menu as well', async () => {
    const on = await list()
    await press(on, 'Sort')
    const offered = on.screen.findAll('.option').map(option => option.text())
    expect(offered).toEqual(['Newest first', 'Name', 'Site', 'Changed by', 'Changed'])
    const seen: unknown[] = []
    for (let turn = 0; turn < 3; turn++) {
      await on.screen.findAll('.option')[1]!.trigger('click')
      await settle()
      seen.push([on.screen.findAll('.option')[1]!.text(), titles(on)[0]])
    }
    expect(seen).toEqual([
      ['Nameascending', 'Gerbang 9'],
      ['Namedescending', 'Lobi'],
      ['Name', 'Gerbang 9'],
    ])
  })
})

const recordA = kindNamed(kinds, 'record_a')!
const recordB = kindNamed(kinds, 'record_b')!
const row: Row = {
  ...{ uid: '018e174e-bd20-7335-91ff-cd0690ffe9cc', id: null, state: 'settled', ...notNoted },
  ...{ titles: {}, marks: {}, found: {}, fields: { name: 'Ayu', nama: 'Gudang Ñ', pt: 'ABC', pin: '007' } },
}
const oneRow: Partial<Engine> = {
  query: () => Promise.resolve({ rows: [row], total: 1, all: 1 }),
  locate: () => Promise.resolve(-1),
}
const listOf = (kind: Kind, path = `/${kind.name}`) =>
  stage(RecordList, { isOpen: true, path, engine: oneRow, props: { kind, selected: null, isBeside: false } })

async function tick(on: Stage, text: string): Promise<void> {
  const box = on.screen
    .findAll('.checkbox')
    .find(each => each.text() === text)!
    .get('input')
  await box.setValue(!(box.element as HTMLInputElement).checked)
}
/** The same person opens the list again. */
async function again(kind: Kind): Promise<Stage> {
  const lists = localStorage.getItem('records.lists.user-1')
  return stage(RecordList, {
    isOpen: true,
    ...{ path: `/${kind.name}`, engine: oneRow, props: { kind, selected: null, isBeside: false } },
    lists,
  })
}

function resizeTo(widthPx: number): void {
  ;(window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({
    width: widthPx,
  })
}
afterEach(() => resizeTo(1024))

describe('Columns', () => {
  test('[SE8] [SE9] without a sort says its order, and why a record is a hit', async () => {
    const [recordA, hidden] = [kindNamed(kinds, 'record_a')!, 'rahasia-7']
    const on = await stage(RecordList, {
      path: '/record_a?q=rahasia-7',
      props: { kind: recordA, selected: null, isBeside: false },
      prepare: async engine => {
        const [device_id, uid] = [await engine.newUid(), await engine.newUid()]
        const fields = { ...recordAFields({ name: 'Ayu', passwd: hidden }), device_id: { uid: device_id } }
        await engine.save({ ...noForm, kind: 'device', uid: device_id, fields: { name: 'Lobi' } })
        await engine.save({ ...noForm, kind: 'record_a', uid, fields })
      },
    })
    expect(on.screen.get('[role=row] .found').text()).toBe('in Passwd')
    expect(on.screen.get('[role=grid]').text()).not.toContain(hidden)
    await press(on, 'Sort')
    const [first] = on.screen.findAll('.option')
    expect(first?.text()).toBe('Best match, then newest first')
    expect(first?.attributes('aria-pressed')).toBe('true')
  })

  test('[UI50] are at first those that the kind names, or all that may stand in its list', async () => {
    expect(heads(await listOf(recordA))).toEqual(['Name', 'PIN', 'Card', 'Device', 'End'])
    expect(heads(await listOf(recordB))).toEqual([
      'Nama',
      'PT',
      'Divisi',
      'Unit',
      'Jenis',
      'Divapp',
      'Urutan',
    ])
  })

  test('[UI50] are chosen and put in order, for one kind, and are so the next time', async () => {
    const on = await listOf(recordB)
    await press(on, 'Columns')
    for (const name of ['Unit', 'Jenis', 'Divapp', 'Urutan']) await tick(on, name)
    await tick(on, 'Changed by')
    await pressLabelled(on, 'Changed by: further to the front')
    expect(heads(on)).toEqual(['Nama', 'PT', 'Changed by', 'Divisi'])
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Changed by: further to the front')
    expect(heads(await again(recordB))).toEqual(['Nama', 'PT', 'Changed by', 'Divisi'])
    expect(heads(await again(recordA))).toEqual(['Name', 'PIN', 'Card', 'Device', 'End'])
    await press(on, 'As at first')
    expect(heads(on)).toHaveLength(7)
  })

  test('[UI50] are others on a phone than on a tablet', async () => {
    resizeTo(390)
    const on = await listOf(recordB)
    const facts = () => on.screen.findAll('.fact .name').map(name => name.text())
    expect(facts()).toEqual(['PT', 'Divisi', 'Unit'])
    await press(on, 'Columns')
    await pressLabelled(on, 'Unit: further to the front')
    expect(facts()).toEqual(['PT', 'Unit', 'Divisi', 'Jenis', 'Divapp', 'Urutan'])
    expect(on.screen.findAll('[aria-label$=": wider"]')).toEqual([])
    resizeTo(1024)
    expect(heads(await again(recordB)).slice(1, 4)).toEqual(['PT', 'Divisi', 'Unit'])
  })

  test('[UI50] get a width, by the mouse and by a button, until it is taken back', async () => {
    const on = await listOf(recordB)
    const template = () => on.screen.get<HTMLElement>('.head .row').element.style.gridTemplateColumns
    const grip = on.screen.findAll('.grip')[1]!
    Object.assign(grip.element, { setPointerCapture: () => {} })
    await grip.trigger('pointerdown', { button: 0, clientX: 100 })
    await grip.trigger('pointermove', { clientX: 250 })
    expect(template()).toMatch(/^56px minmax\(160px, 1.6fr\) 150px /)
    await press(on, 'Columns')
    await pressLabelled(on, 'PT: narrower')
    expect(template()).toMatch(/1.6fr\) 64px /)
    await grip.trigger('dblclick')
    expect(template()).not.toContain('64px')
  })

  test('[UI50] get a width by a button also while there is nothing to list', async () => {
    const nothing = { ...oneRow, query: () => Promise.resolve({ rows: [], total: 0, all: 0 }) }
    const props = { kind: recordB, selected: null, isBeside: false }
    const on = await stage(RecordList, { isOpen: true, path: '/record_b', engine: nothing, props })
    await press(on, 'Columns')
    await pressLabelled(on, 'Nama: wider')
    await pressLabelled(on, 'Nama: wider')
    const { screen } = await again(recordB)
    const { gridTemplateColumns } = screen.get<HTMLElement>('.head .row').element.style
    expect(gridTemplateColumns).toMatch(/^56px 2\d\dpx /)
  })

  test('[UI50] behind which there is more are told from the last', () => {
    const box = { clientWidth: 600, offsetWidth: 615, scrollWidth: 900 }
    expect(edgesOf({ ...box, scrollLeft: 0 })).toEqual({ left: false, right: true, barPx: 15 })
    expect(edgesOf({ ...box, scrollLeft: 150 })).toMatchObject({ left: true, right: true })
    expect(edgesOf({ ...box, scrollLeft: 299.4 })).toMatchObject({ left: true, right: false })
  })
})

describe('From one kind to another', () => {
  test('[UI5] each list keeps its search, filters and sort', async () => {
    const app = () => h(AppShell, () => h(RouterView))
    const on = await stage(app, { path: '/device?q=lobi&sort=-name', prepare: threeDevices })
    const go = async (text: string) => {
      await on.screen
        .findAll('nav a')
        .find(link => link.text() === text)!
        .trigger('click')
      await settle()
    }
    const search = () => on.screen.get<HTMLInputElement>('input[type=search]').element.value
    await go('Record A')
    expect(search()).toBe('')
    await on.screen.get('input[type=search]').setValue('ayu')
    await go('Devices')
    expect([search(), on.router.currentRoute.value.fullPath]).toEqual(['lobi', '/device?q=lobi&sort=-name'])
    await go('Record A')
    expect([search(), on.router.currentRoute.value.fullPath]).toEqual(['ayu', '/record_a?q=ayu'])
  })
})

describe('A list that stays as it is', () => {
  test('[UI5] is not asked anew by a look at the session', async () => {
    const sri = { id: 'user-1', username: 'sri', name: 'Sri Wahyuni', role: 'editor' as const }
    const on = await list({ accounts: { session: async () => ({ account: sri, revoked: [] }) } })
    await useSession().recall()
    await settle()
    await on.screen.get('[role=grid]').trigger('keydown', { key: 'ArrowDown' })
    expect(on.screen.findAll('.row.active')).toHaveLength(1)
    await useSession().check()
    await settle()
    expect(on.screen.findAll('.row.active')).toHaveLength(1)
  })

  test('[UI6] draws no row anew for a letter of a search, until there is an answer', async () => {
    const on = await list()
    const columns = () => on.screen.getComponent(RecordGrid).props('columns') as unknown
    const before = columns()
    await on.screen.get('input[type=search]').setValue('g')
    expect(columns()).toBe(before)
  })

  test('[UI50] keeps nobody’s sort as a column that they chose', async () => {
    const on = await listOf(recordB, '/record_b?sort=changed_by')
    expect(heads(on)).toContain('Changed by')
    await press(on, 'Columns')
    await tick(on, 'Unit')
    await press(on, 'Sort', 'Newest first')
    expect(heads(on)).not.toContain('Changed by')
  })

  test('[UI41] keeps the focus in its menus: on a column that goes elsewhere, on the field that was chosen', async () => {
    const on = await list({ path: '/record_b', props: { kind: recordB, selected: null, isBeside: false } })
    await press(on, 'Columns')
    const box = on.screen.get<HTMLInputElement>('[role=dialog] input[type=checkbox]')
    box.element.focus()
    await box.setValue(false)
    await settle()
    expect(document.activeElement).toBe(box.element)
    await press(on, 'Filter')
    await on.screen.findAll('[role=dialog] .option')[1]!.trigger('click')
    await settle()
    await on.screen.get('.back').trigger('click')
    await settle()
    expect(document.activeElement).toBe(on.screen.findAll('[role=dialog] .option')[1]!.element)
  })
})
