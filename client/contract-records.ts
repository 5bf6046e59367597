/** Records as a screen asks for them: queries, and the windows and views that answer them. */
import type { Provenance } from '../shared/provenance.ts'
import type { Fields } from '../shared/record.ts'

/** How a record stands: settled, waiting to be sent, or in need of a person. */
export type RecordState = 'settled' | 'unsent' | 'conflict' | 'rejected'

export type FilterOp =
  | 'contains'
  | 'is'
  | 'not'
  | 'empty'
  | 'filled'
  | 'from'
  | 'to'
  | 'before'
  | 'after'
  | 'within'
  | 'mine'
  | 'since'

/**
 * `is` on a boolean takes `true` or `false`, on a reference an id or a uid; on a day, and like `from` and `to`, which include
 * it, a day; `within` two, `2026-11-17/2026-11-23`; `empty` and `filled` nothing. Of who changed a record, and when: `mine`
 * takes a user name, `since` a day, and work of this device that has not been sent counts as well.
 */
/** [SE30] Of what one field is asked for, these hold besides; these limit it to one range together; all others are alternatives. */
export const excludingOps: readonly string[] = ['not', 'filled']
export const limitingOps: readonly string[] = ['from', 'to', 'before', 'after']

export interface Filter {
  field: string
  op: FilterOp
  value: string
}

export interface SortBy {
  field: string
  descending: boolean
}

export interface Query {
  /** Words that must all occur; "quotes make a phrase"; `field:word` looks in one field. */
  search: string
  filters: Filter[]
  /** Each where those before it are equal. Without any, best matches first, then newest first. [SE8] [SE40] */
  sort: SortBy[]
  /** Only records in one of these states; empty means all. */
  states: RecordState[]
}

/** Every record of a kind. */
export const everything: Query = { search: '', filters: [], sort: [], states: [] }

/** Titles of the records that fields refer to, by field and by id or uid. */
export type Titles = Record<string, Record<string, string>>

/** [HI5] What this device did to a record, and knows without a server. Times are ms since 1970. */
export interface OwnChange {
  /** Of the mutation that carried it; null: it has not left. */
  id: string | null
  /** At which it was applied; null: that is not known. */
  version: number | null
  at: number
  /** The record as its person saw it and made it; null where there was none. */
  before: Fields | null
  after: Fields | null
}

/** [HI5] A record that this device deleted, as it was last. */
export interface OwnDeletion {
  uid: string
  /** null: not known here. */
  id: string | null
  at: number
  isSent: boolean
  fields: Fields
}

/** Behind the title of a record that is deleted, which is the last one known: no text that is entered holds it. [VA3] */
export const goneMark = '\u0000'

/** Records of one kind that refer to another one by this field. */
export interface Referrers {
  kind: string
  field: string
  count: number
}

/** Half-open ranges of UTF-16 units in a field's text, to be highlighted. */
export type Marks = Record<string, [start: number, end: number][]>

export interface Row extends Provenance {
  uid: string
  /** null until the server has applied the record's creation. */
  id: string | null
  state: RecordState
  fields: Fields
  /** Per reference field, the title of the record referred to, marked when that is deleted; absent when it is not on this device. */
  titles: Record<string, string>
  marks: Marks
  /** [SE9] Per field, which words of the search it holds, by their numbers. */
  found: Record<string, number[]>
}

export interface ResultWindow {
  rows: Row[]
  /** Records that match, and records of this kind. */
  total: number
  all: number
}

export interface RecordView extends Row {
  kind: string
  /** 0 until the server has applied the record's creation. */
  version: number
  /** The uid behind each reference field, for links. */
  references: Record<string, string>
  /** When this person last changed it on this device and it is unsettled; ms since 1970. */
  changedAt: number | null
  /** The newest act on this device as of now: whoever acts upon what is shown here hands it over. */
  since: number
}
