/** A column whose values are searched as something else than they are, or repeat: each is looked at once. */
import type { Value, ValueWords } from '../../../shared/fields.ts'
import { fold } from '../../../shared/fold.ts'
import { pageRecords } from '../../../shared/limits.ts'
import { Column, type FitOf } from './column.ts'
import { DatedPages } from './dated-pages.ts'
import { gramsOf } from './grams.ts'
import { type DatePart, dictionaryOf, type HasParts, keyOf, type Part, valueIn, valuesIn } from './part.ts'
import { RowSet } from './row-set.ts'
import { blockOf, fitAt, markHolding, type TextBlock } from './text-block.ts'

/** Values whose search texts share a block: only the last block changes when a new value comes. */
const blockValues = 512

/** The values of a page as numbers of all values: those of its own codes, or of its slots. */
interface Coded {
  numbers: Uint32Array
  codes: Uint8Array | null
}

type TextOf = (value: Value, words: ValueWords) => string

export class CodedColumn extends Column {
  /** Number 0 is `null`, and a slot without a record. */
  private readonly values: Value[] = [null]
  private readonly numberOf = new Map<unknown, number>([[null, 0]])
  /** Those that are searched by their texts. */
  private readonly searched: Value[] = [null]
  private readonly coded: (Coded | undefined)[] = []
  private codedTo = 0
  /** Dates, for who filters and sorts by them: they are searched without being written out. */
  private readonly numberOfDate = { '': new Map<number, number>(), Z: new Map<number, number>() }
  private areDatesCoded = false
  private dates = new DatedPages(String)
  private blocks: TextBlock[] = []
  private words: ValueWords | null = null
  private readonly textOf: TextOf
  private readonly sortNumber: ((value: Value) => number) | undefined

  constructor(name: string, textOf: TextOf, sortNumber?: (value: Value) => number) {
    super(name)
    this.textOf = textOf
    this.sortNumber = sortNumber
  }

  override install(number: number, page: HasParts): void {
    super.install(number, page)
    if (number < this.coded.length) this.coded[number] = undefined
    this.codedTo = Math.min(this.codedTo, number)
    this.dates.forget(number)
  }

  find(wanted: string, words: ValueWords, hits: RowSet): void {
    this.prepareFor(wanted, words)
    const found = RowSet.of(this.values.length)
    for (const [number, block] of this.blocks.entries())
      markHolding(block, { wanted, hits: found, first: number * blockValues })
    found.delete(0)
    const isNone = found.isEmpty()
    for (let number = 0; number < this.pageCount; number++) {
      const part = this.part(number)
      const coded = this.coded[number]
      const rows = { hits, first: number * pageRecords }
      if (part?.form === 'date') this.dates.mark(number, part, wanted, rows)
      else if (coded && !isNone) markCoded(coded, found, rows)
    }
  }

  mark(passes: (value: Value) => boolean, hits: RowSet): void {
    this.encodeDates()
    const found = RowSet.of(this.values.length)
    for (const [number, value] of this.values.entries()) if (passes(value)) found.add(number)
    found.delete(0)
    if (found.isEmpty()) return
    for (const [page, coded] of this.coded.entries())
      if (coded) markCoded(coded, found, { hits, first: page * pageRecords })
  }

  fitsIn(page: number, wanted: string, words: ValueWords): FitOf | null {
    this.prepareFor(wanted, words)
    const part = this.part(page)
    if (part?.form === 'date') return this.dates.fitsOf(page, part, wanted)
    const coded = this.coded[page]
    if (!coded) return null
    const fits = Uint8Array.from(coded.numbers, number => this.fitOfNumber(number, wanted))
    if (!fits.some(fit => fit > 0)) return null
    const { codes } = coded
    if (!codes) return slot => fits[slot] ?? 0
    return slot => (slot < codes.length ? (fits[codes[slot] ?? 0] ?? 0) : 0)
  }

  private fitOfNumber(number: number, wanted: string): number {
    const block = this.blocks[Math.floor(number / blockValues)]
    return block && number > 0 ? fitAt(block, number % blockValues, wanted) : 0
  }

  distinct(rows: number): { values: readonly Value[]; indexOfRow: Uint32Array } {
    this.encodeDates()
    const indexOfRow = new Uint32Array(rows)
    for (const [page, coded] of this.coded.entries()) {
      const first = page * pageRecords
      if (!coded) continue
      if (!coded.codes) indexOfRow.set(coded.numbers, first)
      else
        for (const [slot, code] of coded.codes.entries()) indexOfRow[first + slot] = coded.numbers[code] ?? 0
    }
    return { values: this.values, indexOfRow }
  }

