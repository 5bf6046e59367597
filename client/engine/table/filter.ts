/** Filters: per field type, whether a value passes. [SE6] */
import { type FieldTypeName, typeNameOf, type Value } from '../../../shared/fields.ts'
import { fieldNamed, type Kind } from '../../../shared/metadata.ts'
import { type Provenance, shownFieldNamed, valueOf } from '../../../shared/provenance.ts'
import type { Fields } from '../../../shared/record.ts'
import type { Filter } from '../../contract.ts'
import { fold } from './fold.ts'
import { nameOf, targetUid } from './references.ts'
import type { Tables } from './table.ts'

type Test = (value: Value | undefined) => boolean

export interface FieldTest {
  field: string
  passes: Test
  /** When passing is holding this text: folded, for a search instead of a test of each value. */
  holds: string | null
}

const asText = (value: Value | undefined) => (typeof value === 'string' ? value : '')

const textTest = ({ op, value }: Filter): Test => {
  // Of a hyphen, or an accent alone, folding leaves nothing, and everything holds nothing.
  const form = fold(value) ? fold : (text: string) => text.normalize('NFKD')
  const wanted = form(value)
  return op === 'is' ? each => form(asText(each)) === wanted : each => form(asText(each)).includes(wanted)
}

const testOfType: Record<FieldTypeName, (filter: Filter) => Test> = {
  text: textTest,
  integer: textTest,
  boolean:
    ({ value }) =>
    each =>
      String(each) === value,
  datetime: ({ op, value }) => {
    if (op === 'from') return each => asText(each).slice(0, 10) >= value
    if (op === 'to') return each => asText(each) !== '' && asText(each).slice(0, 10) <= value
    return each => asText(each).startsWith(value)
  },
  // The day of whoever asks, where they are.
  instant: ({ op, value }) => {
    const start = Date.parse(`${value}T00:00:00`)
    const end = Date.parse(`${value}T23:59:59`)
    return each => {
      const at = Date.parse(asText(each))
      return (op === 'to' || at >= start) && (op === 'from' || at <= end)
    }
  },
  reference:
    ({ value }) =>
    each =>
      nameOf(each) === value,
}

/** One test a filter; a reference passes by the id and by the uid of the same record. */
export function prepareFilters(tables: Tables, kind: Kind, filters: Filter[]): FieldTest[] {
  return filters.flatMap(filter => {
    const field = shownFieldNamed(kind, filter.field)
    if (!field || !filter.value) return []
    const test = testOfType[typeNameOf(field)]
    const passes = namesOfFilter(tables, kind, filter).map(value => test({ ...filter, value }))
    const isSearch = test === textTest && filter.op !== 'is'
    return [
      {
        field: field.name,
        passes: (value: Value | undefined) => passes.some(each => each(value)),
        holds: (isSearch && fold(filter.value)) || null,
      },
    ]
  })
}

function namesOfFilter(tables: Tables, kind: Kind, filter: Filter): string[] {
  const field = fieldNamed(kind, filter.field)
  if (!field?.reference) return [filter.value]
  const table = tables.get(field.reference.kind)
  const uid = table?.shown(filter.value) ? filter.value : targetUid(tables, field, filter.value)
  const id = uid ? table?.shown(uid)?.id : null
  return [...new Set([filter.value, ...(uid ? [uid] : []), ...(id ? [id] : [])])]
}

export function recordPasses(tests: FieldTest[], record: Provenance & { fields: Fields }): boolean {
  return tests.every(({ field, passes }) => passes(valueOf(record, field)))
}
