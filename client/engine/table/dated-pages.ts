/** The date-times of a column, page by page: which days stand there is learnt when a search first has to know it. */
import type { Value } from '../../../shared/fields.ts'
import type { FitOf } from './column.ts'
import { DateTexts, type Days } from './date-texts.ts'
import type { DatePart, Part } from './part.ts'
import type { RowSet } from './row-set.ts'
import { fitIn } from './text-block.ts'

type Folded = (value: Value) => string

export class DatedPages {
  private readonly folded: Folded
  private readonly texts: Record<DatePart['zone'], DateTexts>
  private readonly days: (Days | undefined)[] = []
  private learnedTo = 0

  /** `folded`: the text in which a value is searched. */
  constructor(folded: Folded) {
    this.folded = folded
    this.texts = { '': new DateTexts(folded), Z: new DateTexts(text => folded(`${text}Z`)) }
  }

  /** The page is another one. */
  forget(page: number): void {
    if (page < this.days.length) this.days[page] = undefined
    this.learnedTo = Math.min(this.learnedTo, page)
  }

  /** False: it stands on no day, whichever stand here, and they need not be learnt for it. */
  mayHold(wanted: string): boolean {
    return Object.values(this.texts).some(texts => texts.mayHold(wanted))
  }

  /** The days of the next page; false when all are known. */
  learn(partOf: (page: number) => Part | undefined, pages: number): boolean {
    for (; this.learnedTo < pages; this.learnedTo++) {
      const part = partOf(this.learnedTo)
      if (part?.form !== 'date') continue
      this.days[this.learnedTo++] = this.texts[part.zone].learn(part)
      return true
    }
    return false
  }

  mark(page: number, part: DatePart, wanted: string, rows: { hits: RowSet; first: number }): void {
    const days = this.days[page]
    if (days) this.texts[part.zone].mark(part, days, wanted, rows)
    for (const [slot, value] of part.others)
      if (value !== null && this.folded(value).includes(wanted)) rows.hits.add(rows.first + slot)
  }

  fitsOf(page: number, part: DatePart, wanted: string): FitOf | null {
    const days = this.days[page]
    const fitOf = days ? this.texts[part.zone].fitsOf(part, days, wanted) : null
    if (part.others.size === 0) return fitOf
    return slot =>
      part.others.has(slot) ? fitIn(this.folded(part.others.get(slot) ?? null), wanted) : (fitOf?.(slot) ?? 0)
  }
}
