/** Which rows a list asks its engine for, and when. */
import { config } from '@vue/test-utils'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ComponentPublicInstance } from 'vue'
import type { Engine } from '../../client/contract.ts'
import RecordList from '../../client/screens/list/RecordList.vue'
import { kinds } from '../../shared/kinds.ts'
import { kindNamed } from '../../shared/metadata.ts'
import { notNoted } from '../../shared/provenance.ts'
import { noForm } from '../support/drafts.ts'
import { settle, type Stage, stage } from './stage.ts'

const device = kindNamed(kinds, 'device')!
const rowPx = 44
let on: Stage

/** Two hundred Devices, whatever is asked. */
const asked: [first: number, last: number][] = []
const query: Engine['query'] = (_kind, _query, offset, limit) => {
  asked.push([offset, offset + limit])
  const rows = Array.from({ length: limit }, (_, at) => ({
    uid: String(offset + at),
    id: null,
    state: 'settled' as const,
    ...notNoted,
    fields: { name: `Gerbang ${offset + at}` },
    titles: {},
    marks: {},
    found: {},
  }))
  return Promise.resolve({ offset, rows, total: 200, all: 200 })
}

async function scrollTo(row: number): Promise<void> {
  const grid = on.screen.get('[role=grid]')
  grid.element.scrollTop = row * rowPx
  await grid.trigger('scroll')
  await settle()
}

describe('Windows', () => {
  test('[UI6] after a change all rows in sight come with one answer, wherever the list stands', async () => {
    const props = { kind: device, selected: null, isBeside: false }
    on = await stage(RecordList, { path: '/device', props, engine: { query } })
    await scrollTo(95)
    const titles = () => on.screen.findAll('.open').map(link => link.text())
    expect(titles()).toEqual(expect.arrayContaining(['Gerbang 95', 'Gerbang 105']))
    asked.length = 0
    const uid = await on.engine.newUid()
    await on.engine.save({ ...noForm, kind: 'device', uid, fields: { name: 'Lobi' } })
    await settle()
    const [[first, last] = []] = asked
    expect([first! <= 89, last! >= 106, new Set(asked.map(String)).size]).toEqual([true, true, 1])
  })

  test('[UI6] a step of the scroll draws rows, and the list around them not anew', async () => {
    const drawn = new Set<string | undefined>()
    const updated = function (this: ComponentPublicInstance) {
      drawn.add(this.$.type.__name)
    }
    config.global.mixins = [{ updated }]
    onTestFinished(() => {
      config.global.mixins = []
    })
    const props = { kind: device, selected: null, isBeside: false }
    on = await stage(RecordList, { path: '/device', props, engine: { query } })
    await scrollTo(20)
    drawn.clear()
    await scrollTo(10)
    expect([...drawn]).toEqual(['VirtualRows'])
  })

  const walk = async (key: string) => {
    await on.screen.get('[role=grid]').trigger('keydown', { key })
    await settle()
  }
  const pathOf = () => on.router.currentRoute.value.path

  test('[UI6] walked to the end beside an open record, the last one opens when its row has come', async () => {
    const props = { kind: device, selected: '0', isBeside: true }
    const locate = (_kind: string, _query: unknown, uid: string) => Promise.resolve(Number(uid))
    on = await stage(RecordList, { path: '/device/0', props, engine: { query, locate } })
    await walk('End')
    expect(pathOf()).toBe('/device/199')
  })

  test('[UI6] what arrives before the row that was walked to does not put another record under it', async () => {
    let added = 0
    const shifted: Engine['query'] = (kind, asked, offset, limit) => query(kind, asked, offset - added, limit)
    const locate = (_kind: string, _query: unknown, uid: string) => Promise.resolve(Number(uid) + added)
    const props = { kind: device, selected: null, isBeside: false }
    on = await stage(RecordList, { path: '/device', props, engine: { query: shifted, locate } })
    for (let step = 0; step < 5; step++) await walk('ArrowDown')
    added = 3
    const uid = await on.engine.newUid()
    await on.engine.save({ ...noForm, kind: 'device', uid, fields: { name: 'Lobi' } })
    await settle()
    await walk('Enter')
    expect(pathOf()).toBe('/device/4')
  })
})
