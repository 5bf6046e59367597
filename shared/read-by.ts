/**
 * [SC9] Fields that some roles alone read. Whoever is limited and of another role is never sent their values, and has null
 * in their place; they may set them anew.
 */
import type { Field, Kind } from './metadata.ts'
import type { Fields } from './record.ts'
import type { Role } from './roles.ts'

export function withheldFrom(role: Role, { fields }: Kind): readonly Field[] {
  return fields.filter(({ readBy }) => readBy && !readBy.includes(role))
}

export function without(withheld: readonly Field[], fields: Fields): Fields {
  if (withheld.length === 0) return fields
  return { ...fields, ...Object.fromEntries(withheld.map(({ name }) => [name, null])) }
}

const readers = new WeakMap<Kind, Map<Role, Kind>>()

/** As a limited person of that role meets it; always the same one. */
export function asReadBy(role: Role, kind: Kind): Kind {
  const withheld = new Set(withheldFrom(role, kind))
  if (withheld.size === 0) return kind
  const known = readers.get(kind) ?? new Map<Role, Kind>()
  readers.set(kind, known)
  const met = known.get(role) ?? {
    ...kind,
    fields: kind.fields.map(each => (withheld.has(each) ? unread(each) : each)),
  }
  known.set(role, met)
  return met
}

function unread(field: Field): Field {
  return { ...field, isUnread: true, searchable: false, inIndex: false, inView: false }
}

/** The value of a record that is there, and was not sent: it stays as it is until another one is typed. */
export function isKept({ name, readBy }: Field, seen: Fields | null, fields: Fields): boolean {
  return readBy !== undefined && seen?.[name] === null && fields[name] === null
}
