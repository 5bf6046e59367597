/**
 * What the fields mean, over time. Records and mutations that were made before a field took its present form read as
 * today's: by name, so that doing it twice changes nothing. Pure; both ends use it. [PV4]
 */
import { kindNamed, type Kind, type Kinds } from './metadata.ts'
import type { Mutation } from './protocol.ts'
import type { Fields } from './record.ts'

/** The version of the metadata: rises when a field comes, is renamed, or takes other values. */
export function schemaVersion(kinds: Kinds): number {
  return Math.max(1, ...kinds.flatMap(kind => kind.fields.map(field => field.since ?? 1)))
}

/** A whole record: what had another name gets today's, and what was not there yet its initial value. */
export function currentFields(kind: Kind, fields: Fields): Fields {
  if (!hasChanged(kind)) return fields
  const renamed = underCurrentNames(kind, fields)
  const added = kind.fields.flatMap(({ name, initial }) =>
    initial === undefined || Object.hasOwn(renamed, name) ? [] : [[name, initial] as const],
  )
  return { ...renamed, ...Object.fromEntries(added) }
}

/** As the record would be made by it. */
export function currentMutation<M extends Mutation>(kinds: Kinds, mutation: M): M {
  const named = withCurrentNames(kinds, mutation)
  const kind = kindNamed(kinds, named.kind)
  const isToday = named === mutation || !kind || named.op !== 'create'
  return isToday ? named : { ...named, fields: currentFields(kind, named.fields) }
}

/**
 * What its person knew of: a field that was not there yet was neither seen nor chosen. A mutation that names no version is
 * of the first. One of today's, or of a kind nobody knows, stays as it is.
 */
export function withCurrentNames<M extends Mutation>(kinds: Kinds, mutation: M): M {
  const kind = kindNamed(kinds, mutation.kind)
  const schema = schemaVersion(kinds)
  if (!kind || (mutation.schema ?? 1) >= schema) return mutation
  if (mutation.op === 'create')
    return { ...mutation, schema, fields: underCurrentNames(kind, mutation.fields) }
  if (mutation.op === 'update')
    return { ...mutation, schema, changes: underCurrentNames(kind, mutation.changes) }
  return { ...mutation, schema, seen: underCurrentNames(kind, mutation.seen) }
}

/** What this version of the app knows of a record; a newer server may have sent more. */
export function knownFields(kind: Kind, fields: Fields): Fields {
  const names = new Set(kind.fields.map(field => field.name))
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.has(name)))
}

/** A name that no field has or had stays as it is. */
export function currentName(kind: Kind, name: string): string {
  return kind.fields.find(field => field.formerly?.includes(name))?.name ?? name
}

export function hasChanged(kind: Kind): boolean {
  return kind.fields.some(field => field.since !== undefined)
}

/** Values of some fields, under today's names. */
export function currentChanges<T>(kind: Kind, values: Readonly<Record<string, T>>): Record<string, T> {
  return hasChanged(kind) ? underCurrentNames(kind, values) : values
}

function underCurrentNames<T>(kind: Kind, values: Readonly<Record<string, T>>): Record<string, T> {
  const entries = Object.entries(values).flatMap(([name, value]) => {
    const current = currentName(kind, name)
    const isOutdated = current !== name && Object.hasOwn(values, current)
    return isOutdated ? [] : [[current, value] as const]
  })
  return Object.fromEntries(entries)
}
