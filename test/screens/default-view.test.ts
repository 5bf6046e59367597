/** What a list opens with when nothing is asked of it, and the columns that a saved view has. */
import { describe, expect, test } from 'vitest'
import { h } from 'vue'
import { RouterView } from 'vue-router'
import type { Engine, Row } from '../../client/contract.ts'
import RecordList from '../../client/screens/list/RecordList.vue'
import AppShell from '../../client/screens/shell/AppShell.vue'
import { kinds } from '../../shared/kinds.ts'
import { kindNamed } from '../../shared/metadata.ts'
import { notNoted } from '../../shared/provenance.ts'
import { list, press, pressLabelled, threeDevices, titles } from './device-list.ts'
import { settle, type Stage, stage } from './stage.ts'
import { addressed, kept, key, lists, lobi, open, said, saveAs } from './view-menu.ts'

const recordB = kindNamed(kinds, 'record_b')!
const row: Row = {
  ...{ uid: '018e174e-bd20-7335-91ff-cd0690ffe9cc', id: null, state: 'settled', ...notNoted },
  ...{ titles: {}, marks: {}, found: {}, fields: { nama: 'Gudang Ñ', pt: 'ABC' } },
}
const oneRow: Partial<Engine> = {
  query: () => Promise.resolve({ rows: [row], total: 1, all: 1 }),
  locate: () => Promise.resolve(-1),
}
const heads = ({ screen }: Stage) => screen.findAll('[role=columnheader] .sort').map(head => head.text())

describe('The columns of a saved view', () => {
  async function hide(on: Stage, name: string): Promise<void> {
    await press(on, 'Columns')
    const box = on.screen.findAll('.checkbox').find(each => each.text() === name)!
    await box.get('input').setValue(false)
    await settle()
    await press(on, 'Columns')
  }

  test('[UI50] [UI60] are its own, and those of the list stay as they were', async () => {
    const options = { path: '/record_b', props: { kind: recordB, selected: null, isBeside: false } }
    const on = await stage(RecordList, {
      isOpen: true,
      ...options,
      engine: oneRow,
    })
    const all = heads(on)
    await saveAs(on, 'Narrow')
    await hide(on, 'Unit')
    expect(said(on)).toBe('Views: Narrow, changed since it was saved')
    await open(on)
    await press(on, 'Save the changes to “Narrow”')
    const narrow = all.filter(head => head !== 'Unit')
    expect([said(on), heads(on)]).toEqual(['Views: Narrow', narrow])
    await open(on)
    await press(on, 'All Record B')
    expect(heads(on)).toEqual(all)
    await open(on)
    await press(on, 'Narrow')
    await hide(on, 'Jenis')
    const path = `/record_b?view=${Object.keys(kept())
      .find(name => name.startsWith('view record_b'))!
      .slice(14)}`
    const stored = localStorage.getItem(key)
    const reloaded = await stage(RecordList, {
      isOpen: true,
      ...options,
      path,
      engine: oneRow,
      lists: stored,
    })
    expect(heads(reloaded)).toEqual(narrow.filter(head => head !== 'Jenis'))
    expect(said(reloaded)).toBe('Views: Narrow, changed since it was saved')
    await press(reloaded, 'Columns', 'As at first')
    expect([said(reloaded), heads(reloaded)]).toEqual(['Views: Narrow', narrow])
  })
})

describe('The default view', () => {
  const byDefault = lists(lobi, { 'default device': { value: '1', at: 1 } })

  test('[UI62] is what a list opens with when nothing is asked of it', async () => {
    const on = await list({ lists: byDefault })
    expect([said(on), titles(on)]).toEqual(['Views: Lobi', ['Lobi']])
    await addressed(on, '/device?q=lobi&view=1')
  })

  test('[UI61] [UI62] does not overrule an address that asks something', async () => {
    const on = await list({ path: '/device?q=gerbang', lists: byDefault })
    expect([said(on), titles(on)]).toEqual(['Views', ['Gerbang 9', 'Gerbang 10']])
  })

  test('[UI62] gives way to whoever wants all records, after a reload as well', async () => {
    const on = await list({ lists: byDefault })
    await open(on)
    await press(on, 'All Devices')
    expect(titles(on)).toEqual(['Gerbang 9', 'Gerbang 10', 'Lobi'])
    await addressed(on, '/device?view=all')
    const again = await list({ path: '/device?view=all', lists: byDefault })
    expect([said(again), titles(again)]).toEqual(['Views', ['Gerbang 9', 'Gerbang 10', 'Lobi']])
    await open(again)
    expect(again.screen.get('.views li .option').attributes('aria-pressed')).toBe('true')
  })

  test('[UI62] is made so and taken back', async () => {
    const on = await list({ lists: lists(lobi) })
    await open(on)
    const star = () => on.screen.get('[aria-label="Open the list with “Lobi”"]').attributes('aria-pressed')
    expect(star()).toBe('false')
    await pressLabelled(on, 'Open the list with “Lobi”')
    expect([star(), kept()['default device']?.value]).toEqual(['true', '1'])
    await pressLabelled(on, 'Open the list with “Lobi”')
    expect([star(), kept()['default device']?.value]).toEqual(['false', null])
  })

  test('[UI5] [UI62] does not come back over what a list was asked last', async () => {
    const app = () => h(AppShell, () => h(RouterView))
    const on = await stage(app, { path: '/device', prepare: threeDevices, lists: byDefault })
    const go = async (text: string) => {
      await on.screen
        .findAll('nav a')
        .find(link => link.text() === text)!
        .trigger('click')
      await settle()
    }
    await on.screen.get('input[type=search]').setValue('gerbang')
    await go('Record A')
    await go('Devices')
    expect([titles(on), said(on)]).toEqual([
      ['Gerbang 9', 'Gerbang 10'],
      'Views: Lobi, changed since it was saved',
    ])
  })
})
