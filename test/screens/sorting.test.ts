/** How a list is sorted by several fields: by its heads and by its menu. */
import { describe, expect, test } from 'vitest'
import { sortedAloneBy, sortedAlsoBy, sortFrom, sortText } from '../../client/screens/list/sort.ts'
import { list, press, threeDevices, titles } from './device-list.ts'
import { settle, type Stage } from './stage.ts'

const heads = ({ screen }: Stage) =>
  screen.findAll('[role=columnheader]').flatMap(head => {
    const [button] = head.findAll('.sort')
    return button ? [[button.text(), head.attributes('aria-sort')]] : []
  })

describe('What is pressed together', () => {
  const name = { field: 'name', descending: false }
  const end = { field: 'end', descending: true }

  test('[SE40] a field alone is sorted up, down, and not at all', () => {
    expect(sortedAloneBy([end, name], 'name')).toEqual([name])
    expect(sortedAloneBy([name], 'name')).toEqual([{ ...name, descending: true }])
    expect(sortedAloneBy([{ ...name, descending: true }], 'name')).toEqual([])
  })

  test('[SE40] another one comes behind, is turned round where it stands, and goes', () => {
    expect(sortedAlsoBy([end], 'name')).toEqual([end, name])
    expect(sortedAlsoBy([name, end], 'name')).toEqual([{ ...name, descending: true }, end])
    expect(sortedAlsoBy([name, end], 'end')).toEqual([name])
  })

  test('[UI5] the URL says them in their order, and of what it says each known one counts once', () => {
    expect(sortText([end, name])).toBe('-end,name')
    expect(sortFrom('-end,name', ['name', 'end'])).toEqual([end, name])
    expect(sortFrom('nothing,,name,-name', ['name', 'end'])).toEqual([name])
    expect(sortFrom('', ['name', 'end'])).toEqual([])
  })
})

describe('A list that is sorted by several', () => {
  test('[SE40] says so in its heads, which Shift adds to', async () => {
    const on = await list({ path: '/device?sort=changed_by', prepare: threeDevices })
    expect(heads(on)).toEqual([
      ['Name', 'none'],
      ['Changed by', 'ascending'],
      ['Site', 'none'],
    ])
    await on.screen.get('.sort').trigger('click', { shiftKey: true })
    await settle()
    expect(heads(on)).toEqual([
      ['Nameascending2', 'none'],
      ['Changed by1', 'ascending'],
      ['Site', 'none'],
    ])
    expect(titles(on)[0]).toBe('Gerbang 9')
    await on.screen.get('.sort').trigger('click', { shiftKey: true })
    await settle()
    expect([heads(on)[0], titles(on)[0]]).toEqual([['Namedescending2', 'none'], 'Lobi'])
    await on.screen.get('.sort').trigger('click')
    await settle()
    expect(heads(on)).toEqual([
      ['Name', 'ascending'],
      ['Site', 'none'],
    ])
  })

  test('[SE40] is reached without heads, by the menu', async () => {
    const on = await list({ path: '/device?sort=changed_by', prepare: threeDevices })
    await press(on, 'Sort')
    await on.screen.get('[aria-label="Then by Name"]').trigger('click')
    await settle()
    const lines = on.screen.findAll('.option').map(option => option.text())
    expect(lines).toEqual(['Newest first', 'Name2ascending', 'Site', 'Changed by1ascending', 'Changed'])
    await on.screen.findAll('.option')[1]!.trigger('click')
    await settle()
    expect([on.screen.findAll('.option')[1]!.text(), titles(on)[0]]).toEqual(['Name2descending', 'Lobi'])
    await on.screen.findAll('.option')[0]!.trigger('click')
    await settle()
    expect(on.screen.findAll('.option.on').map(option => option.text())).toEqual(['Newest first'])
  })
})

describe('A search that finds nothing', () => {
  test('[SE41] offers what is near it', async () => {
    const on = await list({ path: '/device?q=gerbnag', prepare: threeDevices })
    await on.settle()
    expect(titles(on)).toEqual([])
    await press(on, 'Gerbang')
    expect(titles(on)).toEqual(['Gerbang 9', 'Gerbang 10'])
  })
})
