import { describe, expect, test } from 'vitest'
import type { Columns } from '../../client/engine/table/page.ts'
import type { Value } from '../../shared/fields.ts'
import { type Joined, joinTexts, splitTexts } from '../../shared/joined-texts.ts'
import { uid } from '../support/tables.ts'

const columns = (...values: Value[]): Columns => ({
  uid: values.map((_, i) => uid(i + 1)),
  id: values.map((_, i) => String(i + 1)),
  version: values.map((_, i) => i + 1),
  fields: { nama: values },
})

const written = (page: Columns) => JSON.parse(JSON.stringify(joinTexts(page))) as Joined<Columns>

describe('Columns with their texts joined', () => {
  test.each<[string, Value[]]>([
    ['no record', []],
    ['one empty text', ['']],
    ['empty texts', ['', '', '']],
    ['any character', ['é', '😀', '\u0000', '\n', '\ud800', '"', '\\', 'a\u2028b']],
    ['the character between two texts', ['a', '\u007f', 'b\u007fc', '']],
    ['what is not a text', ['a', null, 'b']],
    ['booleans and references', [true, null, false, { uid: uid(7) }]],
  ])('[PG1] [CH9] keep %s', (_, values) => {
    expect(splitTexts(written(columns(...values)))).toEqual(columns(...values))
  })

  test('[CH9] hold a column of texts as one', () => {
    expect(written(columns('a', 'b'))).toMatchObject({ id: '1\u007f2', fields: { nama: 'a\u007fb' } })
  })

  test('[PG1] [CH9] may as well have been written value by value', () => {
    expect(splitTexts(columns('a', 'b'))).toEqual(columns('a', 'b'))
  })
})
