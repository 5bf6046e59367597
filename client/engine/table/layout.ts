/** How a field is searched and sorted: by its type alone. */
import { type FieldTypeName, typeNameOf, typeOf } from '../../../shared/fields.ts'
import type { Field } from '../../../shared/metadata.ts'
import { CodedColumn } from './coded-column.ts'
import type { Column } from './column.ts'
import { TextColumn } from './text-column.ts'

/** Types whose values repeat, or are searched by other texts than they are, and those that are texts. */
const layoutOfType: Record<FieldTypeName, 'coded' | 'text'> = {
  text: 'text',
  integer: 'text',
  boolean: 'coded',
  datetime: 'coded',
  instant: 'coded',
  reference: 'coded',
}

/** Without a field: what a newer server sent, kept though nobody here can read it. */
export function columnOf(name: string, field: Field | undefined): Column {
  if (!field) return new CodedColumn(name, () => '')
  if (layoutOfType[typeNameOf(field)] === 'text') return new TextColumn(name)
  const { searchText, sortNumber } = typeOf(field)
  return new CodedColumn(name, searchText, sortNumber)
}
