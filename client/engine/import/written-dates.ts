/**
 * Dates and times as files write them. Pure. Of day and month, whichever comes first, the year has four digits: anything
 * shorter would be a guess.
 */
import type { DateOrder } from '../../contract-import.ts'
import { isDateTime } from '../../../shared/fields.ts'
import type { Cell } from '../exchange/cells.ts'

export interface WrittenMoment {
  /** `2026-01-05` */
  day: string
  /** `08:30:00`; null: a day alone. */
  time: string | null
}

/** The same twice, unless day and month may change places; null: it is no date when read so. */
type Readings = Record<DateOrder, WrittenMoment | null>

const compact = /^(\d{4})(\d\d)(\d\d)(?:[T ]?(\d\d)(\d\d)(\d\d))?$/
const divided =
  /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})(?:(?:T|,? +)(\d{1,2})[:.](\d\d)(?:[:.](\d\d)(?:[.,]\d+)?)?(?: ?([AP])\.?M\.?)?)?$/i
const mayChangePlaces = /^\s*\d{1,2}[-/.]/

/**
 * Nine digits or more: a number of eight is a day, one of five a spreadsheet's, one of four a year, and none of them is a
 * moment in the first three years of this century.
 */
const terminalSeconds = /^\d{9,10}$/
/** A terminal counts months of 31 days in years of 12 of them, from 2000 on, and knows two digits of a year. */
const terminalYear = 372
const daySeconds = 86_400

/** null: it is no date. 'none': a terminal's way to say that there is none. */
export function momentWritten(
  text: string,
  order: DateOrder | null,
): WrittenMoment | 'none' | 'ambiguous' | null {
  const whole = text.trim()
  if (whole === '0') return 'none'
  const readings = readingsOf(whole)
  if (order) return readings[order]
  const { 'day first': dayFirst, 'month first': monthFirst } = readings
  if (dayFirst && monthFirst && dayFirst.day !== monthFirst.day) return 'ambiguous'
  return dayFirst ?? monthFirst
}

/** What all dates of a file say together: one that can be read in one way alone decides for the others. [IM3] */
export class SeenDates {
  private readonly seen = { 'day first': false, 'month first': false, either: false }

  see(cell: Cell | undefined): void {
    if (typeof cell !== 'string' || !mayChangePlaces.test(cell)) return
    const { 'day first': dayFirst, 'month first': monthFirst } = readingsOf(cell.trim())
    if (dayFirst?.day === monthFirst?.day) return
    if (dayFirst && monthFirst) this.seen.either = true
    else this.seen[dayFirst ? 'day first' : 'month first'] = true
  }

  /** `either`: nothing decides, so a person is asked; `mixed`: they contradict each other; null: there is no such date. */
  get order(): DateOrder | 'either' | 'mixed' | null {
    const { 'day first': dayFirst, 'month first': monthFirst, either } = this.seen
    if (dayFirst && monthFirst) return 'mixed'
    if (dayFirst) return 'day first'
    if (monthFirst) return 'month first'
    return either ? 'either' : null
  }

  get decided(): DateOrder | null {
    const { order } = this
    return order === 'day first' || order === 'month first' ? order : null
  }
}

function readingsOf(whole: string): Readings {
  if (terminalSeconds.test(whole)) return inAnyOrder(terminalMoment(Number(whole)))
  const joined = compact.exec(whole)
  if (joined) {
    const [, year = '', month = '', day = '', hour, minute = '', second] = joined
    return inAnyOrder(momentOf([year, month, day], timeOf({ hour, minute, second })))
  }
  const [, first = '', , middle = '', last = '', hour, minute = '', second, half] = divided.exec(whole) ?? []
  const time = timeOf({ hour, minute, second, half })
  if (first.length === 4) return inAnyOrder(last.length <= 2 ? momentOf([first, middle, last], time) : null)
  const isWhole = first.length <= 2 && last.length === 4
  return {
    'day first': isWhole ? momentOf([last, middle, first], time) : null,
    'month first': isWhole ? momentOf([last, first, middle], time) : null,
  }
}

function inAnyOrder(moment: WrittenMoment | null): Readings {
  return { 'day first': moment, 'month first': moment }
}

const two = (number: number | string) => String(number).padStart(2, '0')

/** null: no time was written. One that no clock shows makes the whole no date. */
function timeOf(written: {
  hour: string | undefined
  minute: string
  second: string | undefined
  half?: string | undefined
}): string | null {
  const { hour, minute, second = '00', half } = written
  if (hour === undefined) return null
  if (!half) return `${two(hour)}:${minute}:${second}`
  if (Number(hour) < 1 || Number(hour) > 12) return ''
  const isAfternoon = half.toUpperCase() === 'P'
  return `${two((Number(hour) % 12) + (isAfternoon ? 12 : 0))}:${minute}:${second}`
}

function momentOf([year, month, day]: [string, string, string], time: string | null): WrittenMoment | null {
  const date = `${year}-${two(month)}-${two(day)}`
  return isDateTime(`${date}T${time ?? '00:00:00'}`) ? { day: date, time } : null
}

function terminalMoment(seconds: number): WrittenMoment | null {
  const days = Math.floor(seconds / daySeconds)
  const years = Math.floor(days / terminalYear)
  if (years > 99) return null
  const inYear = days % terminalYear
  const unit = (size: number, count: number) => two(Math.floor(seconds / size) % count)
  return momentOf(
    [String(2000 + years), String(Math.floor(inYear / 31) + 1), String((inYear % 31) + 1)],
    `${unit(3600, 24)}:${unit(60, 60)}:${unit(1, 60)}`,
  )
}
