/** Work as rows tell it, and as a person is asked about it; and a file of it as a screen reads it in. */
import type { Issue } from '../shared/fields.ts'
import type { Op } from '../shared/protocol.ts'
import type { Provenance } from '../shared/provenance.ts'
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

/** `acts`: newest first. */
export type FileAdded =
  { outcome: 'added'; count: number; acts: { kind: string; uid: string; seq: number }[] } | Refused

/** Characters of a file that is read: a list of 100,000 records that was read in has less than half as many. */
export const maxFileLength = 256 * 1024 * 1024

interface AttentionBase {
  kind: string
  uid: string
  /** Another question about the same record has another one. */
  asked: string
  since: number
  op: Op
  title: string
  /** When the person made the edit; ms since 1970. */
  at: number
  /** All fields as the person saw them (null: new record) and as they want them (null: deleted). */
  base: Fields | null
  mine: Fields | null
  /** Names of the fields the person changed. */
  changed: string[]
  /** Titles of references in base, mine and theirs, by id or uid. */
  titles: Record<string, string>
  /** Who changed the server's record last, and when. [CH10] */
  noted: Provenance
}

export type AttentionItem = AttentionBase &
  (
    | { outcome: 'conflict'; reason: 'changed' | 'deleted'; conflicts: string[]; theirs: Fields | null }
    | { outcome: 'rejected'; issues: Issue[] }
  )

/**
 * `choose`: mine or theirs per conflicting field. `restore`: create the deleted record again with my values.
 * `delete`: delete although it changed. `retry`: send the same again. `discard`: let my edit go.
 */
export type Resolution =
  | { kind: 'choose'; fields: Record<string, 'mine' | 'theirs'> }
  | { kind: 'restore' }
  | { kind: 'delete' }
  | { kind: 'retry' }
  | { kind: 'discard' }
