/** Examples for the description of /api/v1, made of the metadata: a test sends each as it stands. [RE5] */
import { type Field, fillable, type Kind, type Kinds, typeNameOf } from '../../shared/metadata.ts'
import type { Fields } from '../../shared/record.ts'

type Json = Record<string, unknown>

export interface Examples {
  /** `Idempotency-Key` of each write; the first is also the record's uid. */
  keys: Record<'create' | 'change' | 'delete', string>
  /** As they are sent first. */
  fields: Fields
  changes: Fields
  /** As they are answered. */
  made: Json
  changed: Json
  /** Of `made`; the two writes after it have the next ones. */
  version: number
}

/** What the records are that the examples make, one after the other: each the seventh of its kind, from the 25th write on. */
export const exampleId = '7'
export const exampleVersion = 25
const writesOfEach = 3
const renamed = 'renamed'

export function examplesOf(kinds: Kinds, kind: Kind): Examples {
  const place = kinds.indexOf(kind)
  const version = exampleVersion + writesOfEach * place
  const keyOf = (act: number) => `01a19b45-b800-7abc-8def-0123456789${place.toString(16)}${act}`
  const keys = { create: keyOf(1), change: keyOf(2), delete: keyOf(3) }
  const fields = Object.fromEntries(fillable(kind).map(field => [field.name, valueOf(kind, field)]))
  const changes = { [kind.title]: `${String(fields[kind.title])}, ${renamed}` }
  const made = {
    ...{ uid: keys.create, id: exampleId, version },
    ...{ changed_by: 'dewi', changed_at: '2026-11-02T08:00:00Z' },
    ...fields,
  }
  return { keys, fields, changes, made, changed: { ...made, version: version + 1, ...changes }, version }
}

const valueOf = (kind: Kind, field: Field): string | boolean => {
  const type = typeNameOf(field)
  if (type === 'boolean') return true
  if (type === 'reference' || type === 'integer') return '1'
  if (type === 'datetime') return field.dayEnd ? '2026-12-31T23:59:59' : '2026-01-01T00:00:00'
  if (type === 'instant') return '2026-11-02T08:00:00Z'
  return textOf(kind, field).slice(0, field.validation.max)
}

function textOf(kind: Kind, { name, label, typed, identifies, scanned, secret }: Field): string {
  if (name === kind.title) return `${kind.label.en} ${exampleId}`
  if (secret) return 'not-a-secret'
  if (identifies) return '0042'
  if (scanned) return '0098765432'
  return typed === 'digits' ? '1' : label.en
}

const bearer = '-H "authorization: Bearer $TOKEN"'

/** For a shell that knows `RECORDS`, the address of /api/v1, and `TOKEN`. */
export function curl(
  path: string,
  { method, headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: Json } = {},
): string {
  const head = ['curl', ...(method ? ['-X', method] : []), bearer].join(' ')
  const named = { ...(body && { 'content-type': 'application/json' }), ...headers }
  const rest = [
    ...Object.entries(named).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body ? [`-d '${JSON.stringify(body)}'`] : []),
    `"$RECORDS${path}"`,
  ]
  return [head, ...rest].join(' \\\n  ')
}
