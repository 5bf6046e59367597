/** How a spreadsheet shows the number in a cell. Pure. */
import type { Cell } from '../exchange/cells.ts'

/** `digits`: at least so many, as zeros in front of a number are not stored. */
export type Style = { kind: 'number'; digits: number } | { kind: 'date' }

export const plain: Style = { kind: 'number', digits: 0 }

/** Formats that have a number and no code of their own (ECMA-376, 18.8.30): dates, also those of East Asia. */
const dates = [14, 22, 27, 36, 50, 58] as const
const times = [18, 21] as const
const isWithin = (id: number, ranges: readonly number[]) =>
  ranges.some((from, at) => at % 2 === 0 && id >= from && id <= (ranges[at + 1] ?? from))

/** Words, characters that stand for themselves, and colours. */
const literal = /"[^"]*"|\\.|[_*].|\[[^\]]*\]/g
/** Hours, minutes or seconds that go on beyond a day. */
const duration = /\[(?:h+|m+|s+)\]/i

export function styleOf(id: number, code: string | undefined): Style {
  if (code === undefined) return isWithin(id, dates) || isWithin(id, times) ? { kind: 'date' } : plain
  if (/^0+$/.test(code)) return { kind: 'number', digits: code.length }
  const [positive = ''] = code.replace(literal, '').split(';')
  return /[ymdhs]/i.test(positive) && !duration.test(code) ? { kind: 'date' } : plain
}

const secondsOfDay = 86_400
/** Day 0 of the two systems. The first counts a 29 February 1900, which never was: before it, by one day less. */
const day0 = Date.UTC(1899, 11, 30)
const day0From1904 = Date.UTC(1904, 0, 1)
const leapDay = 60
/** 31 December 9999. */
const lastDay = 2_958_465

/** Whoever exports a table has the same days over and over. */
const mostShared = 4096

/** From the number that is stored. null: no calendar has that day. A time without a day is a text. */
export function dateCells(from1904: boolean): (written: string) => Cell {
  const shared = new Map<string, Cell>()
  return written => {
    const known = shared.get(written)
    if (known !== undefined) return known
    const date = dateOf(Number(written), from1904)
    if (shared.size < mostShared) shared.set(written, date)
    return date
  }
}

function dateOf(serial: number, from1904: boolean): Cell {
  const seconds = Math.round(serial * secondsOfDay)
  const day = Math.floor(seconds / secondsOfDay)
  if (!(day >= 0 && day <= lastDay) || (!from1904 && day === leapDay)) return null
  const skipped = !from1904 && day < leapDay ? secondsOfDay : 0
  const iso = new Date((from1904 ? day0From1904 : day0) + (seconds + skipped) * 1000).toISOString()
  // A year of five digits begins with a sign.
  if (iso.length > 24) return null
  return day === 0 ? iso.slice(11, 19) : { dateTime: iso.slice(0, 19) }
}

export function numberText(written: string, style: Style): string {
  const number = Number(written)
  if (written.trim() === '' || !Number.isFinite(number)) return written
  const shown = shownNumber(written, number)
  return style.kind === 'number' && /^\d+$/.test(shown) ? shown.padStart(style.digits, '0') : shown
}

/** With the 15 digits that a spreadsheet shows, and never with an exponent. */
function shownNumber(written: string, number: number): string {
  if (/^[1-9]\d{0,14}$/.test(written)) return written
  const shown = String(Number(number.toPrecision(15)))
  const [, sign = '', whole = '', rest = '', exponent] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(shown) ?? []
  if (exponent === undefined) return shown
  const digits = whole + rest
  const point = whole.length + Number(exponent)
  return point <= 0 ? `${sign}0.${'0'.repeat(-point)}${digits}` : `${sign}${digits.padEnd(point, '0')}`
}
