/** A column whose values are searched as something else than they are, or repeat: each is looked at once. */
import type { Value, ValueWords } from '../../../shared/fields.ts'
import { fold } from '../../../shared/fold.ts'
import { pageRecords } from '../../../shared/limits.ts'
import { Column } from './column.ts'
import { Forms } from './forms.ts'
import { gramsOf } from './grams.ts'
import {
  countIn,
  type DatePart,
  dictionaryOf,
  type HasParts,
  keyOf,
  type Part,
  valueIn,
  valuesIn,
} from './part.ts'
import { RowSet } from './row-set.ts'
import { blockOf, fitOf, markHolding, type TextBlock } from './text-block.ts'

/** Values whose search texts share a block: only the last block changes when a new value comes. */
const blockValues = 512

/** The values of a page as numbers of all values: those of its own codes, or of its slots. */
interface Coded {
  numbers: Uint32Array
  codes: Uint8Array | null
}

export class CodedColumn extends Column {
  /** Number 0 is `null`, and a slot without a record. */
  private readonly values: Value[] = [null]
  private readonly numberOf = new Map<unknown, number>([[null, 0]])
  /** Dates are known by their seconds: they are written out once each. */
  private readonly numberOfDate = { '': new Map<number, number>(), Z: new Map<number, number>() }
  private readonly coded: (Coded | undefined)[] = []
  private codedTo = 0
  private blocks: TextBlock[] = []
  private words: ValueWords | null = null
  private forms: Forms
  private readonly textOf: (value: Value, words: ValueWords) => string
  private readonly sortNumber: ((value: Value) => number) | undefined

  constructor(
    name: string,
    textOf: (value: Value, words: ValueWords) => string,
    sortNumber?: (value: Value) => number,
  ) {
    super(name)
    this.textOf = textOf
    this.sortNumber = sortNumber
    this.forms = new Forms(() => '')
  }

  override install(number: number, page: HasParts): void {
    super.install(number, page)
    if (number < this.coded.length) this.coded[number] = undefined
    this.codedTo = Math.min(this.codedTo, number)
    this.forms.forget(number)
  }

  find(wanted: string, words: ValueWords, hits: RowSet): void {
    if (!this.mayHold(wanted, words)) return
    while (this.prepare(words));
    const found = RowSet.of(this.values.length)
    for (const [number, block] of this.blocks.entries())
      markHolding(block, { wanted, hits: found, first: number * blockValues })
    this.markNumbers(found, hits)
  }

  mark(passes: (value: Value) => boolean, hits: RowSet): void {
    while (this.encode());
    const found = RowSet.of(this.values.length)
    for (const [number, value] of this.values.entries()) if (passes(value)) found.add(number)
    this.markNumbers(found, hits)
  }

  private markNumbers(found: RowSet, hits: RowSet): void {
    found.delete(0)
    if (found.isEmpty()) return
    for (const [page, coded] of this.coded.entries())
      if (coded) markCoded(coded, found, { hits, first: page * pageRecords })
  }

  fit(row: number, wanted: string, words: ValueWords): number {
    if (!this.mayHold(wanted, words)) return 0
    while (this.prepare(words));
    const coded = this.coded[Math.floor(row / pageRecords)]
    const number = coded ? numberAt(coded, row % pageRecords) : 0
    const block = this.blocks[Math.floor(number / blockValues)]
    return block && number > 0 ? fitOf(block, number % blockValues, wanted) : 0
  }

  distinct(rows: number): { values: readonly Value[]; indexOfRow: Uint32Array } {
    while (this.encode());
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

  /** Numbers first, then the next block that lacks a value. */
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

  /** Right after opening, when no value has been looked at yet, most searches have nothing to look for here. */
  private mayHold(wanted: string, words: ValueWords): boolean {
    if (this.forms.words !== words) this.forms = new Forms(value => fold(this.textOf(value, words)), words)
    this.forms.learn(this.pageCount, number => this.part(number))
    return this.forms.mayHold(wanted)
  }

  /** Numbers of the next page that has none yet; false when all have. */
  private encode(): boolean {
    for (; this.codedTo < this.pageCount; this.codedTo++) {
      const part = this.part(this.codedTo)
      if (!part || this.coded[this.codedTo]) continue
      this.coded[this.codedTo++] = this.codedOf(part)
      return true
    }
    return false
  }

  private codedOf(part: Part): Coded {
    if (part.form === 'date') return { numbers: this.numbersOfDates(part), codes: null }
    const values = part.form === 'coded' ? dictionaryOf(part) : valuesIn(part)
    const numbers = Uint32Array.from(values, value => this.numbered(this.numberOf, keyOf(value), () => value))
    return { numbers, codes: part.form === 'coded' ? part.codes : null }
  }

  private numbersOfDates(part: DatePart): Uint32Array {
    const numbers = new Uint32Array(countIn(part))
    const known = this.numberOfDate[part.zone]
    for (let slot = 0; slot < numbers.length; slot++) {
      const own = () => valueIn(part, slot)
      const isDate = !part.others.has(slot)
      numbers[slot] = isDate
        ? this.numbered(known, part.base + (part.offsets[slot] ?? 0), own)
        : this.numbered(this.numberOf, keyOf(own()), own)
    }
    return numbers
  }

  private numbered<Key>(known: Map<Key, number>, key: Key, value: () => Value): number {
    let number = known.get(key)
    if (number === undefined) known.set(key, (number = this.values.push(value()) - 1))
    return number
  }
}

function numberAt({ numbers, codes }: Coded, slot: number): number {
  if (!codes) return numbers[slot] ?? 0
  return slot < codes.length ? (numbers[codes[slot] ?? 0] ?? 0) : 0
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
