/** Selecting records in a list: by mouse, by fingers and by keys, and how long that lasts. */
import { describe, expect, test, vi } from 'vitest'
import { useDesk } from '../../client/screens/stores/desk.ts'
import { noForm } from '../support/drafts.ts'
import { check, deviceList, key, said, selectedIn } from './selecting.ts'
import { settle, type Stage } from './stage.ts'

const head = ({ screen }: Stage) => screen.get('.head [role=checkbox]')
const active = ({ screen }: Stage) => screen.get('.row.active .open').text()

/** As on a phone. */
function onPhone(): void {
  const real = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation(query =>
    query === '(max-width: 767px)'
      ? Object.assign(new EventTarget(), { ...real(query), matches: true })
      : real(query),
  )
}

describe('By mouse', () => {
  test('[MA1] a check selects its record and opens nothing', async () => {
    const on = await deviceList()
    await check(on, 'Dapur')
    expect([selectedIn(on), said(on), on.router.currentRoute.value.path]).toEqual([
      ['Dapur'],
      '1 selected',
      '/device',
    ])
    await check(on, 'Dapur')
    expect([selectedIn(on), said(on)]).toEqual([[], null])
  })

  test('[MA1] with Shift a range, on checks and rows alike; a second one begins where the first did', async () => {
    const on = await deviceList()
    await check(on, 'Dapur')
    await check(on, 'Gerbang 10', { shiftKey: true })
    expect(selectedIn(on)).toEqual(['Dapur', 'Gerbang 9', 'Gerbang 10'])
    await on.screen.findAll('.open')[0]!.trigger('click', { shiftKey: true })
    await settle()
    expect([selectedIn(on), said(on)]).toEqual([['Édelweiss', 'Dapur'], '2 selected'])
  })

  test('[MA1] the check above the rows says how much is selected, and selects all or nothing', async () => {
    const on = await deviceList()
    const states: unknown[] = []
    const note = () => states.push([head(on).attributes('aria-checked'), said(on)])
    note()
    await check(on, 'Lobi')
    note()
    for (const _ of [1, 2]) {
      await head(on).trigger('click')
      await settle()
      note()
    }
    expect(states).toEqual([
      ['false', null],
      ['mixed', '1 selected'],
      ['true', 'All 5 selected'],
      ['false', null],
    ])
  })

  test('[MA1] all but some, of all that a search finds', async () => {
    const on = await deviceList({ path: '/device?q=gerbang' })
    await head(on).trigger('click')
    await settle()
    expect(said(on)).toBe('All 2 matching selected')
    await check(on, 'Gerbang 9')
    expect([selectedIn(on), said(on)]).toEqual([['Gerbang 10'], 'All 2 matching except 1'])
    await check(on, 'Gerbang 10')
    expect(said(on)).toBeNull()
  })
})

describe('By keys', () => {
  test('[MA1] Space, Shift and an arrow, Ctrl+A, Escape; the active row is told apart from the selected ones', async () => {
    const on = await deviceList()
    await key(on, 'ArrowDown')
    await key(on, 'ArrowDown')
    expect([active(on), selectedIn(on)]).toEqual(['Dapur', []])
    await key(on, ' ')
    await key(on, 'ArrowDown', { shiftKey: true })
    await key(on, 'ArrowDown', { shiftKey: true })
    await key(on, 'ArrowUp', { shiftKey: true })
    expect([active(on), selectedIn(on)]).toEqual(['Gerbang 9', ['Dapur', 'Gerbang 9']])
    const grid = on.screen.get('[role=grid]')
    expect(grid.attributes()).toMatchObject({
      'aria-multiselectable': 'true',
      'aria-activedescendant': on.screen.get('.row.active').attributes('id'),
    })
    await key(on, 'End')
    await key(on, ' ', { shiftKey: true })
    expect(selectedIn(on)).toEqual(['Dapur', 'Gerbang 9', 'Lobi'])
    await key(on, 'a', { ctrlKey: true })
    expect(said(on)).toBe('All 5 selected')
    await key(on, 'Escape')
    expect([selectedIn(on), said(on)]).toEqual([[], null])
    await key(on, ' ')
    await on.screen.get('footer .button').trigger('keydown', { key: 'Escape' })
    await settle()
    expect([said(on), document.activeElement]).toEqual([null, grid.element])
  })

  test('[MA1] a range reaches rows that nobody has seen', async () => {
    const on = await deviceList({
      prepare: async engine => {
        for (let number = 1; number <= 130; number++)
          await engine.save({
            ...{ ...noForm, kind: 'device', uid: await engine.newUid() },
            fields: { name: `Pintu ${number}` },
          })
      },
    })
    await key(on, 'Home')
    await key(on, 'ArrowDown')
    await key(on, 'End', { shiftKey: true })
    expect(said(on)).toBe('129 selected')
  })
})

describe('It lasts', () => {
  test('[MA1] while records come and go, and are sorted otherwise', async () => {
    const on = await deviceList()
    await key(on, 'a', { ctrlKey: true })
    await check(on, 'Dapur')
    const uid = await on.engine.newUid()
    await on.engine.save({ ...noForm, kind: 'device', uid, fields: { name: 'Baru' } })
    await settle()
    expect(said(on)).toBe('All 6 except 1')
    await on.screen.get('.sort').trigger('click')
    await settle()
    expect(selectedIn(on)).toEqual(['Baru', 'Édelweiss', 'Gerbang 9', 'Gerbang 10', 'Lobi'])
  })

  test('[MA1] until something else is asked; one press leads back to it', async () => {
    const on = await deviceList()
    await check(on, 'Dapur')
    await check(on, 'Lobi')
    await on.screen.get<HTMLInputElement>('input[type=search]').setValue('gerbang')
    await settle()
    expect([said(on), selectedIn(on)]).toEqual([null, []])
    useDesk().toast!.action!.run()
    await settle()
    expect([said(on), selectedIn(on)]).toEqual(['2 selected', ['Dapur', 'Lobi']])
    expect(on.screen.get<HTMLInputElement>('input[type=search]').element.value).toBe('')
  })
})

describe('On a phone', () => {
  test('[MA1] checks are there once somebody selects; a card that is tapped opens still', async () => {
    onPhone()
    const on = await deviceList()
    expect(on.screen.findAll('[role=row] [role=checkbox]')).toEqual([])
    await on.screen.get('button[aria-label=Select]').trigger('click')
    await settle()
    expect(said(on)).toBe('Nothing selected yet')
    await on.screen.findAll('[role=row] [role=checkbox]')[1]!.trigger('click')
    await settle()
    expect([said(on), on.screen.findAll('[role=row][aria-selected=true]').length]).toEqual(['1 selected', 1])
    await on.screen.get('footer [aria-label="Select all"]').trigger('click')
    await settle()
    expect(said(on)).toBe('All 5 selected')
    await on.screen.get('.card').trigger('click')
    await settle()
    expect(on.router.currentRoute.value.path).toMatch(/^\/device\/.+/)
    vi.restoreAllMocks()
  })
})
