/** One field of a kind in memory, by row: laid out for scanning all rows at once, not record by record. */
import type { Value, ValueWords } from '../../../shared/fields.ts'
import type { RowSet } from './row-set.ts'

/** A search only ever adds to its `hits`, and passes over what is in them already. */
export interface Column {
  at(row: number): Value
  /** A page's values as they are now, or its texts as one; slots behind the last value are gone. */
  install(page: number, values: string | readonly Value[]): void
  /** Lays out what was installed as it is kept: loose values of a million records would keep the collector busy. */
  pack(): void
  /** Adds the rows whose search text holds `wanted`, which is folded. */
  find(wanted: string, words: ValueWords, hits: RowSet): void
  /** Adds the rows whose value passes. `null` never does. */
  mark(passes: (value: Value) => boolean, hits: RowSet): void
  /** How well a row's search text holds `wanted`: 3 as a whole, 2 at the start of a word, 1 inside one, 0 not. */
  fit(row: number, wanted: string, words: ValueWords): number
  /** The different values, and for each row which of them it has. */
  distinct(rows: number): { values: readonly Value[]; indexOfRow: Uint32Array }
  /** For each row the number it writes, −1 for an empty text; null when some text is no number or a very long one. */
  numbers(rows: number): Float64Array | null
  /** Builds what the first search would have to build, a piece at a time; false when there is nothing left. */
  prepare(words: ValueWords): boolean
}
