/** Date-times as numbers: seconds since 1970, as if all were of UTC. */

const shape = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/

/** null: the number would not be written so. */
export function secondsOf(text: string): number | null {
  if (!shape.test(text)) return null
  const part = (at: number, length: number) => {
    let number = 0
    for (let i = at; i < at + length; i++) number = number * 10 + text.charCodeAt(i) - 48
    return number
  }
  const [year, month, day] = [part(0, 4), part(5, 2), part(8, 2)]
  const [hour, minute, second] = [part(11, 2), part(14, 2), part(17, 2)]
  const isTime = hour < 24 && minute < 60 && second < 60
  // Date counts years below 100 from 1900 on.
  if (!isTime || year < 100 || month < 1 || month > 12 || day < 1) return null
  if (day > 28 && new Date(Date.UTC(year, month - 1, day)).getUTCDate() !== day) return null
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1000
}

export const secondsPerDay = 86_400

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))

/** The day that was written last: many have the same, or are asked for one after the other. */
let known = { day: NaN, text: '' }

export function dateTimeOf(seconds: number): string {
  const day = Math.floor(seconds / secondsPerDay)
  if (known.day !== day)
    known = { day, text: new Date(day * secondsPerDay * 1000).toISOString().slice(0, 11) }
  const left = seconds - day * secondsPerDay
  const two = (unit: number) => twoDigits[Math.floor(left / unit) % 60] ?? ''
  return `${known.text}${two(3600)}:${two(60)}:${two(1)}`
}
