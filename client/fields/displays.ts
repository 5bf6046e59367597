/** What the app must know to show a field type. Total: a new type does not compile until it has all of this. */
import type { Component } from 'vue'
import type { FieldTypeName } from '../../shared/fields.ts'
import { type Field, typeNameOf } from '../../shared/metadata.ts'
import type { FilterOp } from '../engine.ts'
import BooleanDisplay from './boolean/Display.vue'
import DatetimeDisplay from './datetime/Display.vue'
import IntegerDisplay from './integer/Display.vue'
import ReferenceDisplay from './reference/Display.vue'
import TextDisplay from './text/Display.vue'

export interface FilterWords {
  yes: string
  no: string
  day(value: string): string
}

export interface FieldDisplayView {
  Display: Component
  /** The filters this type offers, the usual one first. */
  filters: readonly FilterOp[]
  /** A filter's value, in words. A reference's is its record's title, which its screen looks up. */
  filterText(value: string, words: FilterWords): string
  /** The least width of a column in px, and its share of what is left over. */
  column(field: Field): { minPx: number; share: number }
}

const textView: FieldDisplayView = {
  Display: TextDisplay,
  filters: ['contains', 'is'],
  filterText: value => value,
  column({ secret, keypad, validation: { max = 255 } }) {
    if (secret) return { minPx: 100, share: 0.5 }
    if (keypad) return { minPx: max <= 12 ? 76 : 104, share: 0.6 }
    if (max <= 12) return { minPx: 84, share: 0.5 }
    return max <= 40 ? { minPx: 116, share: 1 } : { minPx: 140, share: 1.2 }
  },
}

export const displays: Record<FieldTypeName, FieldDisplayView> = {
  text: textView,
  boolean: {
    Display: BooleanDisplay,
    filters: ['is'],
    filterText: (value, words) => (value === 'true' ? words.yes : words.no),
    column: () => ({ minPx: 84, share: 0.5 }),
  },
  datetime: {
    Display: DatetimeDisplay,
    filters: ['from', 'to'],
    filterText: (value, words) => words.day(value),
    column: () => ({ minPx: 168, share: 0.8 }),
  },
  integer: {
    Display: IntegerDisplay,
    filters: ['is'],
    filterText: value => value,
    column: () => ({ minPx: 132, share: 0.8 }),
  },
  reference: {
    Display: ReferenceDisplay,
    filters: ['is'],
    filterText: value => value,
    column: () => ({ minPx: 150, share: 1 }),
  },
}

export function displayOf(field: Field): FieldDisplayView {
  return displays[typeNameOf(field)]
}
