/** Moments as numbers, without writing out a text for each. */
import type { Value } from '../../../shared/fields.ts'
import { secondsOf } from './date-times.ts'
import { countIn, dictionaryOf, type Part, valuesIn } from './part.ts'

/** Seconds since 1970, as if all were of UTC; NaN: there is none. */
export function secondsIn(value: Value | undefined): number {
  if (typeof value !== 'string' || value === '') return NaN
  const text = value.replace(/Z$/, '')
  return secondsOf(text) ?? Date.parse(`${text}Z`) / 1000
}

/** Of each slot of a page. */
export function secondsOfSlots(part: Part | undefined): Float64Array {
  if (!part) return new Float64Array()
  if (part.form === 'date') {
    const seconds = Float64Array.from(part.offsets, offset => part.base + offset)
    for (const [slot, value] of part.others) seconds[slot] = secondsIn(value)
    return seconds
  }
  if (part.form === 'coded') {
    const seconds = dictionaryOf(part).map(secondsIn)
    return Float64Array.from(part.codes, code => seconds[code] ?? NaN)
  }
  const values = valuesIn(part)
  return Float64Array.from({ length: countIn(part) }, (_, slot) => secondsIn(values[slot]))
}
