/** One field of a kind in memory, by row: scanned for all rows at once, not record by record. */
import type { Value, ValueWords } from '../../../shared/fields.ts'
import type { HasParts, Part } from './part.ts'
import { valueIn, valuesIn } from './part.ts'
import { secondsOfSlots } from './seconds.ts'
import { pageRecords } from '../../../shared/limits.ts'
import type { RowSet } from './row-set.ts'

/** How well the text of a slot holds what is wanted: 3 as a whole, 2 at the start of a word, 1 inside one, 0 not. */
export type FitOf = (slot: number) => number

/** As well as a text can hold it: as a whole. */
const bestFit = 3

/** How much each of `rows` has come to so far. */
export interface Weighed {
  rows: Int32Array
  weights: Int32Array
}

/** A search only ever adds to its `hits`, and passes over what is in them already. */
export abstract class Column {
  private readonly name: string
  private readonly pages: (HasParts | undefined)[] = []
  private readonly parts: (Part | undefined)[] = []

  constructor(name: string) {
    this.name = name
  }

  /** Adds the rows whose search text holds `wanted`, which is folded. */
  abstract find(wanted: string, words: ValueWords, hits: RowSet): void
  /** Adds the rows whose value passes. `null` never does. */
  abstract mark(passes: (value: Value) => boolean, hits: RowSet): void
  /** How well the texts of a page hold `wanted`; null: none does. */
  abstract fitsIn(page: number, wanted: string, words: ValueWords): FitOf | null
  /** The different values, and for each row which of them it has. */
  abstract distinct(rows: number): { values: readonly Value[]; indexOfRow: Uint32Array }
  /** For each row the number it writes, −1 for an empty text; null when some text is no number or a very long one. */
  abstract numbers(rows: number): Float64Array | null
  /** Builds what makes the next search quicker, a piece at a time; false when there is nothing left. */
  abstract prepare(words: ValueWords): boolean

  /** A page that is there now, or is another one. */
  install(number: number, page: HasParts): void {
    // The page with the newest records comes first: an array with such a gap would be a table of hashes.
    while (this.pages.length < number) this.pages.push(undefined)
    this.pages[number] = page
    while (this.parts.length < number) this.parts.push(undefined)
    this.parts[number] = undefined
  }

  at(row: number): Value {
    const part = this.part(Math.floor(row / pageRecords))
    return part ? valueIn(part, row % pageRecords) : null
  }

  fit(row: number, wanted: string, words: ValueWords): number {
    return this.fitsIn(Math.floor(row / pageRecords), wanted, words)?.(row % pageRecords) ?? 0
  }

  /** Gives each row its fit, times `weight`, where it has not come to as much already. */
  weigh({ rows, weights }: Weighed, weight: number, wanted: string, words: ValueWords): void {
    let page = -1
    let fitOf: FitOf | null = null
    for (let place = 0; place < rows.length; place++) {
      const known = weights[place] ?? 0
      if (known >= weight * bestFit) continue
      const row = rows[place] ?? 0
      const number = Math.floor(row / pageRecords)
      if (number !== page) fitOf = this.fitsIn((page = number), wanted, words)
      if (fitOf) weights[place] = Math.max(known, weight * fitOf(row % pageRecords))
    }
  }

  /** All values of a page: quicker than one by one. */
  valuesOf(number: number): Value[] {
    const part = this.part(number)
    return part ? valuesIn(part) : []
  }

  /** The moments of a page, in seconds since 1970; NaN: there is none. */
  secondsOf(number: number): Float64Array {
    return secondsOfSlots(this.part(number))
  }

  protected get pageCount(): number {
    return this.pages.length
  }

  /** Looked up when it is first asked for: most columns of most pages never are. */
  protected part(number: number): Part | undefined {
    return (this.parts[number] ??= this.pages[number]?.part(this.name))
  }
}
