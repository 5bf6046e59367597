/** What a program asks of a list: filters, an order, fields, and where the last page ended. [RE2] */
import * as z from 'zod'
import { AppError } from '../../shared/errors.ts'
import { isBigInteger, typeOf, type Value } from '../../shared/fields.ts'
import { type Field, fieldNamed, fillable, type Kind, typeNameOf } from '../../shared/metadata.ts'
import type { Column, Filter, Listing } from '../db/listing.ts'
import type { StoredRecord } from '../db/records.ts'
import { type Scope, withheldIn } from '../db/scope.ts'
import { readableNames } from './form.ts'

export const mostRecords = 1_000
const usualRecords = 100

/** Of an order. */
export const ownColumns = ['id', 'version', 'changed_by', 'changed_at'] as const
export const ends = { '': '=', '.from': '>=', '.to': '<=' } as const

/** A filter is named by its field; `field.from` and `field.to` are its ends, both included. */
export function querySchema(kind: Kind) {
  const filters = [...fillable(kind).map(({ name }) => name), ...ownColumns].flatMap(name =>
    Object.keys(ends).map(end => [`${name}${end}`, z.string().max(1_000).optional()] as const),
  )
  return z.strictObject({
    ...Object.fromEntries(filters),
    limit: z.coerce.number().int().min(1).max(mostRecords).default(usualRecords),
    sort: z
      .string()
      .max(60)
      .default('id')
      .meta({ description: 'A field that every record has; - in front turns the order about' }),
    fields: z
      .string()
      .max(1_000)
      .optional()
      .meta({ description: 'Only these fields: names, separated by commas' }),
    after: z.string().max(2_000).optional().meta({ description: '`next` of the page before' }),
    format: z
      .enum(['json', 'csv'])
      .default('json')
      .meta({ description: 'csv: all of the list, however long' }),
  })
}

export interface Asked extends Omit<Listing, 'scope'> {
  only: string[] | undefined
  format: 'json' | 'csv'
}

/** Throws `invalid_request` with the names of what is wrong. */
export function readAsked(kind: Kind, scope: Scope, query: z.infer<ReturnType<typeof querySchema>>): Asked {
  const { limit, sort, fields, after, format, ...filters } = query
  const withheld = new Set(withheldIn(scope, kind).map(({ name }) => name))
  const isDescending = sort.startsWith('-')
  const column = columnNamed(kind, isDescending ? sort.slice(1) : sort)
  // [SC9] What somebody is not sent they cannot ask for by asking for it piece by piece.
  const isHidden = (each: Column) => 'field' in each && withheld.has(each.field.name)
  if (!column || isHidden(column) || isOptional(column)) throw wrong('sort')
  const only = fields?.split(',')
  if (only?.some(name => !readableNames(kind).includes(name))) throw wrong('fields')
  const wanted = Object.entries(filters as Record<string, string | undefined>).flatMap(
    ([name, text]): Filter[] => {
      if (text === undefined) return []
      const filter = filterOf(kind, name, text)
      if (!filter || isHidden(filter.column)) throw wrong(name)
      return [filter]
    },
  )
  return {
    limit,
    filters: wanted,
    order: { column, isDescending },
    after: placeIn(column, after),
    only,
    format,
  }
}

/** Rows without a value have no place in an order. */
const isOptional = (column: Column): boolean => 'field' in column && !column.field.validation.required

function columnNamed(kind: Kind, name: string): Column | undefined {
  const own = ownColumns.find(each => each === name)
  if (own) return { own }
  const field = fieldNamed(kind, name)
  return field?.fillable ? { field } : undefined
}

function filterOf(kind: Kind, name: string, text: string): Filter | undefined {
  for (const [end, compare] of Object.entries(ends)) {
    if (end !== '' && !name.endsWith(end)) continue
    const column = columnNamed(kind, end === '' ? name : name.slice(0, -end.length))
    const value = column && valueIn(column, text)
    if (column && value !== undefined) return { column, compare, value }
  }
  return undefined
}

/** undefined: no value of that column. */
function valueIn(column: Column, text: string): Value | undefined {
  if ('own' in column) {
    const isNumber = column.own === 'id' || column.own === 'version'
    return !isNumber || isBigInteger(text) ? text : undefined
  }
  const value = typeNameOf(column.field) === 'boolean' ? booleans[text] : text
  return value !== undefined && !faultIn(column.field, value) ? value : undefined
}

const booleans: Record<string, boolean | undefined> = { true: true, false: false }

/** A text may be longer than any that there is. */
function faultIn(field: Field, value: Value): boolean {
  const fault = typeOf(field).fault(value, field)
  return fault !== undefined && fault.code !== 'too_long'
}

/** Where a page ends that this record is the last of. */
export function placeOf({ column }: Listing['order'], record: StoredRecord): NonNullable<Listing['after']> {
  const own = { id: record.id, version: String(record.version), changed_by: record.by, changed_at: record.at }
  const value = 'field' in column ? record.fields[column.field.name] : own[column.own]
  return { value: value as string | boolean, id: record.id }
}

const Place = z.tuple([z.union([z.string(), z.boolean()]), z.string()])

export function textOfPlace(value: Value, id: string): string {
  return Buffer.from(JSON.stringify([value, id])).toString('base64url')
}

function placeIn(column: Column, text: string | undefined): Listing['after'] {
  if (text === undefined) return null
  const parsed = Place.safeParse(jsonIn(text))
  const [value, id] = parsed.data ?? []
  const isPlace = value !== undefined && id !== undefined && isBigInteger(id)
  if (!isPlace || valueIn(column, String(value)) === undefined) throw wrong('after')
  return { value, id }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}

const wrong = (name: string): AppError => new AppError('invalid_request', { paths: [name] })
