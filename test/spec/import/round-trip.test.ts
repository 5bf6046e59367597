/** What export wrote says nothing new: every kind, with records as strange as the rules allow. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cell, cellOf, isTelling, numberedName } from '../../../client/engine/exchange/cells.ts'
import { proposedPlan } from '../../../client/engine/import/columns.ts'
import { Comparison } from '../../../client/engine/import/compare-rows.ts'
import type { KnownRecords } from '../../../client/engine/import/named-records.ts'
import {
  faultOf,
  type FieldTypeName,
  isUidReference,
  typeNameOf,
  type Value,
} from '../../../shared/fields.ts'
import { kinds } from '../../../shared/kinds.ts'
import { type Field, fillable, type Kind } from '../../../shared/metadata.ts'
import type { Fields } from '../../../shared/record.ts'
import { uid } from '../../support/tables.ts'
import { type Given, knownOf } from './compared.ts'
import { kindOf } from './of-kinds.ts'

const devices: Given = {
  1: { fields: { name: "Gerbang 'utara'" } },
  2: { fields: { name: 'Kembar' } },
  3: { fields: { name: 'Kembar' } },
  4: { fields: { name: '#1' } },
  5: { fields: { name: 'Baru' }, id: null },
  6: { fields: { name: 'Kembar' }, id: null },
  7: { fields: { name: ' Pintu ' } },
  8: { fields: { name: uid(1) } },
}
/** 77 is gone. */
const references: Value[] = ['1', '2', '4', '7', '8', '77', { uid: uid(1) }, { uid: uid(5) }, { uid: uid(6) }]

const nasty = [
  "'",
  "O'Neil",
  '=1+1',
  "'=1+1",
  '@',
  '007',
  '0',
  'true',
  '🌋',
  ' x ',
  '\t-1',
  '2026-01-05',
  'é'.repeat(255),
]
const moments = ['0001-01-01T00:00:00', '9999-12-31T23:59:59', '2024-02-29T12:00:01', '2027-01-05T00:00:00']

const valuesOf: Record<FieldTypeName, fc.Arbitrary<Value>> = {
  text: fc.oneof(
    fc.constantFrom(...nasty),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 255 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 255 }),
    fc
      .array(fc.constantFrom('👩', '"', '\r', '\ufeff', ';'), { minLength: 1, maxLength: 255 })
      .map(each => each.join('')),
  ),
  boolean: fc.boolean(),
  datetime: fc.constantFrom(...moments),
  instant: fc.constantFrom(...moments.map(each => `${each}Z`)),
  integer: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(String),
  reference: fc.constantFrom(...references),
}

function recordsOf(kind: Kind): fc.Arbitrary<Fields[]> {
  const legal = (field: Field) => {
    const { max } = field.validation
    const short = (value: Value) =>
      typeof value === 'string' && max !== undefined ? [...value].slice(0, max).join('') : value
    return valuesOf[typeNameOf(field)].map(short).filter(value => faultOf(value, field) === undefined)
  }
  const whole = fc.record(Object.fromEntries(fillable(kind).map(field => [field.name, legal(field)])))
  return fc.array(whole, { minLength: 1, maxLength: 8 })
}

/** As export names them: by titles that one record has alone. */
function nameOf(_: Field, value: Value): string {
  const number = isUidReference(value) ? Number(value.uid.slice(-4)) : Number(value)
  const title = devices[number]?.fields.name
  const isAlone = Object.values(devices).filter(({ fields }) => fields.name === title).length === 1
  if (typeof title === 'string' && isAlone && isTelling(title)) return title
  return numberedName(value)
}

/** A text file knows no dates, and no yes and no. */
function asCsv(cell: Cell): Cell {
  if (typeof cell === 'boolean') return cell ? 'Ya' : 'Tidak'
  return typeof cell === 'object' && cell ? cell.dateTime.replace('T', ' ') : cell
}

interface Written {
  kind: Kind
  records: KnownRecords
  written: (cell: Cell) => Cell
}

function counts({ kind, records, written }: Written) {
  const fields = kind.fields.filter(field => field.fillable || field.primary)
  const rows = records.uids.map(each => {
    const record = records.shown(each)
    const cellIn = (field: Field) =>
      field.primary ? (record?.id ?? each) : cellOf(field, record?.fields?.[field.name], nameOf)
    return fields.map(field => written(cellIn(field)))
  })
  const plan = proposedPlan(kind, kinds, { names: fields.map(({ label }) => label.id), rows })
  const known = knownOf(kindOf('device'), devices)
  const run = new Comparison({
    ...{ plan, records, rows, lines: [], referred: () => known },
    newUid: () => uid(900),
  }).run()
  for (;;) {
    const { done, value } = run.next()
    if (done) return value
  }
}

describe.each(kinds)('Records of $name', kind => {
  test.each<[string, (cell: Cell) => Cell]>([
    ['a workbook', cell => cell],
    ['text', asCsv],
  ])('[IM2] [IM4] as export wrote them, as %s, are unchanged, ids included', (_, written) => {
    fc.assert(
      fc.property(recordsOf(kind), fc.boolean(), (each, isUnsent) => {
        const given = each.map(
          (fields, at) => [at + 1, { fields, id: isUnsent ? null : String(at + 1) }] as const,
        )
        const records = knownOf(kind, Object.fromEntries(given))
        expect(counts({ kind, records, written })).toEqual({
          ...{ counts: { added: 0, changed: 0, unchanged: each.length, refused: 0 }, made: {}, missing: {} },
          ...{ asksDateOrder: false, lacking: [] },
        })
      }),
    )
  })
})
