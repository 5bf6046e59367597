/** A field's value as a cell of a table, by the type of the field alone. Pure. */
import { type FieldTypeName, isUidReference, typeNameOf, type Value } from '../../../shared/fields.ts'
import type { Field } from '../../../shared/metadata.ts'

/** null: nothing. `dateTime`: `2026-01-05T08:30:00`, local to wherever it was entered. */
export type Cell = string | boolean | null | { dateTime: string }

/** What a reference is called in a file: by a title that no other record has, by `#` and its id, or by its uid. */
export type NameOf = (field: Field, value: Value) => string

const asText = (value: Value): Cell => (typeof value === 'string' && value !== '' ? value : null)

const cellOfType: Record<FieldTypeName, (value: Value, field: Field, nameOf: NameOf) => Cell> = {
  text: asText,
  integer: asText,
  // In every zone the same moment: no spreadsheet's date says that.
  instant: asText,
  boolean: value => (typeof value === 'boolean' ? value : null),
  datetime: value => (typeof value === 'string' && value !== '' ? { dateTime: value } : null),
  reference: (value, field, nameOf) => nameOf(field, value) || null,
}

export function cellOf(field: Field, value: Value | undefined, nameOf: NameOf): Cell {
  return cellOfType[typeNameOf(field)](value ?? null, field, nameOf)
}

const numbered = /^#\d+$/

/** Whether a title says by itself which record is meant, and cannot be taken for a number or a uid. */
export function isTelling(title: string): boolean {
  return title.trim() === title && title !== '' && !numbered.test(title) && !/^[0-9a-f-]{36}$/.test(title)
}

/** Of a record without a title of its own. */
export function numberedName(value: Value): string {
  if (isUidReference(value)) return value.uid
  return typeof value === 'string' && value !== '' ? `#${value}` : ''
}
