/** The list: which rows are drawn, what stands in the URL, what viewers see, and the states it can be in. */
import { describe, expect, test } from 'vitest'
import type { Engine, ResultWindow } from '../../client/contract.ts'
import { fromUrl, toQuery, toUrl } from '../../client/screens/list/list-query.ts'
import RecordDetail from '../../client/screens/record/RecordDetail.vue'
import RecordList from '../../client/screens/list/RecordList.vue'
import { maxCanvasPx, scrollTopFor, sliceOf } from '../../client/screens/ui/virtual-rows.ts'
import { kinds } from '../../shared/kinds.ts'
import { kindNamed } from '../../shared/metadata.ts'
import { notNoted } from '../../shared/provenance.ts'
import { noForm } from '../support/drafts.ts'
import { settle, type Stage, stage, type StageOptions } from './stage.ts'

const device = kindNamed(kinds, 'device')!
const recordA = kindNamed(kinds, 'record_a')!
async function list(options: StageOptions = {}): Promise<Stage> {
  const props = { kind: device, selected: null, isBeside: false }
  return stage(RecordList, { path: '/device', props, ...options })
}
async function threeDevices(engine: Engine) {
  for (const name of ['Lobi', 'Gerbang 10', 'Gerbang 9'])
    await engine.save({ ...noForm, kind: 'device', uid: await engine.newUid(), fields: { name } })
}
const titles = ({ screen }: Stage) => screen.findAll('.open').map(link => link.text())

describe('Rows in sight', () => {
  const viewport = { rowPx: 44, heightPx: 440 }

  test('[UI6] a hundred thousand records draw a few rows', () => {
    const slice = sliceOf({ ...viewport, count: 100_000, scrollTop: 44 * 50_000 })
    expect(slice).toEqual({ canvasPx: 4_400_000, first: 49_994, last: 50_016, topPx: 44 * 49_994 })
  })

  test.each([0, 1, 3, 11])('[UI6] %i records fit', count => {
    expect(sliceOf({ ...viewport, count, scrollTop: 0 })).toMatchObject({ first: 0, last: count, topPx: 0 })
  })

  test('[UI6] ten million records reach their last row on a canvas that browsers can draw', () => {
    const count = 10_000_000
    const slice = sliceOf({ ...viewport, count, scrollTop: maxCanvasPx - 440 })
    expect([slice.canvasPx, slice.last]).toEqual([maxCanvasPx, count])
    expect(slice.topPx + (slice.last - slice.first) * 44).toBeCloseTo(maxCanvasPx, 3)
  })

  test.each([0, 4_999_999, 9_999_999])('[UI6] row %i of ten million can be brought into sight', index => {
    const all = { ...viewport, count: 10_000_000 }
    const { first, last } = sliceOf({
      ...all,
      scrollTop: scrollTopFor(index, { ...all, scrollTop: 6_000_000 }),
    })
    expect(index >= first && index < last).toBe(true)
  })

  test('[UI6] a row in sight moves nothing', () => {
    expect(scrollTopFor(52, { ...viewport, count: 100, scrollTop: 2200 })).toBe(2200)
  })
})

describe('The URL', () => {
  test('[UI5] says the whole state and gives it back', () => {
    const state = {
      search: 'dewi "a & b" ñ',
      filters: [
        { field: 'name', op: 'contains' as const, value: 'a:b' },
        { field: 'start_datetime', op: 'from' as const, value: '2026-01-05' },
      ],
      sort: [{ field: 'pin', descending: true }],
      groups: ['attention' as const],
    }
    expect(fromUrl(toUrl(state) as Record<string, string>, recordA)).toEqual(state)
    expect(toQuery(state, { username: 'sri', today: '2026-11-23' }).states).toEqual(['conflict', 'rejected'])
  })

  test('[UI5] what a kind does not have is left out', () => {
    const query = {
      q: ['x', 'y'],
      f: ['nope:is:1', 'name:from:2026-01-01', 'name:is:'],
      sort: 'id',
      state: 'odd,unsent',
    }
    expect(fromUrl(query, recordA)).toEqual({ search: 'x', filters: [], sort: [], groups: ['unsent'] })
  })

  test('[UI5] a search typed stands in the URL, and one in the URL in the box', async () => {
    const on = await list({ path: '/device?q=lobi', prepare: threeDevices })
    const box = on.screen.get<HTMLInputElement>('input[type=search]')
    expect([box.element.value, titles(on)]).toEqual(['lobi', ['Lobi']])
    await box.setValue('gerbang')
    await new Promise(resolve => setTimeout(resolve, 300))
    await settle()
    expect([on.router.currentRoute.value.fullPath, titles(on)]).toEqual([
      '/device?q=gerbang',
      ['Gerbang 9', 'Gerbang 10'],
    ])
  })

  test('[UI5] a search typed a moment ago does not call back somebody who is on the way to a record', async () => {
    const on = await list({ prepare: threeDevices })
    await on.screen.get<HTMLInputElement>('input[type=search]').setValue('gerbang')
    const arrival = Promise.withResolvers<void>()
    const stop = on.router.beforeResolve(() => arrival.promise)
    const going = on.router.push('/device/1')
    await new Promise(resolve => setTimeout(resolve, 300))
    arrival.resolve()
    stop()
    await going
    await settle()
    expect(on.router.currentRoute.value.fullPath).toBe('/device/1?q=gerbang')
  })
})

