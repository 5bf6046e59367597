/** A column of texts: a page's values stand in one string, and once more folded when somebody searches. */
import type { Value, ValueWords } from '../../../shared/fields.ts'
import { between } from '../../../shared/joined-texts.ts'
import { pageRecords } from '../../../shared/limits.ts'
import type { Column } from './column.ts'
import { gramsOf } from './grams.ts'
import { fold } from '../../../shared/fold.ts'
import type { RowSet } from './row-set.ts'
import {
  blockOf,
  fitOf,
  foldedBlock,
  joinedBlock,
  markHolding,
  numberIn,
  textAt,
  type TextBlock,
} from './text-block.ts'

interface TextPage {
  own: TextBlock
  folded: TextBlock
  /** Values that are not texts, by slot: `null`, or what a newer server sent. */
  others: Map<number, Value> | null
}

export class TextColumn implements Column {
  /** Values as they came, until somebody searches or there is time: opening must not wait for it. */
  private readonly pages: (TextPage | string | readonly Value[] | undefined)[] = []
  private packedTo = 0
  private indexed = 0

  at(row: number): Value {
    const number = Math.floor(row / pageRecords)
    if (this.pages[number] === undefined) return null
    const page = this.packed(number)
    const slot = row % pageRecords
    if (slot >= page.own.starts.length - 1) return null
    return page.others?.has(slot) ? (page.others.get(slot) ?? null) : textAt(page.own, slot)
  }

  install(page: number, values: string | readonly Value[]): void {
    this.pages[page] = values
    this.packedTo = Math.min(this.packedTo, page)
    this.indexed = Math.min(this.indexed, page)
  }

  pack(): void {
    while (this.packNext());
  }

  find(wanted: string, _: ValueWords, hits: RowSet): void {
    for (let page = 0; page < this.pages.length; page++)
      markHolding(this.packed(page).folded, { wanted, hits, first: page * pageRecords })
  }

  mark(passes: (value: Value) => boolean, hits: RowSet): void {
    for (const row of hits.complement().rows()) if (passes(this.at(row))) hits.add(row)
  }

  fit(row: number, wanted: string): number {
    return fitOf(this.packed(Math.floor(row / pageRecords)).folded, row % pageRecords, wanted)
  }

  distinct(rows: number): { values: readonly Value[]; indexOfRow: Uint32Array } {
    const values: Value[] = []
    const indexOf = new Map<Value, number>()
    const indexOfRow = new Uint32Array(rows)
    for (let row = 0; row < rows; row++) {
      const value = this.at(row)
      let index = indexOf.get(value)
      if (index === undefined) indexOf.set(value, (index = values.push(value) - 1))
      indexOfRow[row] = index
    }
    return { values, indexOfRow }
  }

  numbers(rows: number): Float64Array | null {
    const numbers = new Float64Array(rows).fill(-1)
    for (let page = 0; page < this.pages.length; page++) {
      const { own } = this.packed(page)
      for (let slot = 0; slot < own.starts.length - 1; slot++) {
        const number = numberIn(own, slot)
        if (Number.isNaN(number)) return null
        numbers[page * pageRecords + slot] = number
      }
    }
    return numbers
  }

  /** Texts first, so that every search is quick; then what makes it quicker. */
  prepare(): boolean {
    if (this.packNext()) return true
    for (; this.indexed < this.pages.length; this.indexed++) {
      const { folded } = this.packed(this.indexed)
      if (folded.grams) continue
      folded.grams = gramsOf(folded)
      return true
    }
    return false
  }

  private packNext(): boolean {
    for (; this.packedTo < this.pages.length; this.packedTo++) {
      const page = this.pages[this.packedTo]
      if (!page || !isLoose(page)) continue
      this.packed(this.packedTo++)
      return true
    }
    return false
  }

  private packed(number: number): TextPage {
    const page = this.pages[number] ?? []
    if (!isLoose(page)) return page
    const packed = pack(page)
    this.pages[number] = packed
    return packed
  }
}

function isLoose(page: TextPage | string | readonly Value[]): page is string | readonly Value[] {
  return typeof page === 'string' || Array.isArray(page)
}

function pack(values: string | readonly Value[]): TextPage {
  if (typeof values === 'string') {
    const own = joinedBlock(values)
    return { own, folded: foldedBlock(own), others: null }
  }
  const others = new Map<number, Value>()
  for (const [slot, value] of values.entries()) if (typeof value !== 'string') others.set(slot, value)
  const texts = values.map(value => (typeof value === 'string' ? value : ''))
  const own = blockOf(texts)
  const folded = texts.some(text => text.includes(between)) ? blockOf(texts.map(fold)) : foldedBlock(own)
  return { own, folded, others: others.size > 0 ? others : null }
}
