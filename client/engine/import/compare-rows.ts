/**
 * What becomes of the rows of a file, given the records that stand here: counted once, some rows at a time, and told again
 * for each row that somebody looks at or that is written, so that hardly more than a number a row is kept. Pure. [IM5] [IM6]
 */
import type { ImportDiff, ImportPlan, ImportRow } from '../../contract-import.ts'
import { type Issue, isUidReference, type Value } from '../../../shared/fields.ts'
import type { Field } from '../../../shared/metadata.ts'
import type { Changes, Fields } from '../../../shared/record.ts'
import type { Cell } from '../exchange/cells.ts'
import type { CellContext } from './cell-value.ts'
import { dateColumns } from './columns.ts'
import { type KnownRecord, type KnownRecords, type MadeRecord, NamedRecords } from './named-records.ts'
import { meaning, RecordKeys } from './record-keys.ts'
import { type RowMeaning, rowMeaning } from './row-meaning.ts'
import {
  type Column,
  columnsFor,
  fieldsOfNew,
  lackingIn,
  outcomeOfKnown,
  outcomeOfNew,
  outcomeOfUnclear,
  readRow,
  type RowOutcome,
  type RowRead,
  type RowRules,
} from './row-outcome.ts'
import { RowVerdicts } from './row-verdicts.ts'
import { inTurns } from './turns.ts'
import { SeenDates } from './written-dates.ts'

export interface Compared {
  plan: ImportPlan
  records: KnownRecords
  /** Of the kinds that fields refer to. */
  referred(kind: string): KnownRecords
  /** Without the line of names. */
  rows: { readonly length: number; at(index: number): readonly Cell[] | undefined }
  /** Of each row the line of the file. */
  lines: readonly number[]
  /** Another one each time. */
  newUid(): string
}

/** What a good row does. */
export type RowWork =
  { do: 'make'; uid: string; fields: Fields } | { do: 'edit'; uid: string; seen: Fields; changes: Changes }

interface ToldRow extends RowOutcome {
  read: RowRead
  /** null: it has no record yet, or nobody knows which. */
  record: KnownRecord | null
}

export class Comparison {
  /** Rows that are counted. */
  done = 0
  private readonly of: Compared
  private readonly columns: readonly Column[]
  private readonly rules: RowRules
  private readonly meaning: RowMeaning
  private readonly context: CellContext
  private readonly named = new Map<string, NamedRecords>()
  readonly verdicts: RowVerdicts
  /** The number of the record that a row means, or a `meaning`. */
  private readonly meant: Int32Array
  /** Of rows that mean what one before them means: that one. */
  private readonly firsts = new Map<number, number>()
  private readonly madeByUid = new Map<string, MadeRecord>()

  constructor(of: Compared) {
    const { plan, records, rows, newUid } = of
    const { kind } = records
    const { keys, defaults, dateOrder, makesMissing } = plan
    this.of = of
    this.columns = columnsFor(kind, plan)
    this.rules = {
      kind,
      keys,
      defaults,
      targetOf: (field, value) => this.namedBy(field)?.target(value) ?? '',
    }
    this.meaning = rowMeaning(records, plan, this.rules.targetOf)
    this.context = { dateOrder, find: (field, text) => this.namedBy(field)?.find(text) ?? {} }
    this.verdicts = new RowVerdicts(rows.length, uid => this.titleOfMade(uid))
    this.meant = new Int32Array(rows.length).fill(meaning.unsaid)
    for (const { reference } of kind.fields) {
      if (!reference) continue
      const referred = of.referred(reference.kind)
      this.named.set(reference.kind, new NamedRecords(referred, makesMissing ? newUid : null))
    }
  }

  private titleOfMade(uid: string): string | null {
    const made = [...this.named.values()].map(named => named.madeFor({ uid }))
    return made.find(each => each !== null)?.title ?? null
  }

  private namedBy({ reference }: Field): NamedRecords | undefined {
    return reference && this.named.get(reference.kind)
  }

  /** To be run to its end before anything else is asked; whoever runs it breathes in between. */
  *run(): Generator<void, ImportDiff> {
    const { records, rows } = this.of
    yield* this.decideDates()
    for (const named of this.named.values()) yield* named.drawUp()
    const keys = new RecordKeys(records, record => this.meaning.keyOfRecord(record))
    yield* keys.drawUp()
    let [asksDateOrder, hasNew] = [false, false]
    yield* inTurns(rows.length, row => {
      const { verdict, issues, changes } = this.compare(row, keys)
      this.verdicts.set(row, verdict, changes)
      asksDateOrder ||= issues.some(({ code }) => code === 'ambiguous_date')
      hasNew ||= this.meant[row] === meaning.new
      if (verdict !== 'refused') this.noteMade(changes)
      this.done = row + 1
    })
    const made: ImportDiff['made'] = {}
    for (const { kind, title } of this.made) (made[kind] ??= []).push(title)
    const { counts } = this.verdicts
    const lacking = hasNew ? lackingIn(this.rules, this.columns) : []
    return { counts, made, missing: this.missing, asksDateOrder, lacking }
  }

