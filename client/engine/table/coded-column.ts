/** A column whose values repeat: each different value is kept once, and rows hold its number. */
import type { Value, ValueWords } from '../../../shared/fields.ts'
import { split } from '../../../shared/joined-texts.ts'
import { pageRecords } from '../../../shared/limits.ts'
import type { Column } from './column.ts'
import { fold } from '../../../shared/fold.ts'
import { gramsOf } from './grams.ts'
import { RowSet } from './row-set.ts'
import { blockOf, fitOf, markHolding, type TextBlock } from './text-block.ts'

/** Values whose search texts share a block: only the last block changes when a new value comes. */
const blockValues = 512

export class CodedColumn implements Column {
  /** Code 0 is `null`, and a slot without a record. */
  private readonly values: Value[] = [null]
  private readonly codeOf = new Map<unknown, number>([[null, 0]])
  /** Values as they came, until somebody asks for more than one: opening must not wait for it. */
  private readonly pages: (Uint32Array | string | readonly Value[] | undefined)[] = []
  private loose = 0
  private blocks: TextBlock[] = []
  private words: ValueWords | null = null
  private readonly textOf: (value: Value, words: ValueWords) => string

  private readonly numberOf: ((value: Value) => number) | undefined

  constructor(textOf: (value: Value, words: ValueWords) => string, numberOf?: (value: Value) => number) {
    this.textOf = textOf
    this.numberOf = numberOf
  }

  at(row: number): Value {
    const number = Math.floor(row / pageRecords)
    const slot = row % pageRecords
    const page = this.pages[number]
    if (page === undefined) return null
    if (page instanceof Uint32Array) return this.values[page[slot] ?? 0] ?? null
    const values = split<readonly Value[]>(page)
    this.pages[number] = values
    return values[slot] ?? null
  }

  install(page: number, values: string | readonly Value[]): void {
    this.pages[page] = values
    this.loose = Math.min(this.loose, page)
  }

  pack(): void {
    while (this.encode());
  }

  /** Codes of the next page that has none yet; false when all have. */
  private encode(): boolean {
    for (; this.loose < this.pages.length; this.loose++) {
      const page = this.pages[this.loose]
      if (page instanceof Uint32Array) continue
      const values = split<readonly Value[]>(page ?? [])
      const codes = new Uint32Array(values.length)
      for (let slot = 0; slot < values.length; slot++) codes[slot] = this.codeFor(values[slot] ?? null)
      this.pages[this.loose++] = codes
      return true
    }
    return false
  }

  private *codes(): Iterable<[first: number, codes: Uint32Array]> {
    this.pack()
    for (const [number, page] of this.pages.entries())
      if (page instanceof Uint32Array) yield [number * pageRecords, page]
  }

  private codeFor(value: Value): number {
    const key = keyOf(value)
    const known = this.codeOf.get(key)
    if (known !== undefined) return known
    const code = this.values.push(value) - 1
    this.codeOf.set(key, code)
    return code
  }

  find(wanted: string, words: ValueWords, hits: RowSet): void {
    while (this.prepare(words));
    const codes = RowSet.of(this.values.length)
    for (const [number, block] of this.blocks.entries())
      markHolding(block, { wanted, hits: codes, first: number * blockValues })
    this.markCodes(codes, hits)
  }

  mark(passes: (value: Value) => boolean, hits: RowSet): void {
    this.pack()
    const codes = RowSet.of(this.values.length)
    for (const [code, value] of this.values.entries()) if (passes(value)) codes.add(code)
    this.markCodes(codes, hits)
  }

  private markCodes(wanted: RowSet, hits: RowSet): void {
    wanted.delete(0)
    if (wanted.isEmpty()) return
    for (const [first, codes] of this.codes())
      for (let slot = 0; slot < codes.length; slot += 32) {
        const word = (first + slot) >> 5
        const known = hits.words[word] ?? 0
        if (known !== -1) hits.words[word] = known | bitsOf(wanted, codes, slot)
      }
  }

  fit(row: number, wanted: string, words: ValueWords): number {
    while (this.prepare(words));
    const page = this.pages[Math.floor(row / pageRecords)]
    const code = page instanceof Uint32Array ? (page[row % pageRecords] ?? 0) : 0
    const block = this.blocks[Math.floor(code / blockValues)]
    return block && code > 0 ? fitOf(block, code % blockValues, wanted) : 0
  }

  distinct(rows: number): { values: readonly Value[]; indexOfRow: Uint32Array } {
    const indexOfRow = new Uint32Array(rows)
    for (const [first, codes] of this.codes()) indexOfRow.set(codes, first)
    return { values: this.values, indexOfRow }
  }

  /** Mostly there are too few values for numbers to be quicker. */
  numbers(rows: number): Float64Array | null {
    if (!this.numberOf) return null
    const { values, indexOfRow } = this.distinct(rows)
    const numbers = values.map(this.numberOf)
    if (!numbers.every(number => number >= -1)) return null
    return Float64Array.from(indexOfRow, index => numbers[index] ?? -1)
  }

  /** Codes first, then the next block that lacks a value. */
  prepare(words: ValueWords): boolean {
    if (this.encode()) return true
    if (this.words !== words) this.blocks = []
    this.words = words
    const last = this.blocks.length - 1
    const held = (this.blocks[last]?.starts.length ?? 1) - 1
    if (held < Math.min(blockValues, this.values.length - last * blockValues)) this.blocks.pop()
    const first = this.blocks.length * blockValues
    if (first >= this.values.length) return false
    const values = this.values.slice(first, first + blockValues)
    const block = blockOf(values.map(value => fold(this.textOf(value, words))))
    block.grams = gramsOf(block)
    this.blocks.push(block)
    return true
  }
}

/** Which of the 32 codes from `slot` on are wanted. */
function bitsOf({ words }: RowSet, codes: Uint32Array, slot: number): number {
  const count = Math.min(32, codes.length - slot)
  let bits = 0
  for (let bit = 0; bit < count; bit++) {
    const code = codes[slot + bit] ?? 0
    bits |= (((words[code >> 5] ?? 0) >>> code) & 1) << bit
  }
  return bits
}

/** No text holds NUL, so what is not a plain value has a key of its own. */
function keyOf(value: Value): Value {
  return typeof value === 'object' && value !== null ? `\0${JSON.stringify(value)}` : value
}
