/** Days as `YYYY-MM-DD`, of the years 0001 to 9999, and steps from one to another. Pure. */

const dayMs = 86_400_000
export const firstDay = '0001-01-01'
export const lastDay = '9999-12-31'

function timeOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}

/** null: before the first year, or after the last. */
export function daysFrom(day: string, count: number): string | null {
  const time = timeOf(day) + count * dayMs
  return time >= timeOf(firstDay) && time <= timeOf(lastDay)
    ? new Date(time).toISOString().slice(0, 10)
    : null
}

/** The same day of another month, or that month's last; stays within the years there are. */
export function monthsFrom(day: string, count: number): string {
  const [year = 1, month = 1, date = 1] = day.split('-').map(Number)
  const months = Math.min(Math.max(year * 12 + month - 1 + count, 12), 9999 * 12 + 11)
  const start = written(Math.floor(months / 12), (months % 12) + 1, 1)
  return `${start.slice(0, 8)}${twoDigits(Math.min(date, monthLength(start)))}`
}

export function written(year: number, month: number, date: number): string {
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(date)}`
}

/** The day of a moment where its reader is; `at`: ms since 1970. */
export function dayOf(at: number): string {
  const date = new Date(at)
  return written(date.getFullYear(), date.getMonth() + 1, date.getDate())
}

/** 0 for a Monday. */
export function weekdayOf(day: string): number {
  return (new Date(timeOf(day)).getUTCDay() + 6) % 7
}

/** The weeks of a day's month, from Monday on; '' where a week reaches into another month. */
export function weeksOf(day: string): string[][] {
  const start = `${day.slice(0, 8)}01`
  const blanks = Array.from({ length: weekdayOf(start) }, () => '')
  const days = Array.from({ length: monthLength(start) }, (_, i) => start.slice(0, 8) + twoDigits(i + 1))
  const cells = [...blanks, ...days]
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, i) => cells[week * 7 + i] ?? ''),
  )
}

function monthLength(day: string): number {
  const [year = 1, month = 1] = day.split('-').map(Number)
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 31
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
