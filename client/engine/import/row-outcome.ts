/** What a row says, and what becomes of it once it is known which record it means. Pure. [IM5] */
import type { ImportPlan, Verdict } from '../../contract-import.ts'
import { isBlank, type Issue, type Value } from '../../../shared/fields.ts'
import { type Field, fillable, type Kind, typeNameOf } from '../../../shared/metadata.ts'
import {
  type Changes,
  changesBetween,
  type Fields,
  issuesOfChanges,
  issuesOfFields,
  mapValues,
} from '../../../shared/record.ts'
import type { Cell } from '../exchange/cells.ts'
import { type CellContext, cellValue } from './cell-value.ts'
import type { KnownRecord } from './named-records.ts'
import type { TargetOf } from './record-keys.ts'

export interface RowRead {
  values: Fields
  /** Of cells that cannot be read, or name a record that is not there. */
  faults: Issue[]
}

export interface RowOutcome {
  verdict: Verdict
  changes: Changes
  issues: Issue[]
}

/** What all rows have in common. */
export interface RowRules {
  kind: Kind
  keys: readonly string[]
  defaults: Fields
  targetOf: TargetOf
}

export interface Column {
  field: Field
  at: number
}

/** In the order of the fields; a field that two columns are for has the first. */
export function columnsFor(kind: Kind, { fields }: ImportPlan): Column[] {
  return fillable(kind)
    .map(field => ({ field, at: fields.indexOf(field.name) }))
    .filter(({ at }) => at >= 0)
}

export function readRow(columns: readonly Column[], cells: readonly Cell[], context: CellContext): RowRead {
  const read: RowRead = { values: {}, faults: [] }
  for (const { field, at } of columns) {
    const said = cellValue(cells[at], field, context)
    if (said?.value !== undefined) read.values[field.name] = said.value
    if (said?.fault) read.faults.push({ field: field.name, ...said.fault })
  }
  return read
}

export function outcomeOfKnown(rules: RowRules, read: RowRead, record: KnownRecord): RowOutcome {
  const { kind, keys } = rules
  const seen = record.fields ?? {}
  const isKept = (name: string, value: Value) =>
    keys.includes(name) || isSame(rules, name, [seen[name], value])
  const chosen = mapValues(read.values, (value, name) => (isKept(name, value) ? (seen[name] ?? null) : value))
  const changes = changesBetween(seen, chosen)
  // A record may refer to one that is not there any more.
  const faults = read.faults.filter(({ field }) => {
    const value = read.values[field]
    return value === undefined || !isSame(rules, field, [seen[field], value])
  })
  const isAsked = record.state === 'conflict' || record.state === 'rejected'
  const issues = [
    ...(isAsked ? [{ field: '', code: 'asked' }] : []),
    ...besides(faults, issuesOfChanges(kind, changes)),
  ]
  const verdict = Object.keys(changes).length > 0 ? 'changed' : 'unchanged'
  return { verdict: issues.length > 0 ? 'refused' : verdict, changes, issues }
}

export function outcomeOfNew(rules: RowRules, read: RowRead): RowOutcome {
  const { kind } = rules
  const issues = besides(read.faults, issuesOfFields(kind, fieldsOfNew(rules, read)))
  return {
    verdict: issues.length > 0 ? 'refused' : 'added',
    changes: ofNew(fieldsOfNew(rules, read)),
    issues,
  }
}

/** `issue`: why it means no one record. */
export function outcomeOfUnclear({ kind }: RowRules, read: RowRead, rowIssues: readonly Issue[]): RowOutcome {
  const changes = ofNew(read.values)
  const issues = [...rowIssues, ...besides(read.faults, issuesOfChanges(kind, changes))]
  return { verdict: 'refused', changes, issues }
}

/** All that a client may write. */
export function fieldsOfNew({ kind, defaults }: RowRules, { values }: RowRead): Fields {
  const names = fillable(kind).map(({ name }) => name)
  return Object.fromEntries(names.map(name => [name, values[name] ?? defaults[name] ?? null]))
}

/** What no row can say of a new record, and it has to have. */
export function lackingIn({ kind, defaults }: RowRules, columns: readonly Column[]): string[] {
  const required = fillable(kind).filter(({ validation }) => validation.required)
  const lacks = (each: Field) => isBlank(defaults[each.name]) && !columns.some(({ field }) => field === each)
  return required.filter(lacks).map(({ name }) => name)
}

function ofNew(fields: Fields): Changes {
  return changesBetween({}, fields)
}

/** What could not be read is not missing. */
function besides(faults: readonly Issue[], issues: readonly Issue[]): Issue[] {
  const faulty = new Set(faults.map(({ field }) => field))
  return [...faults, ...issues.filter(({ field }) => !faulty.has(field))]
}

/** An id and a uid may lead to the same record. */
function isSame(
  { kind, targetOf }: RowRules,
  name: string,
  [a, b]: readonly [Value | undefined, Value],
): boolean {
  const field = kind.fields.find(each => each.name === name)
  if (!field || typeNameOf(field) !== 'reference') return a === b
  return targetOf(field, a ?? null) === targetOf(field, b)
}
