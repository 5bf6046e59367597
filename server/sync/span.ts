/** What an answer to `changes` is about, and what its pages hold. */
import { fillable, type Kind, type Kinds } from '../../shared/metadata.ts'
import type { ChangesLine } from '../../shared/protocol.ts'
import type { Moment } from '../db/clock.ts'
import type { Database } from '../db/database.ts'
import type { After, RecordPage } from '../db/pages.ts'
import type { Scope } from '../db/scope.ts'
import type { Deflated } from '../http/spliced-gzip.ts'
import type { Cursor, Position } from './cursor.ts'

export type Columns = Omit<ChangesLine, 'cursor' | 'more'>

/** What is in a page: its columns, or their text as it is made ready. */
export type Content = { columns: Columns } | { ready: Promise<Deflated> }

/** A page of records as it was read, and where the next one begins. */
export interface ReadPage {
  content: Content
  /** The newest version in it. */
  newest: number
  end: After
  /** Nothing was behind it. */
  isLast: boolean
}

/** `asOf`: a commit that had been made when the answer began; what is not older is new enough. */
export type Reading = (kind: Kind, after: After, asOf: Moment) => Promise<ReadPage | undefined>

/** A page, the newest version in it, and the position that follows it. */
export interface Page {
  content: Content
  newest: number
  position: Position
}

/** Whose answer it is, and of what. */
export interface World {
  database: Database
  kinds: Kinds
  scope: Scope
  /** How pages of a first sync are read by those who see everything. */
  read: Reading
}

/**
 * Everything in (from, upTo]; from the position on when the client was cut off inside it. What has changed since
 * comes along, and once more next time: without it a client would see its own settled edit vanish until then, when
 * somebody changes the record while this is read. [CH6]
 */
export interface Span {
  from: number | null
  upTo: Moment
  at?: Position | undefined
  seen?: Cursor['seen']
}

export function kindsFrom(kinds: Kinds, at: Position | undefined): Kinds {
  return at ? kinds.slice(kinds.findIndex(kind => kind.name === at.kind)) : kinds
}

export function columnsOf(kind: Kind, page: RecordPage): Columns {
  const { uid, id, version, by, at, fields } = page
  return { kind: kind.name, uid, id, version, by, at, fields, deleted: [] }
}

export function goneOf(kind: Kind, gone: readonly { uid: string }[]): Content {
  return { columns: { ...emptyPage([kind]), deleted: gone.map(({ uid }) => uid) } }
}

export function emptyPage(kinds: Kinds): Columns {
  const [kind] = kinds
  const fields = Object.fromEntries((kind ? fillable(kind) : []).map(field => [field.name, []]))
  return { kind: kind?.name ?? '', uid: [], id: [], version: [], by: [], at: [], fields, deleted: [] }
}
