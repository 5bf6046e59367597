/** Who changed a record last, and when, on a device: columns among the others, and no part of what people enter. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Field, kindNamed } from '../../shared/metadata.ts'
import { kinds } from '../../shared/kinds.ts'
import { isInstant, instantOf, type Value } from '../../shared/fields.ts'
import { apart, columnsOf, provenance, shownFieldNamed } from '../../shared/provenance.ts'
import type { Query } from '../../client/contract.ts'
import { bothHold, edit, make, online, removed, shown, twoEditors } from '../support/people.ts'
import { offline } from '../support/profile.ts'
import { Bench, everything, recordB, uid } from '../support/tables.ts'

const reserved = provenance.map(field => field.name)

describe('The two fields', () => {
  test.each(kinds)('[MD5] $name has no field of these names', kind => {
    expect(kind.fields.filter(field => reserved.includes(field.name))).toEqual([])
  })

  test('[MD5] are fields of every kind, which nobody enters and no search looks into', () => {
    const fields = reserved.map(name => shownFieldNamed(kindNamed(kinds, 'device')!, name)!)
    const flags = ({ fillable, inForm, searchable, primary }: Field) => [
      fillable,
      inForm,
      searchable,
      primary,
    ]
    expect(fields.flatMap(flags)).toEqual(Array(8).fill(false))
    for (const { label } of fields) expect(label.en && label.id).toBeTruthy()
  })

  test.each([
    ['2026-11-23T11:24:46Z', true],
    ['9999-12-31T23:59:59Z', true],
    ['2026-11-23T11:24:46', false],
    ['2026-11-23T11:24:46.000Z', false],
    ['2026-02-30T11:24:46Z', false],
    ['2026-11-23T11:24:46+07:00', false],
    ['Z', false],
    ['', false],
    [7, false],
  ])('[CH10] %s is an instant: %s', (value, expected) => {
    expect(isInstant(value)).toBe(expected)
  })

  test('[CH10] an instant is told to the second it lies in', () => {
    expect(instantOf(new Date('2026-11-23T11:24:46.999Z'))).toBe('2026-11-23T11:24:46Z')
  })

  test('[MD5] stand apart from what people entered, also where pages do not have them', () => {
    const record = { fields: recordB(), by: 'dewi ñ', at: '2026-11-23T11:24:46Z' }
    expect(apart(columnsOf<Value>(record))).toEqual(record)
    expect(apart(recordB())).toEqual({ fields: recordB(), by: '', at: '' })
  })
})

/** Four Record Bs as pages hold them; the last is of before anybody noted it. */
function bench(): Bench {
  const made = new Bench()
  const row = (number: number, by: string, at: string) => ({
    ...{ uid: uid(number), id: String(number), version: number },
    fields: columnsOf<Value>({ fields: recordB({ nama: `N${number}` }), by, at }),
  })
  made.confirm('record_b', [
    row(1, 'Déwi', '2026-11-22T16:59:59Z'),
    row(2, 'budi', '2026-11-22T17:00:00Z'),
    row(3, 'dewi.2', '2026-11-23T16:59:59Z'),
    row(4, '', ''),
  ])
  return made
}
const find = (on: Bench, query: Partial<Query>) => on.list('record_b', query, 'nama')
const filter = (field: string, op: Query['filters'][number]['op'], value: string) => ({
  filters: [{ field, op, value }],
})

