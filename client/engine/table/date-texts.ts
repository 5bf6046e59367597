/**
 * Searches date-times by the texts in which people read them, a day at a time: the texts of one day differ only in the
 * digits of the time, and those of all days have some two dozen forms. No text of a record is written for it.
 */
import { DateForm, withoutDigits } from './date-form.ts'
import { Sought } from './date-sought.ts'
import { dateTimeOf, secondsPerDay } from './date-times.ts'
import type { FitOf } from './column.ts'
import type { DatePart } from './part.ts'
import type { RowSet } from './row-set.ts'
import { fitIn } from './text-block.ts'

const aTime = '12:34:56'
/** The words of one search, and of the one before. */
const mostSought = 8
/** Of a slot without a date: nothing stands there. */
const noDay = 0

/** For each slot of a page the number of its day. */
export type Days = Uint16Array | Uint32Array

export class DateTexts {
  private readonly textOf: (dateTime: string) => string
  private readonly numberOf = new Map<number, number>()
  private readonly forms = new Map<string, DateForm>()
  private readonly sought = new Map<string, Sought>()
  private firsts: string[] | null = null

  /** `textOf`: the folded text in which a search looks. */
  constructor(textOf: (dateTime: string) => string) {
    this.textOf = textOf
  }

  /** What has no digit stands on a day when it stands on the first of that month in any year: dates differ in digits. */
  mayHold(wanted: string): boolean {
    return /\d/.test(wanted) || this.ofMonths.some(text => text.includes(wanted))
  }

  private get ofMonths(): readonly string[] {
    return (this.firsts ??= Array.from({ length: 12 }, (_, month) =>
      this.textOf(dateTimeOf(Date.UTC(2000, month) / 1000)),
    ))
  }

  learn({ base, offsets, others }: DatePart): Days {
    const days = Uint32Array.from(offsets, (offset, slot) =>
      others.has(slot) ? noDay : this.numbered(Math.floor((base + offset) / secondsPerDay)),
    )
    return this.numberOf.size < 1 << 16 ? Uint16Array.from(days) : days
  }

  /** Adds the rows from `first` on whose text holds `wanted`. `days`: what was learnt of the part. */
  mark(part: DatePart, days: Days, wanted: string, { hits, first }: { hits: RowSet; first: number }): void {
    const sought = this.soughtFor(wanted)
    if (!sought.mayStand) return
    const { base, offsets } = part
    const slots = { base, offsets, days }
    const fitOf = sought.isKnown ? null : this.fitsOf(part, days, wanted)
    for (let slot = 0; slot < offsets.length; slot += 32) {
      const word = (first + slot) >> 5
      const known = hits.words[word] ?? 0
      const left = offsets.length - slot
      const open = left < 32 ? ~known & ((1 << left) - 1) : ~known
      if (open === 0) continue
      if (sought.isKnown) hits.words[word] = known | sought.keep(open, slot, slots)
      else if (fitOf)
        for (let each = slot; each < Math.min(slot + 32, offsets.length); each++)
          if (fitOf(each) > 0) hits.add(first + each)
    }
  }

  fitsOf({ base, offsets }: DatePart, days: Days, wanted: string): FitOf | null {
    const sought = this.soughtFor(wanted)
    if (!sought.mayStand) return null
    if (sought.isKnown) return slot => sought.fitAt(days[slot] ?? noDay, base + (offsets[slot] ?? 0))
    const textAt = (slot: number) => this.textOf(dateTimeOf(base + (offsets[slot] ?? 0)))
    return slot => (days[slot] === noDay ? 0 : fitIn(textAt(slot), wanted))
  }

  private soughtFor(wanted: string): Sought {
    let sought = this.sought.get(wanted)
    if (sought) return sought
    if (this.sought.size >= mostSought) this.sought.clear()
    const days = this.numberOf.size + 1
    this.sought.set(wanted, (sought = new Sought(wanted, this.forms.values(), days)))
    return sought
  }

  private numbered(day: number): number {
    const known = this.numberOf.get(day)
    if (known !== undefined) return known
    const number = this.numberOf.size + 1
    this.numberOf.set(day, number)
    this.sought.clear()
    const midnight = dateTimeOf(day * secondsPerDay)
    const text = this.textOf(midnight)
    const masked = withoutDigits(text)
    let form = this.forms.get(masked)
    if (!form) {
      form = new DateForm(text, this.textOf(midnight.slice(0, 11) + aTime))
      this.forms.set(masked, form)
    }
    form.add(number, text)
    return number
  }
}