  private get missing(): ImportDiff['missing'] {
    const named = [...this.named].filter(([, { missing }]) => missing.size > 0)
    return Object.fromEntries(named.map(([kind, { missing }]) => [kind, [...missing]]))
  }

  /** [IM3] What a person has said goes before what the dates say. */
  private *decideDates(): Generator<void, void> {
    const { plan, records, rows } = this.of
    const columns = plan.dateOrder ? [] : dateColumns(records.kind, plan.fields)
    if (columns.length === 0) return
    const dates = new SeenDates()
    yield* inTurns(rows.length, row => {
      const cells = this.cells(row)
      for (const at of columns) dates.see(cells[at])
    })
    this.context.dateOrder = dates.decided
  }

  private lineOf(row: number): number {
    return this.of.lines[row] ?? 0
  }

  private cells(row: number): readonly Cell[] {
    return this.of.rows.at(row) ?? []
  }

  private compare(row: number, keys: RecordKeys): ToldRow {
    const cells = this.cells(row)
    const read = readRow(this.columns, cells, this.context)
    const key = this.meaning.keyOfRow(cells, read)
    // Beside rows that name their records by id, one without is a new one.
    const isNew = this.rules.keys.length === 0 || (key === '' && this.meaning.isOfRecords)
    if (isNew) this.meant[row] = meaning.new
    else if (key !== '') {
      const meant = keys.meantBy(key)
      this.meant[row] = meant === meaning.new ? this.meaningOfUnknown : meant
      const first = keys.firstFor(key, this.meant[row] ?? meaning.unsaid, row)
      if (first !== null) this.firsts.set(row, first)
    }
    return this.told(row, cells, read)
  }

  private get meaningOfUnknown(): number {
    if (this.of.records.isPartial) return meaning.unheard
    return this.meaning.isOfRecords ? meaning.nobody : meaning.new
  }

  private tell(row: number): ToldRow {
    const cells = this.cells(row)
    return this.told(row, cells, readRow(this.columns, cells, this.context))
  }

  private told(row: number, cells: readonly Cell[], read: RowRead): ToldRow {
    const { of, rules } = this
    const meant = this.meant[row] ?? meaning.unsaid
    const record = meant >= 0 ? of.records.shown(of.records.uids[meant] ?? '') : null
    const why = this.whyUnclear(row, record, { cells, read })
    if (why) return { read, record, ...outcomeOfUnclear(rules, read, why) }
    return { read, record, ...(record ? outcomeOfKnown(rules, read, record) : outcomeOfNew(rules, read)) }
  }

  /** null: it means one record that is here, or a new one. */
  private whyUnclear(
    row: number,
    record: KnownRecord | null,
    { cells, read }: { cells: readonly Cell[]; read: RowRead },
  ): Issue[] | null {
    const meant = this.meant[row] ?? meaning.unsaid
    const { field } = this.meaning
    if (meant === meaning.unsaid) return this.meaning.missing(cells, read)
    if (meant === meaning.unheard) return [{ field, code: 'not_all_here' }]
    if (meant === meaning.several) return [{ field, code: 'several_records_match' }]
    // Or it has gone since the rows were counted.
    if (meant === meaning.nobody || (meant >= 0 && !record)) return [{ field, code: 'no_such_record' }]
    const first = this.firsts.get(row)
    return first === undefined
      ? null
      : [{ field: '', code: 'twice_in_file', params: { line: this.lineOf(first) } }]
  }

  /** Records that good rows refer to and that are not there, in the order of the rows. */
  get made(): MadeRecord[] {
    return [...this.madeByUid.values()]
  }

  private noteMade(changes: Changes): void {
    for (const { field } of this.columns) {
      const made = this.namedBy(field)?.madeFor(changes[field.name]?.[1] ?? null)
      if (made) this.madeByUid.set(made.uid, made)
    }
  }

  row(row: number): ImportRow {
    const { read, record, verdict, changes, issues } = this.tell(row)
    const name = this.rules.kind.title
    const title = record?.fields?.[name] ?? read.values[name]
    return {
      ...{ line: this.lineOf(row), verdict, uid: record?.uid ?? null, changes, issues },
      title: typeof title === 'string' ? title : '',
      titles: this.titlesIn(changes),
    }
  }

  private titlesIn(changes: Changes): ImportRow['titles'] {
    const entries = this.rules.kind.fields.flatMap(field => {
      const named = this.namedBy(field)
      const values: readonly Value[] = named ? (changes[field.name] ?? []) : []
      return values.flatMap(value => {
        const title = named?.titleOf(value)
        return title ? [[isUidReference(value) ? value.uid : String(value), title] as const] : []
      })
    })
    return Object.fromEntries(entries)
  }

  /** [IM7] Of a good row; null: it does not come to what it came to when it was compared. */
  work(row: number): RowWork | null {
    const { read, record, verdict, changes } = this.tell(row)
    if (!this.verdicts.isAs(row, verdict, changes)) return null
    if (verdict === 'added')
      return { do: 'make', uid: this.of.newUid(), fields: fieldsOfNew(this.rules, read) }
    if (verdict !== 'changed' || !record) return null
    return { do: 'edit', uid: record.uid, seen: record.fields ?? {}, changes }
  }
}
