/** What the columns of a file are for, as far as their names and the metadata tell: a person may correct it. Pure. [IM4] */
import type { ImportPlan } from '../../contract-import.ts'
import { fold } from '../../../shared/fold.ts'
import {
  type Field,
  type FieldTypeName,
  fieldNamed,
  fillable,
  identifying,
  type Kind,
  kindNamed,
  type Kinds,
  typeNameOf,
  type Words,
} from '../../../shared/metadata.ts'
import type { Cell } from '../exchange/cells.ts'
import { SeenDates } from './written-dates.ts'

export function proposedPlan(
  kind: Kind,
  kinds: Kinds,
  { names, rows }: { names: readonly string[]; rows: Iterable<readonly Cell[]> },
): ImportPlan {
  const fields = fieldsNamed(kind, kinds, names)
  const columns = dateColumns(kind, fields)
  const dates = new SeenDates()
  if (columns.length > 0) for (const row of rows) for (const at of columns) dates.see(row[at])
  return {
    fields,
    keys: keysAmong(kind, new Set(fields)),
    dateOrder: dates.decided,
    defaults: defaultsBeside(kind, new Set(fields)),
    makesMissing: false,
  }
}

/** Those that a file may speak of. */
function importable(kind: Kind): Field[] {
  return kind.fields.filter(field => field.fillable || field.primary)
}

/** How a name is compared: whatever people put between its words, or leave out. */
function bare(name: string): string {
  return fold(name).replace(/[^\p{L}\p{N}]+/gu, '')
}

const inEach = (words: Words | undefined) => (words ? [words.en, words.id] : [])

/** In turns: what a field is called in one must not be taken by another that is called so in a later one. */
const namings: readonly ((field: Field, kinds: Kinds) => readonly string[])[] = [
  field => [field.name],
  field => inEach(field.label),
  field => field.formerly ?? [],
  ({ reference }, kinds) => {
    const referred = reference && kindNamed(kinds, reference.kind)
    return referred ? [referred.name, ...inEach(referred.label), ...inEach(referred.plural)] : []
  },
]

function fieldsNamed(kind: Kind, kinds: Kinds, names: readonly string[]): (string | null)[] {
  const columns = names.map(bare)
  const found = names.map((): string | null => null)
  for (const naming of namings)
    for (const field of importable(kind)) {
      if (found.includes(field.name)) continue
      const called = naming(field, kinds).map(bare)
      const at = columns.findIndex((column, each) => found[each] === null && called.includes(column))
      if (at >= 0) found[at] = field.name
    }
  return found
}

/** What would tell the rows' records apart, if all of it is there: what they refer to, or their title, beside what identifies them. */
function keysAmong(kind: Kind, named: ReadonlySet<string | null>): string[] {
  const isThere = ({ name }: Field) => named.has(name)
  const primary = kind.fields.find(field => field.primary)
  if (primary && isThere(primary)) return [primary.name]
  const own = identifying(kind)
  const referring = kind.fields.filter(({ reference, validation }) => reference && validation.required)
  const isOwn = (field: Field) => own.includes(field) || (referring.length === 0 && field.name === kind.title)
  if (!kind.fields.filter(isOwn).every(isThere) || (own.length === 0 && !named.has(kind.title))) return []
  return kind.fields
    .filter(field => isOwn(field) || (referring.includes(field) && isThere(field)))
    .map(({ name }) => name)
}

/** What is so unless somebody says otherwise. */
const defaultOfType: Record<FieldTypeName, false | null> = {
  text: null,
  boolean: false,
  datetime: null,
  instant: null,
  integer: null,
  reference: null,
}

function defaultsBeside(kind: Kind, named: ReadonlySet<string | null>): ImportPlan['defaults'] {
  const values = fillable(kind)
    .filter(({ name }) => !named.has(name))
    .map(field => [field.name, defaultOfType[typeNameOf(field)]] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== null))
}

/** Those whose dates decide for each other. */
export function dateColumns(kind: Kind, fields: ImportPlan['fields']): number[] {
  return fields.flatMap((name, at) => {
    const field = name === null ? undefined : fieldNamed(kind, name)
    return field && typeNameOf(field) === 'datetime' ? [at] : []
  })
}
