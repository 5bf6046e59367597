/** Which record a row means: the one whose keys are the row's. [IM5] */
import type { Value } from '../../../shared/fields.ts'
import { type Field, type FieldTypeName, typeNameOf } from '../../../shared/metadata.ts'
import type { KnownRecord, KnownRecords } from './named-records.ts'
import { inTurns } from './turns.ts'

/** In the place of a record's own number. */
export const meaning = {
  /** No record has these keys. */
  new: -1,
  several: -2,
  /** It names a record that is not there. */
  nobody: -3,
  /** It does not say. */
  unsaid: -4,
  /** [RB3] None that is here, and not all are. */
  unheard: -5,
} as const

/** What leads to one record, for all that may be written for it. */
export type TargetOf = (field: Field, value: Value) => string

const asIs = (value: Value) => (typeof value === 'string' ? value.trim() : '')

const partOfType: Record<FieldTypeName, (value: Value, field: Field, targetOf: TargetOf) => string> = {
  text: asIs,
  integer: asIs,
  instant: asIs,
  datetime: asIs,
  boolean: String,
  reference: (value, field, targetOf) => targetOf(field, value),
}

/** No text holds it. [VA3] */
const between = '\0'

export function keyOf(
  fields: readonly Field[],
  values: Readonly<Record<string, Value>>,
  targetOf: TargetOf,
): string {
  const parts = fields.map(field =>
    partOfType[typeNameOf(field)](values[field.name] ?? null, field, targetOf),
  )
  return parts.join(between)
}

export class RecordKeys {
  private readonly records: KnownRecords
  private readonly keyOfRecord: (record: KnownRecord) => string
  private readonly numbers = new Map<string, number>()
  /** By a record's number: the row that meant it, from 1. */
  private readonly rowOfRecord: Int32Array
  private readonly rowOfNew = new Map<string, number>()

  constructor(records: KnownRecords, keyOfRecord: (record: KnownRecord) => string) {
    this.records = records
    this.keyOfRecord = keyOfRecord
    this.rowOfRecord = new Int32Array(records.uids.length)
  }

  /** To be run to its end before anything is looked up. */
  *drawUp(): Generator<void, void> {
    const { uids } = this.records
    yield* inTurns(uids.length, at => {
      const record = this.records.shown(uids[at] ?? '')
      if (!record?.fields) return
      const key = this.keyOfRecord(record)
      this.numbers.set(key, this.numbers.has(key) ? meaning.several : at)
    })
  }

  /** The number of the record in `uids`, or a `meaning`. */
  meantBy(key: string): number {
    return this.numbers.get(key) ?? meaning.new
  }

  /** The row before this one that means the same; null: this is the first. */
  firstFor(key: string, meant: number, row: number): number | null {
    if (meant >= 0) {
      const first = this.rowOfRecord[meant] ?? 0
      if (first > 0) return first - 1
      this.rowOfRecord[meant] = row + 1
    } else if (meant === meaning.new) {
      const first = this.rowOfNew.get(key)
      if (first !== undefined) return first
      this.rowOfNew.set(key, row)
    }
    return null
  }
}
