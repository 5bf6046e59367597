/** What somebody means who types a date. Pure: today is given, and nothing depends on the reader's language. [VA12] */
import { isDateTime } from '../../../../shared/fields.ts'
import { daysFrom, written } from '../../ui/days.ts'

export interface TypedMoment {
  /** `YYYY-MM-DD` */
  day: string
  /** `HH:MM`, or `HH:MM:SS` where the seconds were typed; null: no time was. */
  time: string | null
}

/** By their first three letters, in English, Indonesian and their abbreviations; a longer one goes on as one of these. */
const months: readonly (readonly string[])[] = [
  ['january', 'januari'],
  ['february', 'februari', 'pebruari'],
  ['march', 'maret'],
  ['april'],
  ['may', 'mei'],
  ['june', 'juni'],
  ['july', 'juli'],
  ['august', 'agustus', 'agt', 'ags'],
  ['september', 'sept'],
  ['october', 'oktober'],
  ['november', 'nopember'],
  ['december', 'desember'],
]

/** Days from today. */
const nearDays: Record<string, number> = {
  ...{ yesterday: -1, kemarin: -1 },
  ...{ today: 0, 'hari ini': 0 },
  ...{ tomorrow: 1, besok: 1 },
}

/** null: it is no date. `today`: `YYYY-MM-DD`. */
export function momentTyped(text: string, today: string): TypedMoment | null {
  const whole = text.trim().toLowerCase().replace(/\s+/g, ' ')
  const day = dayTyped(whole, today)
  if (day !== null) return { day, time: null }
  // A dot divides hours from minutes as well as days from months: what can be a day has been one.
  const parts = /^(.*[^\d:.])(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?$/.exec(whole)
  if (!parts) return null
  const [, before = '', hour = '', minute = '', second] = parts
  const dayBefore = dayTyped(before.replace(/(?:,| at| jam| pukul)? ?$|(?<=\d)t$/, ''), today)
  const time = [hour.padStart(2, '0'), minute, ...(second === undefined ? [] : [second])].join(':')
  const isTime = isDateTime(`2000-01-01T${time.padEnd(8, ':00')}`)
  return dayBefore !== null && isTime ? { day: dayBefore, time } : null
}

function dayTyped(text: string, today: string): string | null {
  const near = nearDays[text]
  if (near !== undefined) return daysFrom(today, near)
  const offset = /^([+−-])\s?(\d{1,7})$/.exec(text)
  if (offset) return daysFrom(today, Number(offset[2]) * (offset[1] === '+' ? 1 : -1))
  const together = /^(\d{2})(\d{2})(\d{2}|\d{4})$/.exec(text)
  if (together) return dayOfNumbers(together.slice(1), today)
  // Words and numbers, and nothing between them but what divides them.
  if (!/^(?:\d+|[a-z]+)(?:[\s/.,-]*(?:\d+|[a-z]+))*\.?$/.test(text)) return null
  return dayOfParts(text.match(/\d+|[a-z]+/g) ?? [], today)
}

function dayOfParts(parts: string[], today: string): string | null {
  const isWord = (part: string) => /^[a-z]/.test(part)
  if (parts.length < 2 || parts.length > 3 || parts.slice(2).some(isWord)) return null
  const [one = '', two = '', year] = parts
  // A year of four digits in front is followed by its month.
  if (year !== undefined && /^\d{4}$/.test(one)) return dayOfNumbers([year, two, one], today)
  return isWord(one) ? dayOfNumbers([two, one, year], today) : dayOfNumbers([one, two, year], today)
}

/** `year` of two digits is one of this century; without one it is this year. */
function dayOfNumbers(numbers: readonly (string | undefined)[], today: string): string | null {
  const [date = '', month = '', year = today.slice(0, 4)] = numbers
  if (!/^\d{1,2}$/.test(date) || !/^(?:\d{2}|\d{4})$/.test(year)) return null
  const monthNumber = /^\d{1,2}$/.test(month) ? Number(month) : monthNamed(month)
  const day = written(year.length === 2 ? 2000 + Number(year) : Number(year), monthNumber, Number(date))
  return isDateTime(`${day}T00:00:00`) ? day : null
}

/** 0: there is none of that name. */
function monthNamed(name: string): number {
  if (name.length < 3) return 0
  return months.findIndex(names => names.some(known => known.startsWith(name))) + 1
}
