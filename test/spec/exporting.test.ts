/** Records as files: what stands in them is what was entered. */
import fc from 'fast-check'
import Papa from 'papaparse'
import { readSheet } from 'read-excel-file/node'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ExportedFile, ExportRequest, FileFormat, Query } from '../../client/contract.ts'
import { neutralised } from '../../client/engine/exchange/csv.ts'
import { serialOf, xlsxWriter } from '../../client/engine/exchange/xlsx.ts'
import { noForm } from '../support/drafts.ts'
import { make, online, type Person, twoEditors } from '../support/people.ts'
import { everything, recordA, recordB, uid } from '../support/tables.ts'

const ofA = ['id', 'device_id', 'pin', 'name', 'card', 'verify', 'start_datetime', 'end_datetime']
const labels = { id: 'Id', device_id: 'Device', pin: 'PIN', name: 'Name', card: 'Kartu', verify: 'Verify' }

async function exported({ tab }: Person, asked: Partial<ExportRequest> = {}): Promise<ExportedFile> {
  const answer = await tab.engine.exportFile({
    ...{ kind: 'record_a', query: everything, fields: ofA, format: 'csv', hasMark: false },
    words: { labels, yes: 'Yes', no: 'No' },
    ...asked,
  })
  if (answer.outcome === 'failed') throw new Error(answer.fault)
  return answer
}

async function csv(person: Person, asked: Partial<ExportRequest> = {}): Promise<string[][]> {
  const { file } = await exported(person, asked)
  return Papa.parse<string[]>(await file.text(), { skipEmptyLines: true }).data
}

async function sheet(person: Person, asked: Partial<ExportRequest> = {}) {
  const { file } = await exported(person, { ...asked, format: 'xlsx' })
  const rows = await readSheet(Buffer.from(await file.arrayBuffer()), { trim: false })
  // A serial number is a fraction of a day: readers come within a millisecond of the second.
  const rounded = (cell: unknown) =>
    cell instanceof Date ? new Date(Math.round(cell.getTime() / 1000) * 1000) : cell
  return rows.map(cells => cells.map(rounded))
}

const nasty = '=HYPERLINK("http://x";"é")\n"dua", \'tiga\' 🌋 <b>&amp;</b> _x0041_'

let ani: Person
let [gate, twin]: [string, string] = ['', '']

/** Two Devices of one name and one of its own; records that refer to each, sent and not. */
beforeAll(async () => {
  ;({ ani } = await twoEditors())
  await make(ani, 1, { name: 'Gerbang, "utara"' }, 'device')
  await make(ani, 2, { name: 'Kembar' }, 'device')
  await make(ani, 3, { name: 'Kembar' }, 'device')
  await make(ani, 4, { name: '#1' }, 'device')
  await online(ani)
  const idOf = async (number: number) => (await ani.tab.engine.record('device', uid(number)))?.id ?? ''
  ;[gate, twin] = [await idOf(1), await idOf(2)]
  await make(ani, 11, recordA({ device_id: gate, pin: '007', name: nasty, verify: true }), 'record_a')
  await make(ani, 12, recordA({ device_id: twin, pin: '-5', name: "'=1" }), 'record_a')
  await online(ani)
  ani.network.isDown = true
  await make(ani, 5, { name: 'Kembar' }, 'device')
  const early = { start_datetime: '1899-12-31T23:59:59', end_datetime: '9999-12-31T23:59:59' }
  await make(ani, 13, recordA({ device_id: { uid: uid(5) }, name: ' Dewi ', ...early }), 'record_a')
})

const row = (rows: unknown[][], pin: string) => rows.find(each => each.includes(pin)) ?? []

