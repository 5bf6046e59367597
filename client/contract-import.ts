/** Lists of others as a screen reads them in: what the file holds, what becomes of it, and what that would change. */
import type { Issue } from '../shared/fields.ts'
import type { Changes, Fields } from '../shared/record.ts'

/** `users`: a terminal's list of its users, a line of `key=value` each. */
export type TableFormat = 'csv' | 'xlsx' | 'json' | 'users'
export type TableEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** Why no row of a file can be read. `damaged`: it begins as such a file does, and does not go on so. */
export type TableRefusal =
  | 'foreign'
  | 'empty'
  | 'locked'
  | 'damaged'
  | 'too large'
  | 'too many columns'
  | 'too many rows'
  | 'cell too long'

/** A file as a table, whose rows stay in the worker. */
export interface TableShape {
  format: TableFormat
  /** null: a workbook has none to choose. */
  encoding: TableEncoding | null
  /** Of CSV. */
  separator: string | null
  /** Names of a workbook's sheets, and which of them was read. */
  sheets: string[]
  sheet: number
  columns: TableColumn[]
  /** Without the line of names. */
  rows: number
}

export interface TableColumn {
  /** As it stands above the column. */
  name: string
  /** The first values that say something, as texts. */
  samples: string[]
}

/** `03/04/2026`: which comes first. */
export type DateOrder = 'day first' | 'month first'

export interface ImportPlan {
  /** For each column of the file the field that it is for; null: none. */
  fields: (string | null)[]
  /** Fields that say which record a row means: `id` alone, or others. Without any, each row is a new record. */
  keys: string[]
  /** null: no date in the file needs to be asked about, or nobody has answered yet. */
  dateOrder: DateOrder | null
  /** What a new record has where its row says nothing. */
  defaults: Fields
  /** Records that rows refer to and that are not there are made, with their title alone. */
  makesMissing: boolean
}

export type TableRead =
  | {
      outcome: 'read'
      table: TableShape
      /** What a person may correct. */
      plan: ImportPlan
    }
  | { outcome: 'refused'; why: TableRefusal }
  /** [IM9] */
  | { outcome: 'given up' }

/** What becomes of a row. */
export const verdicts = ['added', 'changed', 'unchanged', 'refused'] as const
export type Verdict = (typeof verdicts)[number]

export interface ImportDiff {
  counts: Record<Verdict, number>
  /** Records that rows name and that are not here, and those that are made because good rows refer to them: titles by kind. */
  missing: Record<string, string[]>
  made: Record<string, string[]>
  /** A date can be read in two ways, and nobody has said which is meant: rows with such a date are refused until then. */
  asksDateOrder: boolean
  /** Fields that new records lack: neither a column nor a default says anything of them. */
  lacking: string[]
}

export type ImportCompared = { outcome: 'compared'; diff: ImportDiff } | { outcome: 'given up' }

export interface ImportRow {
  /** In the file, from 1, with the line of names. */
  line: number
  verdict: Verdict
  /** null: it has no record yet, or nobody knows which. */
  uid: string | null
  title: string
  /** Old → new; of a new record all its values. */
  changes: Changes
  /** Titles of references in them, by id or uid. */
  titles: Record<string, string>
  /** Of a refused row. `field`: '' is of the row as a whole. */
  issues: Issue[]
}

/** `changed`: other records stand here by now, nothing was written, and this is what it would do. */
export type Imported =
  | { outcome: 'saved'; group: GroupRef | null; added: number; changed: number }
  | { outcome: 'changed'; diff: ImportDiff }
  | { outcome: 'given up' }

/** Acts that were done in one go, and are taken back together. */
export interface GroupRef {
  group: string
}

/** Of a group: how many records are as they were before, and how many are not, as they were changed since. */
export interface GroupUndone {
  outcome: 'undone'
  taken: number
  left: number
}

/** What the reasons of refused rows are called in a file: `{max}` and the like stand for an issue's params. */
export interface RefusedWords {
  /** Above the column of reasons. */
  reason: string
  labels: Record<string, string>
  issues: Record<string, string>
}
