/** What a kind and a field are. The seed's attributes, as types; `kinds.ts` holds the data. */

import type { Role } from './roles.ts'

/** A text in each language of the app. */
export interface Words {
  en: string
  id: string
}

/** The seed's base types, and the one it lacks. `autoIncrement` and `unsigned` are its two flags after `bigInteger`. */
export type Base =
  | { type: 'bigInteger'; autoIncrement: boolean; unsigned: boolean }
  | { type: 'string'; length: number }
  | { type: 'boolean' }
  | { type: 'datetime' }
  /** A moment the world over, `2026-11-23T11:24:46Z`. */
  | { type: 'instant' }

export type FormInput = 'text' | 'checkbox' | 'date' | 'none'

/** The seed's validation column: `required, string, max 30`. `max` counts Unicode code points. */
export interface Validation {
  required?: true
  type?: 'string' | 'boolean'
  max?: number
}

/** Where a field may appear, and how. */
export interface Flags {
  searchable: boolean
  fillable: boolean
  primary: boolean
  inForm: boolean
  inIndex: boolean
  inView: boolean
}

export interface Field extends Flags {
  name: string
  label: Words
  base: Base
  input: FormInput
  validation: Validation
  /** Many to one: the value is the `id` of a record of that kind. */
  reference?: { kind: string }
  /** Masked on every surface until someone asks for it. */
  secret?: true
  /** [SC9] Who is sent it, among those who do not see everything; all of them when absent. Text, and no title. */
  readBy?: readonly Role[]
  /** [SC9] Whoever looks at it is not sent it, and may set it anew; only in what `asReadBy` returns. */
  isUnread?: true
  /** A hint for on-screen keyboards: digits alone, or a name with its capitals. The value stays any text. */
  typed?: 'digits' | 'name'
  /** Beside its title it tells a record from others: rows that name a record say it. */
  identifies?: true
  /** It ends something: a day that is typed is meant to its end. */
  dayEnd?: true
  /** How much a hit in it counts among hits in other fields; 4 when absent. */
  weight?: number
  /** Each record has one of its own: whoever duplicates a record gives it anew. */
  own?: true
  /** It stands on a card or a label, for a reader or a camera. */
  scanned?: true
  /** What a new form begins with. */
  prefill?: 'today'
  /** What it is for, to somebody who never saw one. */
  help?: Words
  /** The schema version in which it came or took its present form; 1 when absent. */
  since?: number
  /** Names it had before. A name is never used again for anything else. */
  formerly?: readonly string[]
  /** What a record has that was made before this field was there. */
  initial?: string | boolean
}

export interface Kind {
  /** The name on the wire, in URLs and of the SQL table. */
  name: string
  /** One record, and many of them. */
  label: Words
  plural: Words
  icon: 'person' | 'building' | 'device' | 'site' | 'file'
  /** The field by which a person recognises a record. */
  title: string
  /** The fields that say from when to when a record holds. */
  validity?: { from: string; to: string }
  /** The columns of its list until a person chooses others, in order; without it, all that may stand there. */
  columns?: readonly string[]
  /** [SC1] Its records are granted to people one by one, and with each all that stands within it. */
  grantable?: true
  /** [SC1] The field that says within which record it stands, of a kind that is granted. */
  within?: string
  fields: readonly Field[]
}

/** Every kind, those that are referred to before those that refer to them. */
export type Kinds = readonly Kind[]

export function kindNamed(kinds: Kinds, name: string): Kind | undefined {
  return kinds.find(kind => kind.name === name)
}

export function fieldNamed(kind: Kind, name: string): Field | undefined {
  return kind.fields.find(field => field.name === name)
}

export function weightOf({ weight = 4 }: Field): number {
  return weight
}

/** What tells its records apart, beside the title. */
export function identifying(kind: Kind): readonly Field[] {
  return kind.fields.filter(field => field.identifies)
}

/** The first one is what a new record with something scanned is filled in at. */
export function scannedFields(kind: Kind): readonly Field[] {
  return kind.fields.filter(field => field.scanned)
}

/** The fields a client may write, which are those that travel as `fields`. */
export function fillable(kind: Kind): readonly Field[] {
  return kind.fields.filter(field => field.fillable)
}

export type FieldTypeName = 'text' | 'boolean' | 'datetime' | 'instant' | 'integer' | 'reference'

const typeOfBase = {
  string: 'text',
  boolean: 'boolean',
  datetime: 'datetime',
  instant: 'instant',
  bigInteger: 'integer',
} as const

/** Stands here, away from the schemas, so that a screen that only shows values need not load them. */
export function typeNameOf(field: Field): FieldTypeName {
  return field.reference ? 'reference' : typeOfBase[field.base.type]
}
