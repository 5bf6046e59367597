/** The seed's tables to the letter, and that everything follows from them. */
import { describe, expect, test } from 'vitest'
import { allFields } from '../../client/screens/exchange/useExport.ts'
import { faultOf, fieldTypes, typeNameOf, typeOf, type ValueWords } from '../../shared/fields.ts'
import { kinds } from '../../shared/kinds.ts'
import { type Field, fillable, type Kind, kindNamed, type Kinds } from '../../shared/metadata.ts'
import { asReadBy } from '../../shared/read-by.ts'
import { emptyFields, issuesOfChanges, issuesOfFields } from '../../shared/record.ts'

/** A row of the seed's table: name, base type, form input, validation, relation. */
function rowOf(field: Field): string {
  const { base, validation, reference } = field
  const type =
    base.type === 'string'
      ? `string ${base.length}`
      : base.type === 'bigInteger'
        ? `bigInteger,${base.autoIncrement},${base.unsigned}`
        : base.type
  const rules = [
    validation.required && 'required',
    validation.type,
    validation.max && `max ${validation.max}`,
  ]
  const relation = reference && `mt1,${reference.kind},${field.name}`
  return [field.name, type, field.input, rules.filter(Boolean).join(', '), relation]
    .filter(Boolean)
    .join(' | ')
}

describe('The seed', () => {
  test('[MD1] Record A', () => {
    expect(kindNamed(kinds, 'record_a')!.fields.map(rowOf)).toEqual([
      'id | bigInteger,true,true | none',
      'device_id | bigInteger,false,true | none | required | mt1,device,device_id',
      'pin | string 30 | text | required, string, max 30',
      'name | string 255 | text | required, string, max 255',
      'pri | string 255 | text | required, string, max 255',
      'passwd | string 255 | text | required, string, max 255',
      'card | string 255 | text | required, string, max 255',
      'grp | string 10 | text | required, string, max 10',
      'tz | string 255 | text | required, string, max 255',
      'verify | boolean | checkbox | required, boolean',
      'vice_card | string 255 | text | required, string, max 255',
      'start_datetime | datetime | date | required',
      'end_datetime | datetime | date | required',
    ])
  })

  test('[MD1] Record B', () => {
    expect(kindNamed(kinds, 'record_b')!.fields.map(rowOf)).toEqual([
      'id | bigInteger,true,true | none',
      'pt | string 5 | text | required, string, max 5',
      'divisi | string 1 | text | required, string, max 1',
      'unit | boolean | checkbox | required, boolean',
      'jenis | string 1 | text | required, string, max 1',
      'nama | string 60 | text | required, string, max 60',
      'divapp | string 1 | text | required, string, max 1',
      'urutan | boolean | checkbox | required, boolean',
    ])
  })

  test('[MD1] Device has a name, and comes before what refers to it', () => {
    expect(kinds.map(kind => kind.name)).toEqual(['site', 'device', 'record_a', 'record_b'])
    expect(kindNamed(kinds, 'device')!.fields.slice(0, 2).map(rowOf)).toEqual([
      'id | bigInteger,true,true | none',
      'name | string 255 | text | required, string, max 255',
    ])
  })

  const flags = ['searchable', 'fillable', 'primary', 'inForm', 'inIndex', 'inView'] as const
  test.each(kinds)('[MD1] $name: id is the key and appears nowhere, every other field everywhere', kind => {
    for (const field of kind.fields) {
      const expected = field.name === 'id' ? ['primary'] : flags.filter(flag => flag !== 'primary')
      expect(flags.filter(flag => field[flag])).toEqual(expected)
    }
  })

  test.each(kinds)('[MD1] $name: its title is one of its fields, and every field has words', kind => {
    expect(kind.fields.map(field => field.name)).toContain(kind.title)
    for (const words of [kind.label, kind.plural, ...kind.fields.map(field => field.label)])
      expect(words.en && words.id).toBeTruthy()
  })

  test('[MD4] passwd is the only secret', () => {
    const secrets = kinds.flatMap(kind => kind.fields.filter(field => field.secret).map(field => field.name))
    expect(secrets).toEqual(['passwd'])
  })

  test.each(kinds)(
    '[SC9] $name: what is for some roles alone is text, which can be absent, and no title',
    kind => {
      const withheld = kind.fields.filter(({ readBy }) => readBy)
      expect(withheld.map(({ name }) => name)).not.toContain(kind.title)
      expect(withheld.map(({ name }) => name)).toEqual(kind.name === 'record_a' ? ['passwd'] : [])
      expect(withheld.map(typeNameOf)).toEqual(withheld.map(() => 'text'))
    },
  )

  test('[SC9] whom it is not for, finds it in no list, search or file; everybody else, as it is', () => {
    const kind = kindNamed(kinds, 'record_a')!
    expect(asReadBy('manager', kind)).toBe(kind)
    const met = asReadBy('editor', kind)
    expect(asReadBy('editor', kind)).toBe(met)
    const differing = met.fields.filter((field, at) => field !== kind.fields[at])
    expect(differing).toEqual([
      expect.objectContaining({
        name: 'passwd',
        searchable: false,
        inIndex: false,
        inView: false,
        inForm: true,
      }),
    ])
    expect(allFields(met, true)).not.toContain('passwd')
    expect(allFields(kind, true)).toContain('passwd')
  })
})

