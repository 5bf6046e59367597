/** A record as programs read and write it: flat, its own facts first, then its fields by their names. [RE1] */
import * as z from 'zod'
import { maxId } from '../../shared/limits.ts'
import { type Field, type FieldTypeName, fillable, type Kind, typeNameOf } from '../../shared/metadata.ts'
import type { Fields } from '../../shared/record.ts'
import { without } from '../../shared/read-by.ts'
import type { StoredRecord } from '../db/records.ts'
import { type Scope, withheldIn } from '../db/scope.ts'

const Uid = z.guid()
const Id = z
  .string()
  .regex(/^[1-9]\d{0,18}$/)
  .meta({ description: `A whole number as text, at most ${maxId}` })

const values: Record<FieldTypeName, (field: Field) => z.ZodType> = {
  text: ({ validation: { max } }) =>
    max === undefined
      ? z.string()
      : z
          .string()
          .max(2 * max)
          .meta({ maxLength: max }),
  boolean: () => z.boolean(),
  datetime: () =>
    z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/)
      .meta({ description: 'Local time without a zone' }),
  instant: () => z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/),
  integer: () => Id,
  reference: ({ reference }) => Id.meta({ description: `The id of a ${reference?.kind ?? ''}` }),
}

/** One value, as JSON has it. */
export function valueSchema(field: Field): z.ZodType {
  const schema = values[typeNameOf(field)](field)
  return field.validation.required ? schema : schema.nullable()
}

export const ownFacts = {
  uid: Uid,
  id: Id,
  version: z.int().nonnegative(),
  changed_by: z.string(),
  changed_at: z.string(),
}

export function recordSchema(kind: Kind): z.ZodObject {
  return z.strictObject({ ...ownFacts, ...fieldsSchema(kind).shape })
}

/** [SC9] A field that is for some roles alone is null for the others. */
export function fieldsSchema(kind: Kind): z.ZodObject {
  const fields = fillable(kind).map(field => {
    const schema = valueSchema(field)
    return [field.name, field.readBy ? schema.nullable() : schema] as const
  })
  return z.strictObject(Object.fromEntries(fields))
}

/** What a body is to be, for whoever writes one: the checks of every edit say the same of what is no such body. */
export function describedBody(kind: Kind, { isNew }: { isNew: boolean }): z.ZodObject {
  const fields = fillable(kind).map(field => {
    const schema = valueSchema(field)
    return [field.name, isNew && field.validation.required ? schema : schema.optional()] as const
  })
  const uid = Uid.optional().meta({ description: 'Chosen by the program; by the server without it' })
  return z.strictObject({ ...(isNew && { uid }), ...Object.fromEntries(fields) })
}

/** What is wrong with a value is said by the checks that every edit goes through: here only what is no value at all. */
const Given = z.union([z.string(), z.boolean(), z.null()])

const givenFields = (kind: Kind) =>
  Object.fromEntries(fillable(kind).map(({ name }) => [name, Given.optional()]))

export function changesSchema(kind: Kind): z.ZodType<Fields> {
  return z.strictObject(givenFields(kind)) as never
}

export function newRecordSchema(kind: Kind): z.ZodType<Fields & { uid?: string | undefined }> {
  return z.strictObject({ uid: Uid.optional(), ...givenFields(kind) }) as never
}

/** `only`: the names that are wanted; undefined: all. */
export function toJson(
  kind: Kind,
  scope: Scope,
  { uid, id, version, by, at, fields }: StoredRecord,
  only?: readonly string[],
): Record<string, unknown> {
  const shown = without(withheldIn(scope, kind), fields)
  const whole: Record<string, unknown> = { uid, id, version, changed_by: by, changed_at: at, ...shown }
  return only ? Object.fromEntries(only.map(name => [name, whole[name] ?? null])) : whole
}

/** Of which fields a list can be made. */
export function readableNames(kind: Kind): string[] {
  return [...Object.keys(ownFacts), ...fillable(kind).map(({ name }) => name)]
}
