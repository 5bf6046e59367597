/** Filters of a list as a person builds them, and as its address says them. */
import { describe, expect, test } from 'vitest'
import type { Engine, Query } from '../../client/contract.ts'
import FilterForm from '../../client/screens/list/FilterForm.vue'
import RecordList from '../../client/screens/list/RecordList.vue'
import { fromUrl, toQuery, toUrl } from '../../client/screens/list/list-query.ts'
import { kinds } from '../../shared/kinds.ts'
import { kindNamed } from '../../shared/metadata.ts'
import { list, press, pressLabelled, titles } from './device-list.ts'
import { settle, stage } from './stage.ts'

const recordA = kindNamed(kinds, 'record_a')!
describe('Filters', () => {
  const on = '2026-11-23'
  const asker = { username: 'sri', today: on }
  const plain = { search: '', filters: [], sort: [], groups: [] }

  test.each([
    ['last', '7', '2026-11-17/2026-11-23'],
    ['last', '1', '2026-11-23/2026-11-23'],
    ['next', '30', '2026-11-23/2026-12-22'],
  ] as const)('[SE6] in the %s %s days: as of today', (op, value, days) => {
    const state = { ...plain, filters: [{ field: 'end_datetime', op, value }] }
    expect(toQuery(state, asker).filters).toEqual([{ field: 'end_datetime', op: 'within', value: days }])
    expect(fromUrl(toUrl(state) as Record<string, string>, recordA)).toEqual(state)
  })

  test('[SE6] that say nothing are left out of an address', () => {
    const f = [
      'name:empty:',
      'name:empty:x',
      'end_datetime:last:0',
      'end_datetime:next:-1',
      'pin:is:',
      'passwd:is:1',
      'passwd:filled:',
    ]
    expect(fromUrl({ f }, recordA).filters).toEqual([
      { field: 'name', op: 'empty', value: '' },
      { field: 'passwd', op: 'filled', value: '' },
    ])
  })

  test('[SE30] several values of one field, beside each other and in words', async () => {
    const on = await list({ path: '/device?f=name:is:Lobi&f=changed_by:is:dewi' })
    await press(on, 'Filter', 'Name')
    await on.screen.get('form select').setValue('is')
    await on.screen.get('form input').setValue('Gerbang 9')
    await press(on, 'Or something else')
    await on.screen.get('form input').setValue('Gerbang 10')
    await on.screen.get('form').trigger('submit')
    await settle()
    const line = on.screen.get('.chips').text()
    expect(line).toMatch(/Name: Lobi *or *Name: Gerbang 9 *or *Name: Gerbang 10 *Changed by: dewi/)
    await pressLabelled(on, 'Remove filter Changed by: dewi')
    expect(new Set(titles(on))).toEqual(new Set(['Lobi', 'Gerbang 9', 'Gerbang 10']))
    await pressLabelled(on, 'Remove filter Name: Gerbang 9')
    expect(new Set(titles(on))).toEqual(new Set(['Lobi', 'Gerbang 10']))
  })

  test('[SE6] by whether there is anything, in the last days, and of a secret no more than that', async () => {
    const on = await stage(FilterForm, { props: { kind: recordA } })
    const offered = on.screen.findAll('.option').map(option => option.text())
    expect(offered).toHaveLength(14)
    await press(on, 'Passwd')
    expect(on.screen.findAll('option').map(op => op.text())).toEqual(['is empty', 'is not empty'])
    await on.screen.get('form').trigger('submit')
    await press(on, 'Passwd', 'End')
    await on.screen.get('select').setValue('last')
    await on.screen.get('input').setValue('14')
    await on.screen.get('form').trigger('submit')
    expect(on.screen.emitted('add')).toEqual([
      [[{ field: 'passwd', op: 'empty', value: '' }]],
      [[{ field: 'end_datetime', op: 'last', value: '14' }]],
    ])
  })

  test('[SE31] mine, and changed today, by a press', async () => {
    const asked: Query[] = []
    const query: Engine['query'] = (_, question) => {
      asked.push(question)
      return Promise.resolve({ rows: [], total: 0, all: 3 })
    }
    const on = await list({ engine: { query } })
    await press(on, 'Mine', 'Changed today')
    expect(asked.at(-1)?.filters).toEqual([
      { field: 'changed_by', op: 'mine', value: 'sri' },
      { field: 'changed_at', op: 'since', value: '2026-01-05' },
    ])
    await press(on, 'Mine')
    expect(asked.at(-1)?.filters).toHaveLength(1)
  })

  test('[SE30] stand as they are read: "or" before what will do as well, whatever stands between', async () => {
    const on = await stage(RecordList, {
      path: '/record_b?f=pt:is:A&f=nama:contains:x&f=pt:not:B&f=pt:is:C',
      props: { kind: kindNamed(kinds, 'record_b')!, selected: null, isBeside: false },
    })
    const chips = on.screen.get('.chips').text()
    expect(chips).toMatch(/PT: A\s*or\s*PT: C\s*PT is not B\s*Nama contains x/)
    expect(on.screen.findAll('.chips .note').map(each => each.text())).toEqual(['or'])
  })

  test('[UI102] in one line on a phone fade at an edge behind which there is more', async () => {
    const on = await stage(RecordList, {
      path: '/record_b?f=pt:is:A',
      props: { kind: kindNamed(kinds, 'record_b')!, selected: null, isBeside: false },
    })
    const strip = on.screen.get<HTMLElement>('.strip')
    const edges = async (scrollLeft: number, clientWidth: number) => {
      for (const [name, value] of Object.entries({ scrollLeft, clientWidth, scrollWidth: 500 }))
        Object.defineProperty(strip.element, name, { value, configurable: true })
      await strip.trigger('scroll')
      return strip.classes().filter(name => name.startsWith('more'))
    }
    expect(await edges(0, 500)).toEqual([])
    expect(await edges(0, 200)).toEqual(['more-right'])
    expect(await edges(120, 200)).toEqual(['more-left', 'more-right'])
    expect(await edges(299.4, 200)).toEqual(['more-left'])
  })
})
