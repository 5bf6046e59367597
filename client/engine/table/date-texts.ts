/**
 * Searches date-times by the texts in which people read them, a day at a time: the texts of one day differ only in the
 * digits of the time, and those of all days have some two dozen forms. No text of a record is written for it.
 */
import { type Day, type Form, Sought, withoutDigits } from './date-sought.ts'
import { dateTimeOf, secondsPerDay } from './date-times.ts'
import type { DatePart } from './part.ts'
import type { RowSet } from './row-set.ts'

const aTime = '12:34:56'
/** The words of one search, and of the one before. */
const mostSought = 8

export class DateTexts {
  private readonly textOf: (dateTime: string) => string
  private readonly days = new Map<number, Day>()
  private readonly forms = new Map<string, Form>()
  private readonly sought = new Map<string, Sought>()

  /** `textOf`: the folded text in which a search looks. */
  constructor(textOf: (dateTime: string) => string) {
    this.textOf = textOf
  }

  learn({ base, offsets, others }: DatePart): void {
    for (let slot = 0; slot < offsets.length; slot++) {
      const day = Math.floor((base + (offsets[slot] ?? 0)) / secondsPerDay)
      if (this.days.has(day) || others.has(slot)) continue
      this.days.set(day, this.dayFrom(day))
      this.sought.clear()
    }
  }

  /** Adds the rows from `first` on whose text holds `wanted`. */
  mark(part: DatePart, wanted: string, { hits, first }: { hits: RowSet; first: number }): void {
    const sought = this.soughtFor(wanted)
    const { base, offsets, others } = part
    for (let slot = 0; slot < offsets.length && sought.mayStand; slot++)
      if (!hits.has(first + slot) && sought.fitAt(base + (offsets[slot] ?? 0)) > 0 && !others.has(slot))
        hits.add(first + slot)
  }

  fit(seconds: number, wanted: string): number {
    const sought = this.soughtFor(wanted)
    return sought.mayStand ? sought.fitAt(seconds) : 0
  }

  private soughtFor(wanted: string): Sought {
    let sought = this.sought.get(wanted)
    if (sought) return sought
    if (this.sought.size >= mostSought) this.sought.clear()
    this.sought.set(wanted, (sought = new Sought(wanted, this.forms, this.days)))
    return sought
  }

  private dayFrom(number: number): Day {
    const midnight = dateTimeOf(number * secondsPerDay)
    const text = this.textOf(midnight)
    const masked = withoutDigits(text)
    let form = this.forms.get(masked)
    if (!form) {
      const later = this.textOf(midnight.slice(0, 11) + aTime)
      const digits = Array.from(text, (own, at) => (own === later[at] ? -1 : Number(later[at]) - 1))
      this.forms.set(masked, (form = { masked, digits }))
    }
    return { text, form }
  }
}
