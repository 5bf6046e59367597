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

export function dateTimeOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19)
}

export const secondsPerDay = 86_400