/** A kind nobody has heard of, with a field of every type, and a field more in Record B. */
const optionalNote: Field = {
  ...kindNamed(kinds, 'record_b')!.fields[1]!,
  name: 'catatan',
  label: { en: 'Note', id: 'Catatan' },
  base: { type: 'string', length: 4 },
  validation: { type: 'string', max: 4 },
}

const visit: Kind = {
  name: 'visit',
  label: { en: 'Visit', id: 'Kunjungan' },
  plural: { en: 'Visits', id: 'Kunjungan' },
  icon: 'file',
  title: 'tempat',
  fields: [
    kinds[0]!.fields[0]!,
    { ...optionalNote, name: 'tempat', validation: { required: true, type: 'string', max: 4 } },
    {
      ...optionalNote,
      name: 'jumlah',
      base: { type: 'bigInteger', autoIncrement: false, unsigned: true },
      validation: {},
    },
    { ...kindNamed(kinds, 'record_a')!.fields[1]!, name: 'orang', reference: { kind: 'record_a' } },
    { ...kindNamed(kinds, 'record_a')!.fields[9]!, name: 'selesai' },
    { ...kindNamed(kinds, 'record_a')!.fields[11]!, name: 'waktu' },
  ],
}

const grown: Kinds = [
  ...kinds.map(kind =>
    kind.name === 'record_b' ? { ...kind, fields: [...kind.fields, optionalNote] } : kind,
  ),
  visit,
]

const words: ValueWords = { yes: 'Ya', no: 'Tidak', dateTime: value => `tgl ${value.slice(8, 10)}` }
const entry = { tempat: 'Solo', jumlah: '12', orang: '3', selesai: true, waktu: '2026-03-04T05:06:07' }

describe('A new field and a new kind', () => {
  test('[MD2] are checked', () => {
    const recordB = kindNamed(grown, 'record_b')!
    const fields = { pt: 'A', divisi: 'B', unit: false, jenis: 'C', nama: 'D', divapp: 'E', urutan: true }
    expect(issuesOfFields(recordB, fields)).toEqual([])
    expect(issuesOfFields(recordB, { ...fields, catatan: 'rusak' })).toEqual([
      { field: 'catatan', code: 'too_long', params: { max: 4 } },
    ])
    expect(issuesOfFields(kindNamed(kinds, 'record_b')!, { ...fields, catatan: 'ok' })).toEqual([
      { field: 'catatan', code: 'unknown_field' },
    ])
    expect(issuesOfFields(visit, entry)).toEqual([])
    expect(
      issuesOfChanges(visit, { waktu: [entry.waktu, '2026-02-30T00:00:00'], jumlah: ['12', 13] }),
    ).toEqual([
      { field: 'jumlah', code: 'not_integer' },
      { field: 'waktu', code: 'not_datetime' },
    ])
  })

  test('[MD2] start in a form, travel and are searched and sorted by their type', () => {
    expect(emptyFields(visit)).toEqual({ tempat: '', jumlah: null, orang: '', selesai: false, waktu: '' })
    expect(fillable(visit).map(typeNameOf)).toEqual(['text', 'integer', 'reference', 'boolean', 'datetime'])
    const texts = fillable(visit).map(field =>
      typeOf(field).searchText(entry[field.name as keyof typeof entry], words),
    )
    expect(texts).toEqual(['Solo', '12', '', 'Ya', '2026-03-04T05:06:07 tgl 04'])
    const keys = fillable(visit).map(field => typeOf(field).sortKey(entry[field.name as keyof typeof entry]))
    expect(keys).toEqual(['Solo', '12', '3', '1', '2026-03-04T05:06:07'])
  })

  test('[MD2] every field type answers for a value that is missing', () => {
    for (const type of Object.values(fieldTypes)) {
      expect(type.searchText(null, words)).toBe('')
      expect(type.sortKey(null)).toBe('')
    }
    expect(faultOf(null, optionalNote)).toBeUndefined()
  })
})
