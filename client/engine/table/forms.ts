/** What the search texts of a column look like, digits aside: of dates, some two dozen for all there are. */
import type { Value, ValueWords } from '../../../shared/fields.ts'
import { dateTimeOf, secondsPerDay } from './date-times.ts'
import { type DatePart, dictionaryOf, keyOf, type Part, valuesIn } from './part.ts'

export class Forms {
  readonly words: ValueWords | null
  private readonly foldedOf: (value: Value) => string
  private readonly known = new Set<string>()
  private readonly seen = new Set<unknown>()
  private readonly days = { '': new Set<number>(), Z: new Set<number>() }
  private learnedTo = 0
  /** The last question: of each row the same is asked. */
  private answered: { wanted: string; mayHold: boolean } | null = null

  constructor(foldedOf: (value: Value) => string, words: ValueWords | null = null) {
    this.foldedOf = foldedOf
    this.words = words
  }

  /** Pages from this one on are others now. What they held stays known: a search then looks where nothing is. */
  forget(number: number): void {
    this.learnedTo = Math.min(this.learnedTo, number)
  }

  learn(pageCount: number, partOf: (number: number) => Part | undefined): void {
    for (; this.learnedTo < pageCount; this.learnedTo++) {
      const part = partOf(this.learnedTo)
      if (part?.form === 'date') this.learnDates(part)
      else if (part)
        for (const value of part.form === 'coded' ? dictionaryOf(part) : valuesIn(part)) this.add(value)
    }
  }

  /** False: no text holds it. */
  mayHold(wanted: string): boolean {
    if (this.answered?.wanted !== wanted) {
      const form = formOf(wanted)
      this.answered = { wanted, mayHold: [...this.known].some(each => each.includes(form)) }
    }
    return this.answered.mayHold
  }

  /** The texts of one day differ in digits alone. */
  private learnDates({ base, offsets, zone, others }: DatePart): void {
    const days = this.days[zone]
    for (const [slot, offset] of offsets.entries()) {
      if (others.has(slot)) continue
      const day = Math.floor((base + offset) / secondsPerDay)
      if (days.has(day)) continue
      days.add(day)
      this.keep(dateTimeOf(day * secondsPerDay) + zone)
    }
    for (const value of others.values()) this.add(value)
  }

  private add(value: Value): void {
    const key = keyOf(value)
    if (value === null || this.seen.has(key)) return
    this.seen.add(key)
    this.keep(value)
  }

  private keep(value: Value): void {
    this.answered = null
    this.known.add(formOf(this.foldedOf(value)))
  }
}

function formOf(text: string): string {
  return text.replace(/\d/g, '0')
}
