/** The app that a profile has installed: it may be one or two releases behind. */
import { databaseVersion } from '../../client/engine/disk/schema.ts'
import { kinds } from '../../shared/kinds.ts'
import { kindNamed, type Kinds } from '../../shared/metadata.ts'
import { PROTOCOL_VERSION } from '../../shared/version.ts'

export interface App {
  name: string
  protocol: number
  /** Of its IndexedDB database. */
  schemaVersion: number
  kinds: Kinds
}

/** Dexie's version 1 is IndexedDB's 10. Each of these apps has a version of its own, and all have today's tables. */
export const firstVersion = databaseVersion * 10

/** It allowed longer texts, so the server of today refuses some of what it let through. */
const longer: Kinds = kinds.map(kind => ({
  ...kind,
  fields: kind.fields.map(field => {
    const { max } = field.validation
    return max === undefined ? field : { ...field, validation: { ...field.validation, max: max + 100 } }
  }),
}))

export const current: App = {
  name: 'the current app',
  protocol: PROTOCOL_VERSION,
  schemaVersion: firstVersion + 5,
  kinds,
}

/** The longest text that the server of today takes there. */
export function longestOf(kind: string, field: string): number {
  return kindNamed(kinds, kind)?.fields.find(({ name }) => name === field)?.validation.max ?? 0
}

/** Oldest first. The server does not speak to the first any more: its work stays until it is updated. */
export const apps: readonly App[] = [
  { name: 'a retired app', protocol: PROTOCOL_VERSION - 2, schemaVersion: firstVersion, kinds: longer },
  { name: 'an older app', protocol: PROTOCOL_VERSION - 1, schemaVersion: firstVersion + 2, kinds: longer },
  current,
]
