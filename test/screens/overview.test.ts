/** An overview on the screen: the tables behind its pictures, and what is said when there is none. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import OverviewView from '../../client/screens/overview/OverviewView.vue'
import type { Overview } from '../../client/contract-overview.ts'
import { kinds } from '../../shared/kinds.ts'
import { kindNamed } from '../../shared/metadata.ts'
import { settle, stage, type StageOptions } from './stage.ts'

const recordA = kindNamed(kinds, 'record_a')!

beforeEach(() => vi.stubEnv('TZ', 'UTC'))
afterEach(() => vi.unstubAllEnvs())

const seen: Overview = {
  all: 2000,
  pictures: [
    {
      of: 'reference',
      field: 'device_id',
      bars: [
        {
          ...{ name: '7', title: 'Gerbang é', count: 1240 },
          filters: [{ field: 'device_id', op: 'is', value: '7' }],
        },
        { name: '9', title: null, count: 60, filters: [{ field: 'device_id', op: 'is', value: '9' }] },
        {
          ...{ name: 'others', count: 700 },
          filters: [
            { field: 'device_id', op: 'not', value: '7' },
            { field: 'device_id', op: 'not', value: '9' },
          ],
        },
      ],
    },
    {
      of: 'days',
      field: 'changed_at',
      bars: [
        {
          ...{ name: '2026-01-05', count: 0 },
          filters: [{ field: 'changed_at', op: 'is', value: '2026-01-05' }],
        },
      ],
    },
  ],
}

async function open(overview: Overview, options: StageOptions = {}) {
  const on = await stage(OverviewView, {
    props: { kind: recordA, uid: null },
    path: '/record_a/overview',
    engine: { overview: async () => ({ outcome: 'read', overview }) },
    ...options,
  })
  const lines = () =>
    on.screen.findAll('tbody tr').map(line => line.findAll('th, td').map(cell => cell.text()))
  return { ...on, lines }
}

describe('An overview', () => {
  test('[OV2] says in a table what the bars say, in the way of whoever reads', async () => {
    const { screen, lines } = await open(seen)
    expect(screen.text()).toContain('All 2,000 records in this browser')
    expect(screen.findAll('h2').map(each => each.text())).toEqual([
      'By Device',
      'Last changed in the past 30 days',
    ])
    expect(lines()).toEqual([
      ['Gerbang é', '1,240', '62%'],
      ['#9 · not in this browser', '60', '3%'],
      ['All others', '700', '35%'],
      ['Jan 5, 2026', '0', '0%'],
    ])
    const indonesian = await open(seen, { language: 'id' })
    expect(indonesian.lines()[0]).toEqual(['Gerbang é', '1.240', '62%'])
    expect(indonesian.screen.text()).toContain('Semua 2.000 rekaman')
  })

  test('[OV2] [OV3] each line leads to its list, and the rest has one beside the picture, too', async () => {
    const { screen } = await open(seen)
    const [first] = screen.findAll('tbody a')
    expect(decodeURIComponent(first?.attributes('href') ?? '')).toBe('/record_a?f=device_id:is:7')
    const rest = screen.get('a.rest')
    expect(rest.text()).toBe('All others: 700')
    expect(decodeURIComponent(rest.attributes('href') ?? '')).toBe(
      '/record_a?f=device_id:not:7&f=device_id:not:9',
    )
  })

  test('says that there is nothing to count, and what kept it from counting', async () => {
    expect((await open({ all: 0, pictures: [] })).screen.text()).toContain('There is nothing to count yet')
    const overview = vi
      .fn()
      .mockResolvedValueOnce({ outcome: 'failed', fault: 'connection' })
      .mockResolvedValue({ outcome: 'read', overview: seen })
    const { screen, lines } = await open(seen, { engine: { overview } })
    expect(screen.find('[role=alert]').exists()).toBe(true)
    await screen.get('[role=alert] button').trigger('click')
    await settle()
    expect([screen.find('[role=alert]').exists(), lines().length]).toEqual([false, 4])
  })
})