describe('Rows', () => {
  test('[SE5] a header sorts up, down, and not at all', async () => {
    const on = await list({ prepare: threeDevices })
    const seen: unknown[] = []
    for (let press = 0; press < 3; press++) {
      await on.screen.get('.sort').trigger('click')
      await settle()
      seen.push([on.screen.findAll('[role=columnheader]')[1]!.attributes('aria-sort'), titles(on)[0]])
    }
    expect(seen).toEqual([
      ['ascending', 'Gerbang 9'],
      ['descending', 'Lobi'],
      ['none', 'Gerbang 9'],
    ])
  })

  test('[SE7] the grid tells how many rows there are', async () => {
    const on = await list({ prepare: threeDevices })
    expect(on.screen.get('[role=grid]').attributes('aria-rowcount')).toBe('4')
    expect(on.screen.get('.total').text()).toBe('3')
  })

  test('[UI5] an answer to an older question is never shown', async () => {
    const answers = new Map<string, (window: ResultWindow) => void>()
    const on = await list({
      engine: {
        query: (_, { search }) => new Promise(resolve => answers.set(search, resolve)),
        locate: () => Promise.resolve(-1),
      },
    })
    const box = on.screen.get('input[type=search]')
    await box.setValue('a')
    await box.setValue('ab')
    const row = (name: string) => ({
      uid: name,
      id: null,
      state: 'settled' as const,
      ...notNoted,
      fields: { name },
      titles: {},
      marks: {},
      found: {},
    })
    answers.get('')?.({ rows: [row('old')], total: 1, all: 9 })
    await settle()
    expect(titles(on)).toEqual([])
    answers.get('ab')?.({ rows: [row('new')], total: 1, all: 9 })
    await settle()
    expect([titles(on), on.screen.get('.total').text(), answers.has('a')]).toEqual([['new'], '1 of 9', false])
  })

  test.each([
    [true, 'gone to', 2],
    [false, 'only marked', 0],
  ])(
    '[SE7] arrow keys walk the rows; with the detail beside them (%s) each is %s',
    async (isBeside, _, opened) => {
      const on = await list({ prepare: threeDevices, props: { kind: device, selected: 'any', isBeside } })
      const grid = on.screen.get('[role=grid]')
      const paths: string[] = []
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Home']) {
        await grid.trigger('keydown', { key })
        await settle()
        paths.push(on.router.currentRoute.value.path)
      }
      expect(on.screen.get('.active').attributes('aria-rowindex')).toBe('2')
      expect(grid.attributes('aria-activedescendant')).toBe(on.screen.get('.active').attributes('id'))
      expect(new Set(paths).size).toBe(opened + 1)
    },
  )

  test('[RB1] unsent rows are marked in words too', async () => {
    const on = await list({ prepare: threeDevices })
    expect(on.screen.findAll('[role=row]')[1]!.get('.mark .unseen').text()).toBe('To send')
  })
})

describe('States', () => {
  test('a search without a match offers the way back', async () => {
    const on = await list({ path: '/device?q=zzz', prepare: threeDevices })
    await on.screen
      .findAll('button')
      .find(button => button.text() === 'Clear all')!
      .trigger('click')
    await settle()
    expect(titles(on)).toHaveLength(3)
  })

  test('a list that cannot be read says what is safe and tries again', async () => {
    let isBroken = true
    const window = { rows: [], total: 0, all: 0 }
    const query = () => (isBroken ? Promise.reject(new Error('gone')) : Promise.resolve(window))
    const on = await list({ engine: { query } })
    expect(on.screen.text()).toContain('Your records are still in this browser.')
    isBroken = false
    await on.screen
      .findAll('button')
      .find(button => button.text() === 'Try again')!
      .trigger('click')
    await settle()
    expect(on.screen.text()).toContain('Nothing received yet')
  })
})

describe('Viewers', () => {
  test('[UI7] see no New in a list', async () => {
    const on = await list({ role: 'viewer' })
    expect(on.screen.text()).not.toContain('New')
    const others = await Promise.all((['editor', 'manager', 'admin'] as const).map(role => list({ role })))
    for (const { screen } of others) expect(screen.text()).toContain('New')
  })

  test('[UI7] see neither Edit nor Delete on a record', async () => {
    const uid = '018e174e-bd20-7335-91ff-cd0690ffe9cc'
    const save = { ...noForm, kind: 'device', uid, fields: { name: 'Lobi' } }
    const on = await stage(RecordDetail, {
      role: 'viewer',
      props: { kind: device, uid, isBeside: false },
      prepare: async engine => void (await engine.save(save)),
    })
    expect(on.screen.text()).toContain('Lobi')
    expect(on.screen.text()).not.toMatch(/Edit|Delete/)
  })
})
