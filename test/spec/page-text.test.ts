import { describe, expect, test } from 'vitest'
import { columnsOf, storedColumns } from '../../client/db/page-text.ts'
import type { Columns } from '../../client/table/page.ts'
import type { Value } from '../../shared/fields.ts'
import { uid } from '../support/tables.ts'

const columns = (...values: Value[]): Columns => ({
  uid: values.map((_, i) => uid(i + 1)),
  id: values.map((_, i) => String(i + 1)),
  version: values.map((_, i) => i + 1),
  fields: { nama: values },
})

const stored = (page: Columns) =>
  JSON.parse(JSON.stringify(storedColumns(page))) as ReturnType<typeof storedColumns>

describe('A stored page', () => {
  test.each<[string, Value[]]>([
    ['no record', []],
    ['one empty text', ['']],
    ['empty texts', ['', '', '']],
    ['any character', ['é', '😀', '\u0000', '\n', '\ud800', '"', '\\', 'a\u2028b']],
    ['the character between two texts', ['a', '\u007f', 'b\u007fc', '']],
    ['what is not a text', ['a', null, 'b']],
    ['booleans and references', [true, null, false, { uid: uid(7) }]],
  ])('[PG1] keeps %s', (_, values) => {
    expect(columnsOf(stored(columns(...values)))).toEqual(columns(...values))
  })

  test('[PG1] holds a column of texts as one', () => {
    expect(stored(columns('a', 'b'))).toMatchObject({ id: '1\u007f2', fields: { nama: 'a\u007fb' } })
  })

  test('[PG1] that was stored value by value is read as well', () => {
    expect(columnsOf(columns('a', 'b'))).toEqual(columns('a', 'b'))
  })
})
