/**
 * How numbers, dates, ages and sizes are written in a locale. Pure; formatters are made once per locale, when they are
 * first needed: each takes milliseconds.
 */

type Formats = ReturnType<typeof createFormats>

const known = new Map<string, Formats>()

export function formatsOf(locale: string): Formats {
  const formats = known.get(locale) ?? createFormats(locale)
  known.set(locale, formats)
  return formats
}

type Span = [count: number, unit: 'minute' | 'hour' | 'day']

function spanOf(at: number, now: number): Span {
  const minutes = Math.max(0, Math.round((now - at) / 60_000))
  if (minutes < 60) return [minutes, 'minute']
  const hours = Math.round(minutes / 60)
  return hours < 48 ? [hours, 'hour'] : [Math.round(hours / 24), 'day']
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

function createFormats(locale: string) {
  const zoneless = { timeZone: 'UTC' } as const
  const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
  const inWords = { ...day, weekday: 'long', month: 'long' } as const
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const dates = (options: Intl.DateTimeFormatOptions) => once(() => new Intl.DateTimeFormat(locale, options))
  const number = once(() => new Intl.NumberFormat(locale))
  const percent = once(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }))
  const dateTime = dates({ ...zoneless, ...day, ...time })
  const dayOfYear = dates({ ...zoneless, day: 'numeric', month: 'short' })
  const dayOnly = dates({ ...zoneless, ...day })
  const wholeDay = dates({ ...zoneless, ...inWords })
  const timeOnly = dates({ ...zoneless, ...time })
  const today = dates(time)
  const moment = dates({ ...day, ...time })
  const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))

  const monthOnly = dates({ ...zoneless, month: 'long', year: 'numeric' })
  const weekdayOnly = dates({ ...zoneless, weekday: 'long' })

  function write(format: () => Intl.DateTimeFormat, value: string): string {
    const date = new Date(`${value}Z`)
    return Number.isNaN(date.getTime()) ? value : format().format(date)
  }

  /** A year of four digits, also where people write fewer: read again, two are another year. */
  function writeToType(format: () => Intl.DateTimeFormat, value: string): string {
    const parts = format().formatToParts(new Date(`${value}Z`))
    return parts.map(({ type, value }) => (type === 'year' ? value.padStart(4, '0') : value)).join('')
  }

  return {
    percent: (share: number) => percent().format(share),
    // Up to three digits are written alike everywhere, and the first formatter of a page takes longest.
    number: (value: number) =>
      Number.isInteger(value) && value >= 0 && value < 1000 ? String(value) : number().format(value),
    /** `2026-01-05T08:30:00`, as people there write it; a local time of no particular zone. */
    dateTime: (value: string) => write(dateTime, value),
    /** A day `2026-01-05`. */
    day: (value: string) => write(dayOnly, `${value}T00:00:00`),
    /** The same without its year. */
    dayOfYear: (value: string) => write(dayOfYear, `${value}T00:00:00`),
    /** A day `2026-01-05` with its weekday, and its month as a word. */
    dayInWords: (value: string) => write(wholeDay, `${value}T00:00:00`),
    /** The same two as they stand where they can be typed over. */
    dateTimeToType: (value: string) => writeToType(dateTime, value),
    dayToType: (value: string) => writeToType(dayOnly, `${value}T00:00:00`),
    /** The month of a day, with its year; and its weekday. */
    month: (value: string) => write(monthOnly, `${value}T00:00:00`),
    weekday: (value: string) => write(weekdayOnly, `${value}T00:00:00`),
    timeOfDay: (value: string) => write(timeOnly, value),
    /** An instant: the time if it is today, otherwise with its day. */
    instant: (at: number, now: number) =>
      (new Date(at).toDateString() === new Date(now).toDateString() ? today() : moment()).format(at),
    /** An instant with its day, whichever it is. */
    moment: (at: number) => moment().format(at),
    /** `12 minutes ago`. */
    ago(at: number, now: number) {
      const [count, unit] = spanOf(at, now)
      return relative().format(-count, unit)
    },
    /** `2 h`. */
    age(at: number, now: number) {
      const [count, unit] = spanOf(at, now)
      return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' }).format(count)
    },
    bytes(count: number) {
      const isLarge = count >= 1e9
      const style = {
        style: 'unit',
        unit: isLarge ? 'gigabyte' : 'megabyte',
        maximumFractionDigits: 1,
      } as const
      return new Intl.NumberFormat(locale, style).format(count / (isLarge ? 1e9 : 1e6))
    },
  }
}
