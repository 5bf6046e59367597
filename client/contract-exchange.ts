/** Records as files: what a screen asks for, and what it gets. */
import type { Selection } from './contract-many.ts'
import type { Query } from './contract-records.ts'

export const fileFormats = ['csv', 'xlsx', 'json'] as const
export type FileFormat = (typeof fileFormats)[number]

export interface ExportRequest {
  kind: string
  /** Which records, and in which order. */
  query: Query
  /** [MA1] Instead of those the selected ones, in the order that their rule has. */
  selection?: Selection
  /** Names of fields, in order; `id` is the record's own. */
  fields: readonly string[]
  format: FileFormat
  /** CSV: begins with a byte order mark, by which Excel knows UTF-8. */
  hasMark: boolean
  /** What stands above each field, and for yes and no. */
  words: { labels: Record<string, string>; yes: string; no: string }
}

/** `count`: records in it. */
export interface ExportedFile {
  file: Blob
  count: number
}
