/** Who changed a record last, and when: below its fields, and in a list as columns for whoever asks. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Engine, Query, RecordView, Row } from '../../client/contract.ts'
import FilterForm from '../../client/screens/list/FilterForm.vue'
import { fromUrl, toUrl } from '../../client/screens/list/list-query.ts'
import RecordList from '../../client/screens/list/RecordList.vue'
import RecordDetail from '../../client/screens/record/RecordDetail.vue'
import RecordForm from '../../client/screens/form/RecordForm.vue'
import { kinds } from '../../shared/kinds.ts'
import { kindNamed } from '../../shared/metadata.ts'
import { notNoted } from '../../shared/provenance.ts'
import { settle, type Stage, stage, type StageOptions } from './stage.ts'

const device = kindNamed(kinds, 'device')!
const recordB = kindNamed(kinds, 'record_b')!
const uid = '018e174e-bd20-7335-91ff-cd0690ffe9cc'
const at = '2026-11-22T17:30:05Z'

const view = (noted: Pick<RecordView, 'by' | 'at'>): RecordView => ({
  ...{ kind: 'device', uid, id: '7', version: 9, state: 'settled', fields: { name: 'Lobi Ñ' } },
  ...{ titles: {}, marks: {}, found: {}, references: {}, changedAt: null, since: 0, ...noted },
})

const detail = (noted: Pick<RecordView, 'by' | 'at'>, options: StageOptions = {}) =>
  stage(RecordDetail, {
    props: { kind: device, uid, isBeside: false },
    engine: { record: () => Promise.resolve(view(noted)) },
    ...options,
  })
const linesOf = ({ screen }: Stage) => screen.findAll('.line').map(line => line.text())

afterEach(() => vi.unstubAllEnvs())

describe('A record', () => {
  test('[UI24] says who changed it last, and when that was where its reader is', async () => {
    vi.stubEnv('TZ', 'Asia/Jakarta')
    const on = await detail({ by: 'ngurah.rai', at })
    expect(linesOf(on)).toEqual([
      'NameLobi Ñ',
      'Siteempty–',
      'Changed byngurah.rai',
      'ChangedNov 23, 2026, 00:30',
    ])
    expect(on.screen.get('time').attributes('datetime')).toBe(at)
    expect(on.screen.get('.subtitle').text()).toBe('Device')
  })

  test('[UI24] says it in its reader’s language', async () => {
    vi.stubEnv('TZ', 'America/Los_Angeles')
    const lines = linesOf(await detail({ by: 'dewi', at }, { language: 'id' }))
    expect(lines.slice(2)).toEqual(['Diubah olehdewi', 'Diubah22 Nov 2026, 09.30'])
  })

  test('[UI24] says nothing of what is not known', async () => {
    expect(linesOf(await detail({ by: '', at: '' }))).toEqual(['NameLobi Ñ', 'Siteempty–'])
    expect(linesOf(await detail({ by: '', at }))).toHaveLength(3)
  })

  test('[MD5] its form has neither', async () => {
    const form = await stage(RecordForm, {
      props: { kind: device, uid },
      engine: { record: () => Promise.resolve(view({ by: 'dewi', at })) },
    })
    expect(form.screen.findAll('label').map(label => label.text())).toEqual(['Name', 'Site (optional)'])
  })
})

const rows: Row[] = ['Lobi', 'Gerbang Ñ'].map((name, i) => ({
  ...{
    uid: `${uid.slice(0, -1)}${i}`,
    id: null,
    state: 'settled' as const,
    titles: {},
    marks: {},
    found: {},
  },
  ...(i === 0 ? { by: 'ngurah.rai', at } : notNoted),
  fields: { name },
}))

/** Hears what it is asked. */
function answering(): { engine: Partial<Engine>; asked: Query[] } {
  const asked: Query[] = []
  const query: Engine['query'] = (_, question) => {
    asked.push(question)
    return Promise.resolve({ rows, total: 2, all: 2 })
  }
  return { engine: { query, locate: () => Promise.resolve(-1) }, asked }
}

async function list(path = '/device', engine = answering().engine): Promise<Stage> {
  return stage(RecordList, { path, engine, props: { kind: device, selected: null, isBeside: false } })
}
const heads = ({ screen }: Stage) => screen.findAll('[role=columnheader] .sort').map(head => head.text())

async function choose(on: Stage, ...labels: string[]): Promise<void> {
  const button = on.screen.findAll('button').find(each => each.text() === 'Columns')!
  await button.trigger('click')
  await settle()
  for (const label of labels) {
    const box = on.screen
      .findAll('.checkbox')
      .find(each => each.text() === label)!
      .get('input')
    await box.setValue(!(box.element as HTMLInputElement).checked)
  }
  await button.trigger('click')
  await settle()
}
describe('A list', () => {
  test('[UI24] has both as columns for whoever asks', async () => {
    const on = await list()
    expect(heads(on)).toEqual(['Name', 'Site'])
    await choose(on, 'Changed', 'Changed by')
    expect(heads(on)).toEqual(['Name', 'Site', 'Changed', 'Changed by'])
    const [, known, unknown] = on.screen.findAll('[role=row]').map(row => row.text())
    expect(known).toMatch(/^Lobi.*2026.*ngurah.rai$/)
    expect(unknown).toBe('Gerbang Ñempty–empty–empty–')
    await choose(on, 'Changed by')
    expect(heads(on)).toEqual(['Name', 'Site', 'Changed'])
  })

  test('[UI24] has the column that it is sorted by, and is not sorted by one that is taken away', async () => {
    const { engine, asked } = answering()
    const on = await list('/device?sort=-changed_at', engine)
    expect([heads(on), asked.at(-1)?.sort]).toEqual([
      ['Name', 'Changed', 'Site'],
      [{ field: 'changed_at', descending: true }],
    ])
    expect(on.screen.findAll('[role=columnheader]')[2]!.attributes('aria-sort')).toBe('descending')
    await choose(on, 'Changed')
    expect([heads(on), asked.at(-1)?.sort]).toEqual([['Name', 'Site'], []])
  })

  test('[UI5] [SE6] its filters by either stand in the URL, and in words', async () => {
    const state = {
      ...{ search: '', groups: [], sort: [{ field: 'changed_by', descending: false }] },
      filters: [
        { field: 'changed_at', op: 'from' as const, value: '2026-11-23' },
        { field: 'changed_by', op: 'contains' as const, value: 'a:ñ' },
      ],
    }
    expect(fromUrl(toUrl(state) as Record<string, string>, recordB)).toEqual(state)
    const on = await list('/device?f=changed_at:from:2026-11-23&f=changed_by:is:dewi&f=changed_at:last:x')
    const chips = on.screen.findAll('[aria-label^="Remove filter"]').map(chip => chip.text())
    expect(chips).toEqual(['Changed from Nov 23, 2026', 'Changed by: dewi'])
  })

  test('[SE6] offers a filter by either', async () => {
    const on = await stage(FilterForm, { props: { kind: device } })
    expect(on.screen.findAll('.option').map(option => option.text())).toEqual([
      'Name',
      'Site',
      'Changed by',
      'Changed',
    ])
    await on.screen.findAll('.option')[3]!.trigger('click')
    expect(
      on.screen
        .findAll('select option')
        .map(op => op.text())
        .slice(0, 2),
    ).toEqual(['from', 'until'])
    await on.screen.get('form input').setValue('23 11 26')
    await on.screen.get('form').trigger('submit')
    expect(on.screen.emitted('add')).toEqual([[[{ field: 'changed_at', op: 'from', value: '2026-11-23' }]]])
  })
})
