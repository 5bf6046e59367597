/** Saved views of a list: named, chosen, changed, renamed, deleted. */
import { describe, expect, test } from 'vitest'
import { useDesk } from '../../client/screens/stores/desk.ts'
import { list, press, pressLabelled, threeDevices, titles } from './device-list.ts'
import { settle, type Stage } from './stage.ts'
import {
  addressed,
  call,
  kept,
  key,
  lists,
  lobi,
  menu,
  offered,
  open,
  said,
  saveAs,
  view,
} from './view-menu.ts'

/** A list with a search and a sort that are saved as Gates. */
async function gates(): Promise<Stage> {
  const on = await list({ path: '/device?q=gerbang&sort=-name' })
  await saveAs(on, 'Gates')
  return on
}

describe('A saved view', () => {
  test('[UI60] [UI61] has a name, is chosen, and stands in the address with all that it asks', async () => {
    const on = await gates()
    expect(said(on)).toBe('Views: Gates')
    expect(document.activeElement).toBe(menu(on).element)
    const [id] = Object.keys(kept())
      .filter(name => name.startsWith('view device '))
      .map(name => name.slice('view device '.length))
    await addressed(on, `/device?q=gerbang&sort=-name&view=${id}`)
    await open(on)
    expect(offered(on)).toEqual(['All Devices', 'Gates'])
    await press(on, 'All Devices')
    await addressed(on, '/device')
    expect([said(on), titles(on)]).toEqual(['Views', ['Gerbang 9', 'Gerbang 10', 'Lobi']])
    await open(on)
    await press(on, 'Gates')
    expect([said(on), titles(on)]).toEqual(['Views: Gates', ['Gerbang 10', 'Gerbang 9']])
  })

  test('[UI60] lets the list stay where it was when it is saved', async () => {
    const on = await list()
    await on.screen.get('[role=grid]').trigger('keydown', { key: 'ArrowDown' })
    await saveAs(on, 'Gates')
    expect(on.screen.findAll('.row.active')).toHaveLength(1)
  })

  test('[UI61] says that something else is asked by now, and is saved anew', async () => {
    const on = await gates()
    await on.screen.get('input[type=search]').setValue('gerbang 9')
    await settle()
    expect(said(on)).toBe('Views: Gates, changed since it was saved')
    await open(on)
    await press(on, 'Save the changes to “Gates”')
    expect(said(on)).toBe('Views: Gates')
    const again = await list({ lists: localStorage.getItem(key) })
    await open(again)
    await press(again, 'Gates')
    expect([said(again), titles(again)]).toEqual(['Views: Gates', ['Gerbang 9']])
  })

  test('[UI61] as it was saved comes back when it is chosen again', async () => {
    const on = await gates()
    await on.screen.get('input[type=search]').setValue('gerbang 9')
    await open(on)
    await press(on, 'Gates')
    expect([said(on), titles(on)]).toEqual(['Views: Gates', ['Gerbang 10', 'Gerbang 9']])
  })

  test('[UI60] has a name of one to 60 characters', async () => {
    const on = await list()
    await saveAs(on, '  ')
    expect(on.screen.get('[role=alert]').text()).toBe('Give it a name.')
    await call(on, 'é🚪'.repeat(31))
    expect(on.screen.get('[role=alert]').text()).toBe('At most 60 characters; this has 62.')
    await call(on, '🚪'.repeat(60))
    expect(said(on)).toBe(`Views: ${'🚪'.repeat(60)}`)
  })

  test('[UI60] replaces another one of its name only when its person says so, and that can be taken back', async () => {
    const on = await list({ path: '/device?q=gerbang', lists: lists(lobi) })
    await saveAs(on, 'LOBI')
    expect(on.screen.get('[role=alert]').text()).toBe('There is a view called “LOBI” already. Replace it?')
    expect(kept()['view device 1']?.value).toMatchObject({ query: { q: 'lobi' } })
    await on.screen.get('.naming').trigger('submit')
    await settle()
    expect(kept()['view device 1']?.value).toMatchObject({ name: 'LOBI', query: { q: 'gerbang' } })
    useDesk().undo()
    expect(kept()['view device 1']?.value).toMatchObject({ name: 'Lobi', query: { q: 'lobi' } })
  })

  test('[UI60] is renamed; whoever thinks better of it is back where they were', async () => {
    const on = await list({ lists: lists(lobi) })
    await open(on)
    await pressLabelled(on, 'Rename “Lobi”')
    expect(document.activeElement).toBe(on.screen.get('.naming input').element)
    await press(on, 'Cancel')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Rename “Lobi”')
    await pressLabelled(on, 'Rename “Lobi”')
    await call(on, 'Hall')
    expect(offered(on)).toEqual(['All Devices', 'Hall'])
    expect(kept()['view device 1']?.value).toMatchObject({ name: 'Hall', query: { q: 'lobi' } })
  })

  test('[UI60] is deleted, with a way back, its place as the default included', async () => {
    const on = await list({ lists: lists(lobi, { 'default device': { value: '1', at: 1 } }) })
    await open(on)
    await pressLabelled(on, 'Delete “Lobi”')
    expect([offered(on), said(on)]).toEqual([['All Devices'], 'Views'])
    expect(useDesk().toast?.text).toBe('View deleted: Lobi')
    expect(kept()).toMatchObject({ 'view device 1': { value: null }, 'default device': { value: null } })
    expect(document.activeElement?.closest('.views')).not.toBeNull()
    useDesk().undo()
    await settle()
    expect(offered(on)).toEqual(['All Devices', 'Lobi'])
    expect(kept()).toMatchObject({ 'default device': { value: '1' } })
  })

  test('[UI60] of the same name from another device stands beside it', async () => {
    const theirs = view('2', { name: 'lobi', query: { q: 'x' }, columns: {} })
    const on = await list({ lists: lists(theirs, lobi, view('10', { name: 'Lobi 9' })) })
    await open(on)
    expect(offered(on)).toEqual(['All Devices', 'Lobi', 'lobi (2)', 'Lobi 9'])
  })

  test('[UI60] [PV6] of a newer app shows what this one knows, and keeps the rest', async () => {
    const query = { q: 'gerbang', f: ['floor:is:2', 'name:contains:10'], sort: '-floor', group: 'floor' }
    const newer = view('1', { name: 'Newer', query, columns: { wall: { names: [] } }, shape: 'map' })
    const on = await list({ lists: lists(newer, view('2', ['odd'])) })
    await open(on)
    await press(on, 'Newer')
    expect([said(on), titles(on)]).toEqual(['Views: Newer', ['Gerbang 10']])
    await open(on)
    await pressLabelled(on, 'Rename “Newer”')
    await call(on, 'New')
    expect(kept()['view device 1']?.value).toMatchObject({ name: 'New', query, shape: 'map' })
  })

  test('[AC10] of somebody else on this browser is not seen', async () => {
    const on = await list({
      prepare: async engine => {
        localStorage.setItem('records.lists.user-2', lists(lobi))
        await threeDevices(engine)
      },
    })
    await open(on)
    expect(offered(on)).toEqual(['All Devices'])
  })
})