describe('A list', () => {
  afterEach(() => vi.unstubAllEnvs())

  test('[SE5] is sorted by either; what nobody noted comes first', () => {
    const sort = (field: string, descending = false) => ({ sort: [{ field, descending }] })
    expect(find(bench(), sort('changed_by'))).toEqual(['N4', 'N2', 'N1', 'N3'])
    expect(find(bench(), sort('changed_at', true))).toEqual(['N3', 'N2', 'N1', 'N4'])
  })

  test('[SE5] of as many moments as records is in their order, whatever stands among them', () => {
    const moments = Array.from({ length: 1_300 }, (_, i) =>
      instantOf(new Date(1e12 + ((i * 7_919) % 1_300) * 7e9)),
    )
    for (const odd of [[], [''], ['1969-12-31T23:59:58Z', 'kemarin', '']]) {
      const all = [...moments, ...odd]
      const on = new Bench()
      on.confirm(
        'record_b',
        all.map((at, i) => ({
          ...{ uid: uid(i + 1), id: String(i + 1), version: i + 1 },
          fields: columnsOf<Value>({ fields: recordB({ nama: at }), by: 'dewi', at }),
        })),
      )
      const collated = all.toSorted(new Intl.Collator('en', { numeric: true }).compare)
      expect(find(on, { sort: [{ field: 'changed_at', descending: false }] })).toEqual(
        collated.slice(0, 1_000),
      )
      const last = find(on, { sort: [{ field: 'changed_at', descending: true }] })
      expect(last).toEqual(collated.toReversed().slice(0, 1_000))
    }
  })

  test('[SE6] is filtered by who: contains, or is', () => {
    expect(find(bench(), filter('changed_by', 'contains', 'DEWI'))).toEqual(['N3', 'N1'])
    expect(find(bench(), filter('changed_by', 'is', 'dewi'))).toEqual(['N1'])
  })

  test.each([
    ['Asia/Jakarta', 'from', '2026-11-23', ['N3', 'N2']],
    ['Asia/Jakarta', 'to', '2026-11-22', ['N1']],
    ['Asia/Jakarta', 'to', '2026-11-23', ['N3', 'N2', 'N1']],
    ['UTC', 'from', '2026-11-23', ['N3']],
    ['UTC', 'to', '2026-11-22', ['N2', 'N1']],
    ['America/Los_Angeles', 'to', '2026-11-22', ['N2', 'N1']],
    ['Pacific/Kiritimati', 'from', '2026-11-24', ['N3']],
    ['UTC', 'to', '9999-12-31', ['N3', 'N2', 'N1']],
    ['UTC', 'from', '0001-01-01', ['N3', 'N2', 'N1']],
    ['UTC', 'from', 'kemarin', []],
  ] as const)('[SE6] in %s, %s %s is that day there', (zone, op, day, expected) => {
    vi.stubEnv('TZ', zone)
    expect(find(bench(), filter('changed_at', op, day))).toEqual(expected)
  })

  test('[SE5] [SE6] has work that is not sent yet where the server last noted its record', () => {
    const on = bench()
    on.lay('record_b', {
      uid: uid(2),
      fields: recordB({ nama: 'mine' }),
      by: 'budi',
      at: '2026-11-22T17:00:00Z',
    })
    on.lay('record_b', { uid: uid(9), fields: recordB({ nama: 'new' }) })
    const byTime = { sort: [{ field: 'changed_at', descending: false }] }
    expect(find(on, byTime).slice(-3)).toEqual(['N1', 'mine', 'N3'])
    expect(find(on, filter('changed_by', 'is', 'budi'))).toEqual(['mine'])
  })

  test('[MD5] no search finds a record by who changed it', () => {
    expect(find(bench(), { search: 'budi' })).toEqual([])
    expect(find(bench(), { search: '2026-11' })).toEqual([])
  })
})

describe('A device', () => {
  test('[CH10] hears who changed a record of others, and keeps it', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A' }))
    expect(await shown(budi, 1)).toMatchObject({ by: 'ani', fields: recordB({ nama: 'A' }) })
    await edit(budi, 1, { nama: 'B' })
    await online(budi)
    await online(ani)
    const seen = await shown(ani, 1)
    expect(seen?.by).toBe('budi')
    expect(isInstant(seen?.at)).toBe(true)
    const again = await ani.profile.tab(ani.userId)
    expect(await again.engine.record('record_b', uid(1))).toMatchObject({ by: 'budi', at: seen?.at })
  })

  test('[UI24] what is not sent yet leaves the last one who changed it, and has nobody while it is new', async () => {
    const { budi } = await bothHold(recordB({ nama: 'A' }))
    await edit(budi, 1, { nama: 'B' })
    expect(await shown(budi, 1)).toMatchObject({ by: 'ani', state: 'unsent', fields: { nama: 'B' } })
    await make(budi, 2, recordB())
    expect(await shown(budi, 2)).toMatchObject({ by: '', at: '' })
  })

  test('[CH10] the answer to one’s own edit says it before the next pull', async () => {
    const { budi } = await twoEditors()
    budi.profile.transport = { ...budi.profile.transport, changes: offline.changes }
    await make(budi, 1, recordB())
    await budi.tab.sync()
    expect(await shown(budi, 1)).toMatchObject({ by: 'budi', state: 'settled' })
  })

  test('[MD5] sends neither, whatever is done to a record that has them', async () => {
    const { budi } = await bothHold(recordB({ nama: 'A' }))
    await edit(budi, 1, { nama: 'B' })
    await budi.tab.engine.undo(await removed(budi, 1))
    await online(budi)
    const undo = await removed(budi, 1)
    await online(budi)
    await budi.tab.engine.undo(undo)
    await online(budi)
    expect(await budi.tab.engine.status()).toMatchObject({ unsent: 0, attention: 0 })
    const pushed = budi.network.requests.map(({ body }) => body).join('\n')
    expect(pushed).toContain('nama')
    for (const name of reserved) expect(pushed).not.toContain(name)
  })

  test('[CH10] and nothing of it in what a form begins with', async () => {
    const { budi } = await bothHold(recordB({ nama: 'A' }))
    expect((await shown(budi, 1))?.fields).toEqual(recordB({ nama: 'A' }))
    const { rows } = await budi.tab.engine.query('record_b', everything, 0, 10)
    expect(rows).toMatchObject([{ by: 'ani', state: 'settled' }])
    expect(rows[0]?.fields).toEqual(recordB({ nama: 'A' }))
  })
})
