/** A field type as it is shown, filtered by and given a column. Total: a new type does not compile until it has all of this. */
import type { FieldTypeName, Value } from '../../../shared/fields.ts'
import { type Field, typeNameOf } from '../../../shared/metadata.ts'
import type { FilterOp } from '../../contract.ts'
import { goneMark } from '../../contract-records.ts'
import { isMasked } from './visible.ts'

/** What a person may ask of a field: `last` and `next` take a number of days, which the list turns into days as of today. */
export type Asking =
  | Extract<FilterOp, 'contains' | 'is' | 'not' | 'empty' | 'filled' | 'from' | 'to' | 'before' | 'after'>
  | 'last'
  | 'next'

/** They need no value. */
export const valueless: readonly Asking[] = ['empty', 'filled']
/** They take a number of days, whatever the field. */
export const counting: readonly Asking[] = ['last', 'next']

/** A value in words, and the class that says how they look. */
export interface Shown {
  text: string
  look: 'numeric' | 'yes' | 'muted' | 'gone' | ''
  /** The value as machines read it, for a `<time>`. */
  instant?: string
}

export interface DisplayWords {
  yes: string
  no: string
  unknownReference: string
  goneReference: string
  dateTime(value: string): string
  moment(value: string): string
  day(value: string): string
}

interface FieldDisplayView {
  /** `title`: of the record referred to, where it is known. */
  shown(value: Value, words: DisplayWords, title: string | undefined): Shown
  /** The filters this type offers, the usual one first. */
  filters: readonly Asking[]
  /** A filter's value, in words. A reference's is its record's title, which its screen looks up. */
  filterText(value: string, words: DisplayWords): string
  /** The least width of a column in px, and its share of what is left over. */
  column(field: Field): { minPx: number; share: number }
}

const verbatim = (value: Value): Shown => ({ text: String(value), look: 'numeric' })

const textView: FieldDisplayView = {
  shown: verbatim,
  filters: ['contains', 'is', 'not', ...valueless],
  filterText: value => value,
  column({ secret, typed, validation: { max = 255 } }) {
    if (secret) return { minPx: 100, share: 0.5 }
    if (typed === 'digits') return { minPx: max <= 12 ? 76 : 104, share: 0.6 }
    if (max <= 12) return { minPx: 84, share: 0.5 }
    return max <= 40 ? { minPx: 104, share: 1 } : { minPx: 124, share: 1.2 }
  },
}

const timeView = (write: (value: string, words: DisplayWords) => string): FieldDisplayView => ({
  shown(value, words) {
    const instant = String(value)
    return { text: write(instant, words), look: 'numeric', instant }
  },
  filters: ['from', 'to', 'before', 'after', 'is', 'last', 'next', ...valueless],
  filterText: (value, words) => words.day(value),
  column: () => ({ minPx: 168, share: 1 }),
})

export const displays: Record<FieldTypeName, FieldDisplayView> = {
  text: textView,
  boolean: {
    shown: (value, { yes, no }) =>
      value === true ? { text: yes, look: 'yes' } : { text: no, look: 'muted' },
    filters: ['is'],
    filterText: (value, words) => (value === 'true' ? words.yes : words.no),
    column: () => ({ minPx: 84, share: 0.5 }),
  },
  datetime: timeView((value, words) => words.dateTime(value)),
  instant: timeView((value, words) => words.moment(value)),
  integer: {
    // Digit by digit: it may be larger than any JavaScript number.
    shown: verbatim,
    filters: ['is', 'not', ...valueless],
    filterText: value => value,
    column: () => ({ minPx: 132, share: 0.8 }),
  },
  reference: {
    shown(value, { unknownReference, goneReference }, title) {
      if (title?.endsWith(goneMark))
        return { text: `${title.slice(0, -goneMark.length)} · ${goneReference}`, look: 'gone' }
      if (title !== undefined) return { text: title, look: '' }
      return { text: (typeof value === 'string' ? `#${value} · ` : '') + unknownReference, look: 'muted' }
    },
    filters: ['is', 'not', ...valueless],
    filterText: value => value,
    column: () => ({ minPx: 136, share: 1 }),
  },
}

export function displayOf(field: Field): FieldDisplayView {
  return displays[typeNameOf(field)]
}

/** What a list may ask of a field: of a secret only whether it is there, as a filter stands in sight. */
export function filtersOf(field: Field): readonly Asking[] {
  return isMasked(field) ? valueless : displayOf(field).filters
}
