/** What a kind's records come to, in pictures: what a screen gets. */
import type { Filter, FilterOp } from './contract-records.ts'

/** [OV2] What a list can be asked for by its address. */
export interface BarFilter extends Filter {
  op: Extract<FilterOp, 'is' | 'not' | 'empty' | 'from' | 'to' | 'before' | 'after'>
}

export interface Bar {
  /** An id or uid, `true` or `false`, a day, how it stands with a validity; `others` and `none` of a reference. */
  name: string
  /** Of the record referred to; null: it is not here. */
  title?: string | null
  count: number
  filters: BarFilter[]
}

/** How the records of a kind that has a validity stand, as of today. Each record is one of these. */
export const standings = ['valid', 'ending', 'later', 'ended'] as const
export type Standing = (typeof standings)[number]

/** One field in bars; no record stands in two of one picture. */
export interface Picture {
  of: 'reference' | 'standing' | 'boolean' | 'days'
  field: string
  bars: Bar[]
}

export interface Overview {
  /** Records of the kind. */
  all: number
  pictures: Picture[]
}
