/** What becomes of each row of a file, told before anything is written. */
import { describe, expect, test } from 'vitest'
import { uid } from '../../support/tables.ts'
import { compared } from './compared.ts'
import { budi, devices, records, rest, whole } from './gates.ts'

describe('A row', () => {
  test('[IM5] [IM6] changes the record with its keys, old → new, and nothing else of it', () => {
    const { diff, rows, comparison } = compared({
      ...{ names: ['Device', 'PIN', 'Name', 'Verify'], records, devices },
      rows: [['Gerbang', '007', 'Budi Ω', 'ya']],
    })
    expect(diff).toEqual({
      ...{ counts: { added: 0, changed: 1, unchanged: 0, refused: 0 }, made: {}, missing: {} },
      ...{ asksDateOrder: false, lacking: [] },
    })
    const changes = { name: ['Budi', 'Budi Ω'], verify: [false, true] }
    expect(rows).toEqual([
      { line: 2, verdict: 'changed', uid: uid(11), title: 'Budi', changes, titles: {}, issues: [] },
    ])
    expect(comparison.work(0)).toEqual({ do: 'edit', uid: uid(11), seen: budi, changes })
  })

  test('[IM5] [IM6] whose keys no record has adds one, with all its values', () => {
    const { rows, brief, comparison } = compared({
      ...{ names: whole.names, records, devices },
      rows: [whole.row('Gerbang', '7', 'Dewi')],
    })
    expect(brief).toEqual(['added'])
    const fields = {
      ...{ device_id: '1', pin: '7', name: 'Dewi', ...rest, verify: false },
      ...{ start_datetime: '2026-01-05T00:00:00', end_datetime: '2026-12-31T23:59:59' },
    }
    const changes = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [null, value]]))
    expect(rows[0]).toMatchObject({ line: 2, uid: null, title: 'Dewi', changes, titles: { 1: 'Gerbang' } })
    expect(comparison.work(0)).toEqual({ do: 'make', uid: uid(900), fields })
  })

  test('[IM5] that says what its record has leaves it as it is, by whichever name it refers to another', () => {
    const { brief, comparison } = compared({
      ...{ names: ['Device', 'PIN', 'Name'], records, devices },
      rows: [['#1', '007', 'Budi'], ['Baru', ' 1 ', 'Sari'], []],
    })
    expect(brief).toEqual(['unchanged', 'unchanged', 'device_id key_missing, pin key_missing'])
    expect([0, 1, 2].map(row => comparison.work(row))).toEqual([null, null, null])
  })

  test('[IM5] its blank cells, and those it lacks, say nothing; what is beyond the columns neither', () => {
    const { brief, rows } = compared({
      ...{ names: ['Device', 'PIN', 'Name', 'Card', 'Verify', ''], records, devices },
      rows: [
        ['Gerbang', '007'],
        ['Baru', '1', '  ', null, '', 'x', 'y', 'z'],
      ],
    })
    expect(brief).toEqual(['unchanged', 'unchanged'])
    expect(rows.map(({ title }) => title)).toEqual(['Budi', 'Sari'])
  })

  test('[IM5] of a new record takes the defaults where it says nothing, and must say the rest', () => {
    const names = ['Device', 'PIN', 'Name', 'Verify', 'Grp']
    const plan = { defaults: { verify: true, grp: '9', card: '1', pri: '0', tz: '1', passwd: 'x' } }
    const answer = compared({
      ...{ names, records, devices, plan },
      rows: [
        ['Gerbang', '8', 'Dewi', '', null],
        ['Gerbang', '9', ' ', 'tidak', '2'],
      ],
    })
    expect(answer.brief).toEqual([
      'vice_card required, start_datetime required, end_datetime required',
      'name required, vice_card required, start_datetime required, end_datetime required',
    ])
    expect(answer.rows[0]?.changes).toMatchObject({ verify: [null, true], grp: [null, '9'] })
    expect(answer.rows[1]?.changes).toMatchObject({ verify: [null, false], grp: [null, '2'] })
    expect(answer.diff.lacking).toEqual(['vice_card', 'start_datetime', 'end_datetime'])
  })

  test('[IM6] is refused with all that is wrong with it, and by its record’s own rules', () => {
    const { brief, rows } = compared({
      ...{ names: ['Device', 'PIN', 'Name', 'Verify', 'Start', 'Grp'], records, devices },
      rows: [
        ['Gerbang', '007', 'x'.repeat(256), 'mungkin', '2026-02-30', '\ud800'],
        ['Gerbang', '007', '👩'.repeat(255), 'ya', '20260105', '1234567890'],
      ],
    })
    expect(brief).toEqual([
      'verify not_boolean, start_datetime not_datetime, name too_long, grp ill_formed',
      'twice_in_file',
    ])
    expect(rows[0]?.issues).toContainEqual({ field: 'name', code: 'too_long', params: { max: 255 } })
  })

  test('[IM6] of a record that waits for its person’s answer is refused', () => {
    const { brief } = compared({
      names: ['id', 'Name'],
      records: {
        1: { fields: budi, state: 'conflict' },
        2: { fields: budi, state: 'rejected' },
        3: { fields: budi, state: 'unsent' },
      },
      rows: [
        ['1', 'Ani'],
        ['2', 'Ani'],
        ['3', 'Ani'],
      ],
    })
    expect(brief).toEqual(['asked', 'asked', 'changed'])
  })
})

describe('A date that can be read in two ways', () => {
  const names = ['Id', 'Start', 'End']
  const rows = [
    ['11', '03/04/2026', '2027-01-05 00:00:00'],
    ['12', '05.05.2026'],
  ]

  test('[IM3] asks, and its row alone is refused until somebody has answered', () => {
    const { brief, diff } = compared({ names, rows, records: { 11: { fields: budi }, 12: { fields: budi } } })
    expect(brief).toEqual(['start_datetime ambiguous_date', 'changed'])
    expect(diff.asksDateOrder).toBe(true)
  })

  test('[IM3] is read as its person says', () => {
    const answer = compared({
      names,
      rows,
      records: { 11: { fields: budi } },
      plan: { dateOrder: 'month first' },
    })
    expect(answer.rows[0]?.changes).toEqual({ start_datetime: [budi.start_datetime, '2026-03-04T00:00:00'] })
    expect(answer.diff.asksDateOrder).toBe(false)
  })

  test('[IM3] is read as another date of the file has to be, also in a column that was corrected', () => {
    const answer = compared({
      ...{ names: ['Id', 'x', 'y'], records: { 11: { fields: budi } } },
      rows: [
        ['11', '03/04/2026'],
        ['', '', '25/12/2026'],
      ],
      plan: { fields: ['id', 'start_datetime', 'end_datetime'] },
    })
    expect(answer.rows[0]?.changes.start_datetime?.[1]).toBe('2026-04-03T00:00:00')
  })
})

test('[IM6] rows are found by what becomes of them, some at a time', () => {
  const { comparison, diff } = compared({
    ...{ names: ['Id', 'Name'], records },
    rows: Array.from({ length: 1300 }, (_, at) => [at === 700 ? '11' : 'x', 'Ani']),
  })
  expect(diff.counts).toEqual({ added: 0, changed: 1, unchanged: 0, refused: 1299 })
  const { verdicts } = comparison
  expect(verdicts.rowsOf(['changed'], { offset: 0, limit: 10 })).toEqual({ rows: [700], total: 1 })
  expect(verdicts.rowsOf(['refused'], { offset: 699, limit: 3 }).rows).toEqual([699, 701, 702])
  expect(comparison.done).toBe(1300)
})
