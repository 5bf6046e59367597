/**
 * Filters: per field type, whether a value passes. What one field is asked for are alternatives, in which days that limit
 * it are one range together; what it is not, and all other fields, hold besides. [SE6] [SE30]
 */
import { type FieldTypeName, isUid, typeNameOf, type Value, type ValueWords } from '../../../shared/fields.ts'
import { type Field, fieldNamed, type Kind } from '../../../shared/metadata.ts'
import { shownFieldNamed, valueOf } from '../../../shared/provenance.ts'
import type { Filter, FilterOp } from '../../contract.ts'
import { excludingOps, limitingOps } from '../../contract-records.ts'
import { grouped } from '../grouped.ts'
import { fold } from '../../../shared/fold.ts'
import { nameOf, targetUid } from './references.ts'
import type { RowSet } from './row-set.ts'
import { keep } from './search.ts'
import type { Shown, Table, Tables } from './table.ts'

type Test = (value: Value | undefined) => boolean
type Laid = Pick<Shown, 'fields' | 'by' | 'at' | 'changedAt'>

export interface FieldTest {
  field: string
  passes: Test
  /** When passing is holding one of these texts: folded, for a search instead of a test of each value. */
  holds: string[] | null
  /** Work of this device passes by itself. */
  laid?: (record: Laid) => boolean
}

const asText = (value: Value | undefined) => (typeof value === 'string' ? value : '')
const isEmpty: Test = value => value === null || value === undefined || value === ''

const textTest = ({ op, value }: Filter): Test => {
  // Of a hyphen, or an accent alone, folding leaves nothing, and everything holds nothing.
  const form = fold(value) ? fold : (text: string) => text.normalize('NFKD')
  const wanted = form(value)
  return op === 'contains'
    ? each => form(asText(each)).includes(wanted)
    : each => form(asText(each)) === wanted
}

/** `lies`: before the day (−1), on it or behind it (1). */
const dayTest = ({ op, value }: Filter, lies: (value: string, day: string) => number): Test => {
  const [first = '', last = first] = value.split('/')
  const isSo: Partial<Record<FilterOp, (text: string) => boolean>> = {
    from: text => lies(text, first) >= 0,
    to: text => lies(text, first) <= 0,
    before: text => lies(text, first) < 0,
    after: text => lies(text, first) > 0,
  }
  const within = (text: string) => lies(text, first) >= 0 && lies(text, last) <= 0
  const passes = isSo[op] ?? within
  return each => asText(each) !== '' && passes(asText(each))
}

/** The day of whoever asks, where they are. */
function instantLies(): (value: string, day: string) => number {
  const starts = new Map<string, [number, number]>()
  return (value, day) => {
    const known = starts.get(day) ?? [Date.parse(`${day}T00:00:00`), Date.parse(`${day}T23:59:59`)]
    starts.set(day, known)
    const at = Date.parse(value)
    if (at < known[0]) return -1
    if (at > known[1]) return 1
    // No moment, or no day: neither before it nor behind it.
    return at >= known[0] ? 0 : NaN
  }
}

function dateLies(value: string, day: string): number {
  const own = value.slice(0, 10)
  return own < day ? -1 : own > day ? 1 : 0
}

const testOfType: Record<FieldTypeName, (filter: Filter) => Test> = {
  text: textTest,
  integer: textTest,
  boolean:
    ({ value }) =>
    each =>
      String(each) === value,
  datetime: filter => dayTest(filter, dateLies),
  instant: filter => dayTest(filter, instantLies()),
  reference:
    ({ value }) =>
    each =>
      nameOf(each) === value,
}

export function prepareFilters(tables: Tables, kind: Kind, filters: Filter[]): FieldTest[] {
  const meant = filters.filter(({ op, value }) => value !== '' || op === 'empty' || op === 'filled')
  return [...grouped(meant, ({ field }) => field)].flatMap(([name, own]) => {
    const field = shownFieldNamed(kind, name)
    return field ? testsOf(tables, kind, field, own) : []
  })
}

function testsOf(tables: Tables, kind: Kind, field: Field, own: Filter[]): FieldTest[] {
  const among = (filter: Filter) => passesFor(tables, kind, field, filter)
  const noted = own.filter(({ op }) => op === 'mine' || op === 'since')
  const others = own.filter(filter => !noted.includes(filter))
  const limits = others.filter(({ op }) => limitingOps.includes(op)).map(among)
  const asked = others.filter(({ op }) => !excludingOps.includes(op) && !limitingOps.includes(op))
  const alternatives = asked.map(among)
  if (limits.length > 0) alternatives.push(value => limits.every(each => each(value)))
  const excluded = others.filter(({ op }) => excludingOps.includes(op)).map(among)
  const test = (passes: Test): FieldTest => ({ field: field.name, passes, holds: null })
  const any = test(value => alternatives.some(each => each(value)))
  const texts = asked.map(({ value }) => fold(value))
  const isSearch = limits.length === 0 && asked.every(({ op }) => op === 'contains') && texts.every(Boolean)
  if (isSearch) any.holds = texts
  return [
    ...(alternatives.length > 0 ? [any] : []),
    ...excluded.map(test),
    ...noted.map(filter => ({ ...test(among(filter)), laid: laidFor(filter, among(filter)) })),
  ]
}

function passesFor(tables: Tables, kind: Kind, field: Field, filter: Filter): Test {
  const { op } = filter
  if (op === 'empty') return isEmpty
  if (op === 'filled') return value => !isEmpty(value)
  // A user name is written as it is.
  if (op === 'mine') return value => value === filter.value
  const test = testOfType[typeNameOf(field)]
  const tests = namesOfFilter(tables, kind, filter).map(value =>
    test({ ...filter, value, op: op === 'since' ? 'from' : op }),
  )
  const passes: Test = value => tests.some(each => each(value))
  return op === 'not' ? value => !passes(value) : passes
}

/** [SE31] Unsent work is of whoever did it here, and of the moment at which they did. */
function laidFor({ op, value }: Filter, passes: Test): (record: Laid) => boolean {
  if (op === 'mine') return () => true
  const start = Date.parse(`${value}T00:00:00`)
  return ({ at, changedAt }) => passes(at) || (changedAt ?? -Infinity) >= start
}

/** A reference passes by the id and by the uid of the same record. */
function namesOfFilter(tables: Tables, kind: Kind, filter: Filter): string[] {
  const field = fieldNamed(kind, filter.field)
  if (!field?.reference) return [filter.value]
  const uid = isUid(filter.value) ? filter.value : targetUid(tables, field, filter.value)
  const id = uid && tables.get(field.reference.kind)?.idOf(uid)
  return [...new Set([filter.value, ...(uid ? [uid] : []), ...(id ? [id] : [])])]
}

/** Takes out of `matching` the rows that do not pass all tests. Columns mark no row that has nothing. */
export function keepPassing(table: Table, tests: FieldTest[], words: ValueWords, matching: RowSet): void {
  for (const { field, passes, holds } of tests) {
    const column = table.columns.get(field)
    if (passes(null)) {
      const failing = matching.complement()
      column?.mark(value => !passes(value), failing)
      matching.keepOnly(failing.complement())
    } else
      keep(matching, hits => {
        if (holds === null) column?.mark(passes, hits)
        else for (const text of holds) column?.find(text, words, hits)
      })
  }
}

export function recordPasses(tests: FieldTest[], record: Laid): boolean {
  const noted = { ...record, fields: record.fields ?? {} }
  return tests.every(({ field, passes, laid }) => laid?.(record) ?? passes(valueOf(noted, field)))
}
