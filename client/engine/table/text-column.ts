/** A column of texts. */
import type { Value, ValueWords } from '../../../shared/fields.ts'
import { pageRecords } from '../../../shared/limits.ts'
import { Column, type FitOf } from './column.ts'
import { gramsOf, SeenGrams } from './grams.ts'
import { asTexts, type CodedPart, type HasParts, keyOf, mostCodes, type TextPart } from './part.ts'
import { RowSet } from './row-set.ts'
import { fitsOf, markHolding, numberIn } from './text-block.ts'

export class TextColumn extends Column {
  private indexed = 0
  private readonly seen = new SeenGrams()
  /** Texts that look like date-times, as texts. */
  private readonly written = new Map<number, TextPart>()

  override install(number: number, page: HasParts): void {
    super.install(number, page)
    this.written.delete(number)
    this.indexed = Math.min(this.indexed, number)
  }

  find(wanted: string, _: ValueWords, hits: RowSet): void {
    if (this.isWithout(wanted)) return
    for (let number = 0; number < this.pageCount; number++) {
      const part = this.texts(number)
      const first = number * pageRecords
      if (part?.form === 'text') markHolding(part.folded, { wanted, hits, first })
      if (part?.form !== 'coded') continue
      found.words.fill(0)
      markHolding(part.folded, { wanted, hits: found, first: 0 })
      markCodes(part, { hits, first })
    }
  }

  mark(passes: (value: Value) => boolean, hits: RowSet): void {
    for (let number = 0; number < this.pageCount; number++)
      for (const [slot, value] of this.valuesOf(number).entries()) {
        const row = number * pageRecords + slot
        if (value !== null && !hits.has(row) && passes(value)) hits.add(row)
      }
  }

  fitsIn(page: number, wanted: string): FitOf | null {
    const part = this.isWithout(wanted) ? undefined : this.texts(page)
    if (!part) return null
    const fitOf = fitsOf(part.folded, wanted)
    if (!fitOf || part.form === 'text') return fitOf
    const { codes } = part
    return slot => (slot < codes.length ? fitOf(codes[slot] ?? 0) : 0)
  }

  distinct(rows: number): { values: readonly Value[]; indexOfRow: Uint32Array } {
    const values: Value[] = [null]
    const indexOf = new Map<unknown, number>([[null, 0]])
    const indexOfRow = new Uint32Array(rows)
    for (let number = 0; number < this.pageCount; number++)
      for (const [slot, value] of this.valuesOf(number).entries()) {
        const key = keyOf(value)
        let index = indexOf.get(key)
        if (index === undefined) indexOf.set(key, (index = values.push(value) - 1))
        indexOfRow[number * pageRecords + slot] = index
      }
    return { values, indexOfRow }
  }

  numbers(rows: number): Float64Array | null {
    const numbers = new Float64Array(rows).fill(-1)
    for (let number = 0; number < this.pageCount; number++) {
      const part = this.texts(number)
      if (!part) continue
      const own = Float64Array.from({ length: part.own.starts.length - 1 }, (_, at) => numberIn(part.own, at))
      if (own.some(Number.isNaN)) return null
      const first = number * pageRecords
      if (part.form === 'text') numbers.set(own, first)
      else for (const [slot, code] of part.codes.entries()) numbers[first + slot] = own[code] ?? -1
    }
    return numbers
  }

  prepare(): boolean {
    for (; this.indexed < this.pageCount; this.indexed++) {
      const part = this.texts(this.indexed)
      if (!part) continue
      const known = part.folded.grams
      const grams = known ?? gramsOf(part.folded)
      part.folded.grams = grams
      this.seen.add(grams)
      if (known) continue
      this.indexed++
      return true
    }
    return false
  }

  /** No page holds these letters, as far as all of them have been looked through. */
  private isWithout(wanted: string): boolean {
    return this.indexed >= this.pageCount && !this.seen.mayHold(wanted)
  }

  private texts(number: number): TextPart | CodedPart | undefined {
    const part = this.part(number)
    if (part?.form !== 'date') return part
    const known = this.written.get(number) ?? asTexts(part)
    this.written.set(number, known)
    return known
  }
}

/** Codes of the page at hand. */
const found = RowSet.of(mostCodes)

/** Adds the rows whose code is among those found. */
function markCodes({ codes }: CodedPart, { hits, first }: { hits: RowSet; first: number }): void {
  if (found.isEmpty()) return
  for (let slot = 0; slot < codes.length; slot++) if (found.has(codes[slot] ?? 0)) hits.add(first + slot)
}
