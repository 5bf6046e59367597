/** Records and the checks on what a client wants written, built from a kind's fields. */
import { equalValues, faultOf, type Issue, typeOf, type Value } from './fields.ts'
import { type Field, fillable, type Kind } from './metadata.ts'

/** A record's fillable fields by name. */
export type Fields = Record<string, Value>

/** Per changed field: what the person was looking at, and what they chose. */
export type Changes = Record<string, readonly [seen: Value, mine: Value]>

export function mapValues<A, B>(of: Record<string, A>, to: (value: A, name: string) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, to(value, name)]))
}

export function minesOf(changes: Changes): Fields {
  return mapValues(changes, ([, mine]) => mine)
}

/** The fields of which a person chose something else than they saw. */
export function changesBetween(seen: Fields, chosen: Fields): Changes {
  const differing = Object.entries(chosen).filter(([name, mine]) => !equalValues(seen[name] ?? null, mine))
  return Object.fromEntries(differing.map(([name, mine]) => [name, [seen[name] ?? null, mine] as const]))
}

/** What is wrong with a whole record, in the order of its fields. */
export function issuesOfFields(kind: Kind, fields: unknown): Issue[] {
  if (!isObject(fields)) return [malformed('')]
  const issues = fillable(kind).flatMap(field => issueOf(field, ownValue(fields, field.name)))
  return [...issues, ...unknownKeys(kind, fields)]
}

/** What is wrong with the chosen values of an update. */
export function issuesOfChanges(kind: Kind, changes: unknown): Issue[] {
  if (!isObject(changes)) return [malformed('')]
  const issues = fillable(kind).flatMap(field => {
    const change = ownValue(changes, field.name)
    if (change === undefined) return []
    const isPair = Array.isArray(change) && change.length === 2
    return isPair ? issueOf(field, change[1]) : [malformed(field.name)]
  })
  return [...issues, ...unknownKeys(kind, changes)]
}

function issueOf(field: Field, value: unknown): Issue[] {
  const fault = faultOf(value, field)
  return fault ? [{ field: field.name, ...fault }] : []
}

const malformed = (field: string): Issue => ({ field, code: 'malformed' })

/** [VA7] */
export function unknownKeys(kind: Kind, given: object): Issue[] {
  const known = new Set(fillable(kind).map(field => field.name))
  const unknown = Object.keys(given).filter(key => !known.has(key))
  return unknown.map(field => ({ field, code: 'unknown_field' }))
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A field may have the name of something that every object inherits. */
function ownValue(given: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(given, name) ? given[name] : undefined
}

/** What a form for a new record starts with. */
export function emptyFields(kind: Kind): Fields {
  return Object.fromEntries(fillable(kind).map(field => [field.name, emptyOf(field)]))
}

/** An optional one whose type has no empty value is missing. */
function emptyOf(field: Field): Value {
  const { empty } = typeOf(field)
  return faultOf(empty, field) && !field.validation.required ? null : empty
}
