/** Records and the checks on what a client wants written, built from a kind's fields. */
import * as z from 'zod/mini'
import { fieldSchema, type Issue, typeOf, type Value } from './fields.ts'
import { fillable, type Kind } from './metadata.ts'

/** A record's fillable fields by name. */
export type Fields = Record<string, Value>

/** Per changed field: what the person was looking at, and what they chose. */
export type Changes = Record<string, readonly [base: Value, mine: Value]>

export interface FieldSchemas {
  /** All fillable fields, and no other key. */
  fields: z.ZodMiniType<Fields>
  /** Some fillable fields, each with `[base, mine]`, and no other key. */
  changes: z.ZodMiniType<Changes>
}

const schemasOfKind = new WeakMap<Kind, FieldSchemas>()

export function schemasOf(kind: Kind): FieldSchemas {
  const known = schemasOfKind.get(kind)
  if (known) return known
  const fields: Record<string, z.ZodMiniType> = {}
  const changes: Record<string, z.ZodMiniType> = {}
  for (const field of fillable(kind)) {
    fields[field.name] = field.validation.required ? fieldSchema(field) : z.optional(fieldSchema(field))
    changes[field.name] = z.optional(z.tuple([z.unknown(), fieldSchema(field)]))
  }
  const schemas = {
    fields: z.strictObject(fields),
    changes: z.strictObject(changes),
  } as unknown as FieldSchemas
  schemasOfKind.set(kind, schemas)
  return schemas
}

/** What is wrong with a whole record, in the order of its fields. */
export function issuesOfFields(kind: Kind, fields: unknown): Issue[] {
  return issuesOf(schemasOf(kind).fields, fields)
}

/** What is wrong with the chosen values of an update. */
export function issuesOfChanges(kind: Kind, changes: unknown): Issue[] {
  return issuesOf(schemasOf(kind).changes, changes)
}

function issuesOf(schema: z.ZodMiniType, input: unknown): Issue[] {
  const parsed = schema.safeParse(input)
  return parsed.success ? [] : parsed.error.issues.flatMap(toIssues)
}

function toIssues(issue: z.core.$ZodIssue): Issue[] {
  const field = issue.path.length > 0 ? String(issue.path[0]) : ''
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map(key => ({ field: key, code: 'unknown_field' }))
  if (issue.code === 'custom') return [{ field, ...(issue.params as Omit<Issue, 'field'>) }]
  return [{ field, code: 'malformed' }]
}

/** What a form for a new record starts with. */
export function emptyFields(kind: Kind): Fields {
  return Object.fromEntries(fillable(kind).map(field => [field.name, typeOf(field).empty]))
}