  /** Mostly there are too few values for numbers to be quicker. */
  numbers(rows: number): Float64Array | null {
    if (!this.sortNumber) return null
    const { values, indexOfRow } = this.distinct(rows)
    const numbers = values.map(this.sortNumber)
    if (!numbers.every(number => number >= -1)) return null
    return Float64Array.from(indexOfRow, index => numbers[index] ?? -1)
  }

  /** Days that cannot hold it need not be known. */
  private prepareFor(wanted: string, words: ValueWords): void {
    this.speak(words)
    while (this.encode());
    if (this.dates.mayHold(wanted)) while (this.learn());
    while (this.write());
  }

  /** Numbers first, then days, then the texts of values. */
  prepare(words: ValueWords): boolean {
    this.speak(words)
    return this.encode() || this.learn() || this.write()
  }

  private learn(): boolean {
    return this.dates.learn(page => this.part(page), this.pageCount)
  }

  /** The next block that lacks a value. */
  private write(): boolean {
    const last = this.blocks.length - 1
    const held = (this.blocks[last]?.starts.length ?? 1) - 1
    if (held < Math.min(blockValues, this.values.length - last * blockValues)) this.blocks.pop()
    const first = this.blocks.length * blockValues
    if (first >= this.values.length) return false
    const block = blockOf(this.searched.slice(first, first + blockValues).map(value => this.folded(value)))
    block.grams = gramsOf(block)
    this.blocks.push(block)
    return true
  }

  private speak(words: ValueWords): void {
    if (this.words === words) return
    this.words = words
    this.blocks = []
    this.dates = new DatedPages(value => this.folded(value))
  }

  private folded(value: Value): string {
    return this.words ? fold(this.textOf(value, this.words)) : ''
  }

  /** Numbers of the next page that has none yet; false when all have. */
  private encode(): boolean {
    for (; this.codedTo < this.pageCount; this.codedTo++) {
      const part = this.part(this.codedTo)
      if (!part || this.coded[this.codedTo] || (part.form === 'date' && !this.areDatesCoded)) continue
      this.coded[this.codedTo++] = this.codedOf(part)
      return true
    }
    return false
  }

  private encodeDates(): void {
    if (!this.areDatesCoded) this.codedTo = 0
    this.areDatesCoded = true
    while (this.encode());
  }

  private codedOf(part: Part): Coded {
    if (part.form === 'date') return { numbers: this.numbersOfDates(part), codes: null }
    const values = part.form === 'coded' ? dictionaryOf(part) : valuesIn(part)
    const numbers = Uint32Array.from(values, value => this.numbered(this.numberOf, keyOf(value), () => value))
    return { numbers, codes: part.form === 'coded' ? part.codes : null }
  }

  private numbersOfDates(part: DatePart): Uint32Array {
    const known = this.numberOfDate[part.zone]
    return Uint32Array.from(part.offsets, (offset, slot) => {
      const own = () => valueIn(part, slot)
      if (part.others.has(slot)) return this.numbered(this.numberOf, keyOf(own()), own)
      return this.numbered(known, part.base + offset, own)
    })
  }

  private numbered<Key>(known: Map<Key, number>, key: Key, value: () => Value): number {
    let number = known.get(key)
    if (number !== undefined) return number
    known.set(key, (number = this.values.push(value()) - 1))
    this.searched.push(known === this.numberOf ? (this.values[number] ?? null) : null)
    return number
  }
}

/** Adds the rows whose number is among those found. */
function markCoded(coded: Coded, found: RowSet, { hits, first }: { hits: RowSet; first: number }): void {
  const count = (coded.codes ?? coded.numbers).length
  const isFound = coded.codes ? coded.numbers.map(number => Number(found.has(number))) : null
  if (isFound && !isFound.includes(1)) return
  for (let slot = 0; slot < count; slot += 32) {
    const word = (first + slot) >> 5
    if (hits.words[word] === -1) continue
    let bits = 0
    for (let bit = 0; bit < Math.min(32, count - slot); bit++) {
      const isHit =
        isFound && coded.codes
          ? (isFound[coded.codes[slot + bit] ?? 0] ?? 0)
          : Number(found.has(coded.numbers[slot + bit] ?? 0))
      bits |= isHit << bit
    }
    hits.words[word] = (hits.words[word] ?? 0) | bits
  }
}
