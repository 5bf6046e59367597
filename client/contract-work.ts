/** Work as rows tell it, and a file of it as a screen reads it in: what it holds, and what of that is new here. */
import type { Op } from '../shared/protocol.ts'
import type { Changes, Fields } from '../shared/record.ts'

/** What was done to one record, as a row says it: its name, what else identifies it, field old → new, when. */
export interface WorkRow {
  kind: string
  uid: string
  op: Op
  title: string
  /** ms since 1970. */
  at: number
  /** The values of the fields that identify it. */
  identity: Fields
  /** Of a new record all its values, of a deleted one none. */
  changes: Changes
  /** Titles of references in the changes, by id or uid. */
  titles: Record<string, string>
}

/** A file is refused whole: it is none of ours, of a newer app, somebody else's, or more than anybody leaves unsent. */
export type FileRefusal = 'foreign' | 'newer' | 'somebody else' | 'too large'

/**
 * `here`: it waits in this browser. `done`: it was sent from here, or taken back. `unknown`: this app cannot read it, or
 * knows no such kind or field.
 */
export type Standing = 'new' | 'here' | 'done' | 'unknown'

/** What the file holds of one record; of one that is new here in part, that part. */
export interface FileEntry extends WorkRow {
  standing: Standing
}

type Refused = { outcome: 'refused'; why: FileRefusal }

/** `unreadable`: so much more is named in it, and could not be read where it was saved. */
export type FilePreview =
  { outcome: 'read'; savedAt: string; entries: FileEntry[]; unreadable: number } | Refused

export type FileAdded = { outcome: 'added'; count: number } | Refused

/** Characters of a file that is read: thousands of edits have less. */
export const maxFileLength = 32 * 1024 * 1024
