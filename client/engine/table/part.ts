/**
 * One column of one page, in the form in which it takes the least room: values that repeat once each with a code a
 * record, date-times as numbers, anything else as texts. What is none of these is kept beside, as it came.
 */
import type { Value } from '../../../shared/fields.ts'
import { dateTimeOf, secondsOf } from './date-times.ts'
import { inBothForms } from './both-forms.ts'
import { textAt, type TextBlock, textsIn } from './text-block.ts'

/** Values that are not what their part holds, by slot or code. `null` among them. */
export type Others = ReadonlyMap<number, Value>

interface Texts {
  own: TextBlock
  folded: TextBlock
  others: Others
}

export interface TextPart extends Texts {
  form: 'text'
}

export interface CodedPart extends Texts {
  form: 'coded'
  codes: Uint8Array
}

export interface DatePart {
  form: 'date'
  base: number
  /** Seconds after the base. */
  offsets: Uint32Array
  /** What all of them end with. */
  zone: '' | 'Z'
  others: Others
}

export type Part = TextPart | CodedPart | DatePart

/** Anything that can be asked for a column of one page. */
export interface HasParts {
  part(name: string): Part | undefined
}

export const mostCodes = 256
/** Fewer records to a value are not worth a code. */
const recordsPerCode = 4

export function partOf(values: readonly Value[]): Part {
  return codedPart(values) ?? datePart(values) ?? { form: 'text', ...textsOf(values) }
}

export function countIn(part: Part): number {
  if (part.form === 'coded') return part.codes.length
  return part.form === 'date' ? part.offsets.length : part.own.starts.length - 1
}

export function valueIn(part: Part, slot: number): Value {
  if (slot >= countIn(part)) return null
  const place = part.form === 'coded' ? (part.codes[slot] ?? 0) : slot
  if (part.others.has(place)) return part.others.get(place) ?? null
  return part.form === 'date' ? dateIn(part, slot) : textAt(part.own, place)
}

export function valuesIn(part: Part): Value[] {
  if (part.form === 'coded') {
    const values = kept(textsIn(part.own), part.others)
    return Array.from(part.codes, code => values[code] ?? null)
  }
  if (part.form === 'text') return kept(textsIn(part.own), part.others)
  return kept(
    Array.from(part.offsets, (_, slot) => dateIn(part, slot)),
    part.others,
  )
}

/** The different values of a coded part, by code. */
export function dictionaryOf({ own, others }: CodedPart): Value[] {
  return kept(textsIn(own), others)
}

function kept(texts: string[], others: Others): Value[] {
  const values: Value[] = texts
  for (const [place, value] of others) values[place] = value
  return values
}

function dateIn({ base, offsets, zone }: DatePart, slot: number): string {
  return dateTimeOf(base + (offsets[slot] ?? 0)) + zone
}

/** A date part as texts, for a column in which it is searched as one. */
export function asTexts(part: DatePart): TextPart {
  return { form: 'text', ...textsOf(valuesIn(part)) }
}

function textsOf(values: readonly Value[]): Texts {
  const others = new Map<number, Value>()
  const texts = values.map((value, place) => {
    if (typeof value === 'string') return value
    others.set(place, value)
    return ''
  })
  return { ...inBothForms(texts), others }
}

function codedPart(values: readonly Value[]): CodedPart | null {
  const most = Math.min(mostCodes, Math.floor(values.length / recordsPerCode))
  const codeOf = new Map<unknown, number>()
  const different: Value[] = []
  const codes = new Uint8Array(values.length)
  for (let slot = 0; slot < values.length; slot++) {
    const value = values[slot] ?? null
    const key = keyOf(value)
    let code = codeOf.get(key)
    if (code === undefined) {
      code = different.push(value) - 1
      if (code >= most) return null
      codeOf.set(key, code)
    }
    codes[slot] = code
  }
  return values.length === 0 ? null : { form: 'coded', codes, ...textsOf(different) }
}

/** Two objects that say the same are one value, and no text is one of them. */
export function keyOf(value: Value): unknown {
  return typeof value === 'object' && value !== null ? Symbol.for(JSON.stringify(value)) : value
}

function datePart(values: readonly Value[]): DatePart | null {
  const zone = values.some(value => typeof value === 'string' && value.endsWith('Z')) ? 'Z' : ''
  const others = new Map<number, Value>()
  const seconds: number[] = []
  for (const [slot, value] of values.entries()) {
    const isText = typeof value === 'string' && value !== ''
    const own = isText && value.endsWith(zone) ? secondsOf(value.slice(0, value.length - zone.length)) : null
    if (isText && own === null) return null
    if (own === null) others.set(slot, value)
    seconds.push(own ?? NaN)
  }
  const dates = seconds.filter(each => !Number.isNaN(each))
  const base = dates.reduce((a, b) => Math.min(a, b), Infinity)
  const last = dates.reduce((a, b) => Math.max(a, b), -Infinity)
  if (dates.length === 0 || last - base > 0xffff_ffff) return null
  return { form: 'date', base, offsets: Uint32Array.from(seconds, each => each - base), zone, others }
}