describe('As CSV', () => {
  test('[EX1] [EX2] [EX3] every record as it is shown, with the names that people know', async () => {
    const rows = await csv(ani)
    expect(rows[0]).toEqual([
      'Id',
      'Device',
      'PIN',
      'Name',
      'Kartu',
      'Verify',
      'start_datetime',
      'end_datetime',
    ])
    expect(rows).toHaveLength(4)
    const dates = ['2026-01-05 08:30:00', '2027-01-05 00:00:00']
    expect(row(rows, '007')).toEqual([
      ...[
        expect.stringMatching(/^\d+$/),
        'Gerbang, "utara"',
        '007',
        `'${nasty}`,
        '0012000001',
        'Yes',
        ...dates,
      ],
    ])
    expect(row(rows, "'-5").slice(1, 4)).toEqual([`#${twin}`, "'-5", "''=1"])
    expect(row(rows, '0001')).toEqual([
      ...[
        uid(13),
        uid(5),
        '0001',
        ' Dewi ',
        '0012000001',
        'No',
        '1899-12-31 23:59:59',
        '9999-12-31 23:59:59',
      ],
    ])
  })

  test('[EX1] only those that are asked for, in the order that is asked for', async () => {
    const query = { ...everything, search: 'dewi' }
    expect((await csv(ani, { query, fields: ['name', 'pin'] })).slice(1)).toEqual([[' Dewi ', '0001']])
    const sorted = { ...everything, sort: [{ field: 'pin', descending: true }] }
    expect((await csv(ani, { query: sorted, fields: ['pin'] })).slice(1).flat()).toEqual([
      '007',
      '0001',
      "'-5",
    ])
    expect((await exported(ani, { query: { ...everything, search: 'tidak ada' } })).count).toBe(0)
  })

  test('[EX1] [MA1] only those that are selected: some alone, or all that are found but for some', async () => {
    const query = { ...everything, sort: [{ field: 'pin', descending: true }] }
    const pins = async (asked: Query, isAllBut: boolean, ...numbers: number[]) => {
      const selection = { kind: 'record_a', query: asked, isAllBut, uids: numbers.map(uid) }
      return (await csv(ani, { query: asked, selection, fields: ['pin'] })).slice(1).flat()
    }
    expect(await pins(query, false, 13, 11)).toEqual(['007', '0001'])
    expect(await pins(query, true, 13)).toEqual(['007', "'-5"])
    expect(await pins({ ...query, search: 'dewi' }, true)).toEqual(['0001'])
    expect(await pins(query, false)).toEqual([])
  })

  test('[EX2] lines end as RFC 4180 wants it, and the mark stands in front by choice', async () => {
    const fields = ['pin']
    const query = { ...everything, sort: [{ field: 'pin', descending: true }] }
    const plain = await (await exported(ani, { fields, query })).file.text()
    expect(plain).toBe("PIN\r\n007\r\n0001\r\n'-5\r\n")
    const bytes = new Uint8Array(
      await (await exported(ani, { fields, query, hasMark: true })).file.arrayBuffer(),
    )
    expect([...bytes.slice(0, 4)]).toEqual([0xef, 0xbb, 0xbf, 'P'.charCodeAt(0)])
  })

  test('[EX2] nothing that begins as a formula is left so, and no two texts become one', () => {
    const starts = fc.stringMatching(/^'{0,3}[=+\-@\t\ra']?/)
    const text = fc.tuple(starts, fc.string()).map(([start, rest]) => start + rest)
    const restored = (written: string) => (/^'+[=+\-@\t\r]/.test(written) ? written.slice(1) : written)
    fc.assert(
      fc.property(text, each => {
        expect(neutralised(each)).not.toMatch(/^[=+\-@\t\r]/)
        expect(restored(neutralised(each))).toBe(each)
      }),
    )
  })

  test('[EX4] a secret is there when it is named, and not otherwise', async () => {
    const [, first] = await csv(ani, { fields: ['pin', 'passwd'] })
    expect(first).toContain('rahasia')
    expect((await csv(ani)).flat()).not.toContain('rahasia')
  })
})

describe('As a workbook', () => {
  test('[EX2] texts are texts, dates are dates, and yes or no is that', async () => {
    const rows = await sheet(ani)
    const day = (text: string) => new Date(`${text}Z`)
    expect(row(rows, '007').slice(1)).toEqual([
      ...['Gerbang, "utara"', '007', nasty, '0012000001', true],
      ...[day('2026-01-05T08:30:00'), day('2027-01-05T00:00:00')],
    ])
    expect(row(rows, '-5').slice(2, 4)).toEqual(['-5', "'=1"])
    expect(row(rows, '0001').slice(3)).toEqual([
      ...[' Dewi ', '0012000001', false, '1899-12-31T23:59:59', day('9999-12-31T23:59:59')],
    ])
  })

  test('[EX2] each second of a calendar has its number', () => {
    expect(serialOf('1900-03-01T00:00:00')).toBe(61)
    expect(serialOf('2026-01-05T12:00:00')).toBe(46_027.5)
    expect(serialOf('1900-02-28T23:59:59')).toBeNull()
  })

  test('[EX2] characters that XML lacks are written as Office does', async () => {
    const writer = xlsxWriter({ names: ['a'], labels: ['A'] }, 'a/b: [c]')
    writer.rows([['\u0007 \r\n\t _x0041_']])
    const [, [cell] = []] = await readSheet(Buffer.from(await writer.end().arrayBuffer()), { trim: false })
    expect(cell).toBe('\u0007 \r\n\t _x0041_')
  })
})

test.each<FileFormat>(['csv', 'xlsx', 'json'])(
  '[EX1] as %s, of a kind without a record, it holds the heads',
  async format => {
    const { file, count } = await exported(ani, { kind: 'record_b', fields: ['nama'], format })
    expect([count, file.size > 0]).toEqual([0, true])
  },
)

test('[EX2] as JSON every value is what it was', async () => {
  const { file } = await exported(ani, {
    format: 'json',
    fields: ['pin', 'name', 'verify', 'start_datetime'],
  })
  expect(JSON.parse(await file.text())).toContainEqual({
    ...{ pin: '007', name: nasty, verify: true, start_datetime: '2026-01-05T08:30:00' },
  })
})

test('[EX1] a record that goes while the file is made is left out, and the rest is there once', async () => {
  const { tab } = ani
  for (let number = 100; number < 1200; number++)
    await tab.engine.save({
      ...noForm,
      kind: 'record_b',
      uid: uid(number),
      fields: recordB({ nama: `Nama ${number}` }),
    })
  const making = exported(ani, { kind: 'record_b', fields: ['nama'] })
  await tab.engine.remove('record_b', uid(100))
  await make(ani, 5000, recordB({ nama: 'Sesudahnya' }))
  const { count, file } = await making
  const names = (await file.text()).trimEnd().split('\r\n').slice(1)
  expect(new Set(names).size).toBe(names.length)
  expect([names.length, names.includes('Sesudahnya')]).toEqual([count, false])
})
