/** Who changed a record last, and when: noted by the server, beside the fields of every kind, and entered by nobody. */
import type { Value } from './fields.ts'
import { type Field, fieldNamed, type Kind } from './metadata.ts'
import type { Fields } from './record.ts'

export interface Provenance {
  /** The name under which they sign in, as of then; '' where it is not known. */
  by: string
  /** The server's time, `2026-11-23T11:24:46Z`; '' where it is not known. */
  at: string
}

export const notNoted: Provenance = { by: '', at: '' }

/** A list shows them once somebody asks for them. */
const noted = {
  input: 'none',
  validation: {},
  searchable: false,
  fillable: false,
  primary: false,
  inForm: false,
  inIndex: false,
  inView: true,
} as const

export const changedBy: Field = {
  name: 'changed_by',
  label: { en: 'Changed by', id: 'Diubah oleh' },
  base: { type: 'string', length: 255 },
  ...noted,
}

export const changedAt: Field = {
  name: 'changed_at',
  label: { en: 'Changed', id: 'Diubah' },
  base: { type: 'instant' },
  ...noted,
}

/** No kind has a field of these names; its table and its pages have columns of them. [MD5] */
export const provenance: readonly Field[] = [changedBy, changedAt]

/** A field of the kind, or one of these two: what lists are filtered and sorted by. */
export function shownFieldNamed(kind: Kind, name: string): Field | undefined {
  return fieldNamed(kind, name) ?? provenance.find(field => field.name === name)
}

type Noted = Provenance & { fields: Fields }

interface Columns<V> {
  fields: Readonly<Record<string, V>>
  by: V
  at: V
}

/** The value under any name that stands in a list. */
export function valueOf({ fields, by, at }: Noted, name: string): Value | undefined {
  if (name === changedBy.name) return by
  return name === changedAt.name ? at : fields[name]
}

/** One value a column, or all of a page: as pages hold them, under the names of these two fields. */
export function columnsOf<V>({ fields, by, at }: Columns<V>): Record<string, V> {
  return { ...fields, [changedBy.name]: by, [changedAt.name]: at }
}

/** The same the other way round: `fields` are those that people enter. */
export function apart({ [changedBy.name]: by, [changedAt.name]: at, ...fields }: Fields): Noted {
  return { fields, by: textIn(by), at: textIn(at) }
}

function textIn(value: Value | undefined): string {
  return typeof value === 'string' ? value : ''
}
