/**
 * Field types: for each, which values it takes, its empty value, equality, search text and sort key.
 * Everything that depends on a field's type is a total table like this one; nothing branches on a type's name.
 */
import { maxId } from './limits.ts'
import { type Field, type FieldTypeName, typeNameOf } from './metadata.ts'

export type { FieldTypeName } from './metadata.ts'
export { typeNameOf } from './metadata.ts'

/** A reference to a record that has no id yet. */
export interface UidReference {
  uid: string
}

/** A field's value as JSON carries it. `null` is only ever a missing optional value. */
export type Value = string | boolean | null | UidReference

/** What is wrong with one value; the words for it come from the catalogue. */
export interface Issue {
  field: string
  code: string
  params?: Record<string, string | number> | undefined
}

type Fault = Omit<Issue, 'field'>

/** How a reader's language writes values in running text. */
export interface ValueWords {
  yes: string
  no: string
  /** `2026-01-05T08:30:00` as people there write it. Texts of one day differ in the time alone, digit by digit. */
  dateTime(value: string): string
}

export interface FieldType {
  /** What is wrong with a value that is present, if anything. */
  fault(value: unknown, field: Field): Fault | undefined
  /** What a new form starts with. */
  empty: Value
  /** The text in which a search looks; references add their record's title themselves. */
  searchText(value: Value, words: ValueWords): string
  /** Ordered by the table's collation, in which numbers inside text count as numbers. */
  sortKey(value: Value): string
  /** Where every value stands for a number: that number, in the order of the keys; −1 for no value. */
  sortNumber?(value: Value): number
}

/** [VA5] A canonical UUID of version 4 or 7, in lower case. */
export const uidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export function isUid(value: unknown): value is string {
  return typeof value === 'string' && uidPattern.test(value)
}

/** [VA4] Unicode code points, not UTF-16 units: what a person would count, nearly, and what SQL counts. */
export function characterCount(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0xdc00 || unit > 0xdfff) count++
  }
  return count
}

/** [VA9] 1 to 19 digits, no leading zero, at most 2^63 − 1. */
export function isBigInteger(value: unknown): value is string {
  if (typeof value !== 'string' || !/^(0|[1-9][0-9]{0,18})$/.test(value)) return false
  return value.length < maxId.length || value <= maxId
}

const dateTimePattern = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})$/

/** [VA8] `YYYY-MM-DDTHH:MM:SS`, a real calendar time in the years 0001 to 9999, without a zone. */
export function isDateTime(value: unknown): value is string {
  const parts = typeof value === 'string' ? dateTimePattern.exec(value) : null
  if (!parts) return false
  const [year, month, day, hour, minute, second] = parts.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  if (year < 1 || month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59) return false
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  return day >= 1 && day <= days
}

/** `YYYY-MM-DDTHH:MM:SSZ`: UTC, to the second. Sorted as texts, instants are in their order. */
export function isInstant(value: unknown): value is string {
  return typeof value === 'string' && value.endsWith('Z') && isDateTime(value.slice(0, -1))
}

/** To the second it lies in. */
export function instantOf(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`
}

export function isUidReference(value: unknown): value is UidReference {
  return typeof value === 'object' && value !== null && 'uid' in value
}

/** Two halves of a character are one to this pattern; what is left of them stands alone. */
const loneSurrogate = /\p{Surrogate}/u

const text: FieldType = {
  fault(value, field) {
    if (typeof value !== 'string') return { code: 'not_text' }
    if (loneSurrogate.test(value) || value.includes('\0')) return { code: 'ill_formed' }
    const max = field.validation.max
    if (max !== undefined && characterCount(value) > max) return { code: 'too_long', params: { max } }
    return undefined
  },
  empty: '',
  searchText: value => (typeof value === 'string' ? value : ''),
  sortKey: value => (typeof value === 'string' ? value : ''),
}

const boolean: FieldType = {
  fault: value => (typeof value === 'boolean' ? undefined : { code: 'not_boolean' }),
  empty: false,
  searchText: (value, words) => (value === true ? words.yes : value === false ? words.no : ''),
  sortKey: value => (value === true ? '1' : value === false ? '0' : ''),
}

const datetime: FieldType = {
  fault: value => (isDateTime(value) ? undefined : { code: 'not_datetime' }),
  empty: '',
  searchText: (value, words) =>
    typeof value === 'string' && value ? `${value} ${words.dateTime(value)}` : '',
  sortKey: value => (typeof value === 'string' ? value : ''),
}

const instant: FieldType = {
  fault: value => (isInstant(value) ? undefined : { code: 'not_datetime' }),
  empty: '',
  // Another text in each zone.
  searchText: () => '',
  sortKey: value => (typeof value === 'string' ? value : ''),
  // Seconds since 1970: there may be as many as there are records, and collating them takes long.
  sortNumber: value => (typeof value === 'string' && value ? Date.parse(value) / 1000 : -1),
}

const integer: FieldType = {
  fault: value => (isBigInteger(value) ? undefined : { code: 'not_integer' }),
  empty: '',
  searchText: value => (typeof value === 'string' ? value : ''),
  sortKey: value => (typeof value === 'string' ? value : ''),
}

const reference: FieldType = {
  fault(value) {
    if (isBigInteger(value)) return undefined
    if (!isUidReference(value)) return { code: 'not_reference' }
    if (Object.keys(value).some(key => key !== 'uid')) return { code: 'unknown_field' }
    return isUid(value.uid) ? undefined : { code: 'not_reference' }
  },
  empty: '',
  searchText: () => '',
  sortKey: value => (typeof value === 'string' ? value : ''),
}

export const fieldTypes: Record<FieldTypeName, FieldType> = {
  text,
  boolean,
  datetime,
  instant,
  integer,
  reference,
}

export function typeOf(field: Field): FieldType {
  return fieldTypes[typeNameOf(field)]
}

/** [VA1] Missing, null, "" and white space alone are blank; `false` is a value. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

export function equalValues(a: Value | undefined, b: Value | undefined): boolean {
  if (isUidReference(a) && isUidReference(b)) return a.uid === b.uid
  return a === b
}

/** What is wrong with a field's value; `undefined` when nothing is. */
export function faultOf(value: unknown, field: Field): Fault | undefined {
  if (isBlank(value)) {
    if (field.validation.required) return { code: 'required' }
    if (value === undefined || value === null) return undefined
  }
  return typeOf(field).fault(value, field)
}
