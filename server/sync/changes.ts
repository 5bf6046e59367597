/** What a client has not seen yet, as lines of at most a page. Reads page by page, holding no transaction. */
import { fillable, type Kind, type Kinds } from '../../shared/metadata.ts'
import { pageRecords } from '../../shared/limits.ts'
import type { ChangesLine } from '../../shared/protocol.ts'
import { type Clock, readClock, tokenOf } from '../db/clock.ts'
import type { Database } from '../db/database.ts'
import type { Db } from '../db/schema.ts'
import { type After, deletedPage, recordPage, type RecordPage } from '../db/pages.ts'
import type { Deflated } from '../http/spliced-gzip.ts'
import { checkCursor, type Cursor, decodeCursor, encodeCursor, type Position } from './cursor.ts'

export type Columns = Omit<ChangesLine, 'cursor' | 'more'>

/** What is in a page: its columns, or their text as it was made ready. */
export type Content = { columns: Columns } | { ready: Deflated }

/** A page of records as it was read, and where the next one begins. */
export interface ReadPage {
  content: Content
  /** The newest version in it. */
  newest: number
  end: After
  /** Nothing was behind it. */
  isLast: boolean
}

export type Reading = (kind: Kind, after: After) => Promise<ReadPage | undefined>

/** A page, the newest version in it, and the position that follows it. */
interface Page {
  content: Content
  newest: number
  position: Position
}

export interface Line {
  content: Content
  cursor: string
  more: boolean
}

/**
 * Everything in (from, upTo]; from the position on when the client was cut off inside it. What has changed since
 * comes along, and once more next time: without it a client would see its own settled edit vanish until then, when
 * somebody changes the record while this is read. [CH6]
 */
interface Span {
  from: number | null
  upTo: Pick<Clock, 'clock' | 'token'>
  at?: Position | undefined
  seen?: Cursor['seen']
}

/** Throws `cursor_expired` before the first line, never after. */
export async function openChanges(
  database: Database,
  kinds: Kinds,
  cursor: string | undefined,
): Promise<AsyncGenerator<ChangesLine>> {
  return asColumns(await openLines({ database, kinds }, cursor))
}

export async function* asColumns(lines: AsyncIterable<Line>): AsyncGenerator<ChangesLine> {
  for await (const { content, cursor, more } of lines) {
    if ('ready' in content) throw new Error('A text that is ready has no columns')
    yield { ...content.columns, cursor, more }
  }
}

interface World {
  database: Database
  kinds: Kinds
  /** How pages of a first sync are read. */
  read: Reading
}

export async function openLines(
  { database, kinds, read = readingOf(database) }: Omit<World, 'read'> & { read?: Reading | undefined },
  cursor: string | undefined,
): Promise<AsyncGenerator<Line>> {
  const world = { database, kinds, read }
  const now = await readClock(database.db)
  if (cursor === undefined) return lines(world, { from: null, upTo: now })
  const known = await knownCursor(database.db, kinds, { cursor, now })
  if (!known.at) return lines(world, { from: known.clock, upTo: now })
  return resume(world, known)
}

/** [PU12] Throws `cursor_expired` when this database has not lived through what the client has seen. */
export async function checkHistory(db: Db, kinds: Kinds, cursor: string): Promise<void> {
  await knownCursor(db, kinds, { cursor, now: await readClock(db) })
}

/** [PU12] The same lines; the last one only where `check` still passes: the database may be another one by then. */
export async function* checkedAtEnd(
  lines: AsyncIterable<Line>,
  check: () => Promise<void>,
): AsyncGenerator<Line> {
  for await (const line of lines) {
    if (!line.more) await check()
    yield line
  }
}

async function knownCursor(
  db: Db,
  kinds: Kinds,
  { cursor, now }: { cursor: string; now: Clock },
): Promise<Cursor> {
  const known = decodeCursor(cursor, kinds)
  checkCursor(known, now, await tokenOf(db, known.clock))
  if (known.seen) checkCursor(known.seen, now, await tokenOf(db, known.seen.clock))
  return known
}

/** [CH3] The rest of the answer that was cut off, and then what has changed since it began. */
async function* resume(world: World, cursor: Cursor): AsyncGenerator<Line> {
  const rest = lines(world, { ...cursor, from: cursor.at?.from ?? null, upTo: cursor })
  for await (const line of rest) {
    if (line.more) {
      yield line
      continue
    }
    const now = await readClock(world.database.db)
    const isBehind = now.clock > cursor.clock && now.floor <= cursor.clock
    yield { ...line, more: isBehind }
    if (isBehind) yield* lines(world, { from: cursor.clock, upTo: now })
  }
}

/** [CH1] One page ahead of the reader, because a line says whether it is the last. */
async function* lines(world: World, span: Span): AsyncGenerator<Line> {
  const { database, kinds } = world
  const { clock, token } = span.upTo
  let ready: Page | undefined
  let { seen } = span
  for await (const page of pages(world, span)) {
    const { newest } = page
    // [CH6] Cut off behind this page, the client has rows of that commit. While the reader is waited for, another
    // database may take the place of this one.
    const isNewer = newest > Math.max(clock, seen?.clock ?? 0)
    const next = isNewer ? { clock: newest, token: (await tokenOf(database.db, newest)) ?? '' } : seen
    if (ready) yield toLine(ready.content, { clock, token, at: ready.position, seen })
    ready = page
    seen = next
  }
  // [CH2] Deletions that were forgotten while this was read: without its last line the answer counts as cut off,
  // and the client's next request is told to resync.
  const now = await readClock(database.db)
  if (span.from !== null && span.from < now.floor) return
  // [PU12] Nor is it the end of an answer when the database is another one by now.
  for (const commit of [{ clock, token }, ...(seen ? [seen] : [])])
    if ((await tokenOf(database.db, commit.clock)) !== commit.token) return
  if (now.clock !== clock) seen = { clock: now.clock, token: now.token }
  yield toLine(ready?.content ?? { columns: emptyPage(kinds) }, { clock, token, seen })
}

function toLine(content: Content, cursor: Cursor): Line {
  return { content, cursor: encodeCursor(cursor), more: cursor.at !== undefined }
}

async function* pages({ database, kinds, read }: World, { from, at }: Span): AsyncGenerator<Page> {
  const version = (from ?? 0) + 1
  if (at?.phase !== 'deleted') {
    const reading = from === null ? read : readingOf(database)
    for (const kind of kindsFrom(kinds, at)) {
      const after = at?.kind === kind.name ? at : { version, key: '0' }
      yield* recordPages(reading, { kind, after, from })
    }
  }
  // [CH5] Who has nothing yet has nothing to delete.
  if (from === null) return
  for (const kind of kindsFrom(kinds, at?.phase === 'deleted' ? at : undefined)) {
    const after = at?.phase === 'deleted' && at.kind === kind.name ? at : { version, key: '' }
    yield* deletedPages(database, { kind, after, from })
  }
}

function kindsFrom(kinds: Kinds, at: Position | undefined): Kinds {
  return at ? kinds.slice(kinds.findIndex(kind => kind.name === at.kind)) : kinds
}

interface Walk {
  kind: Kind
  after: After
  from: number | null
}

async function* recordPages(read: Reading, { kind, after, from }: Walk): AsyncGenerator<Page> {
  let last: After | undefined = after
  while (last) {
    const page = await read(kind, last)
    if (!page) return
    const { content, newest, end, isLast } = page
    yield { content, newest, position: { from, phase: 'records', kind: kind.name, ...end } }
    // Others go on writing: a page that is not full was the last one at that moment, and that is enough.
    last = isLast ? undefined : end
  }
}

function readingOf(database: Database): Reading {
  return async (kind, after) => {
    const page = await recordPage(database, { kind, after })
    const end = endOf(page)
    const content = { columns: columnsOf(kind, page) }
    return end && { content, newest: end.version, end, isLast: page.uid.length < pageRecords }
  }
}

export function columnsOf(kind: Kind, page: RecordPage): Columns {
  const { uid, id, version, by, at, fields } = page
  return { kind: kind.name, uid, id, version, by, at, fields, deleted: [] }
}

/** undefined: it is empty. */
export function endOf({ version, id }: RecordPage): After | undefined {
  const [last, key] = [version.at(-1), id.at(-1)]
  return last === undefined || key === undefined ? undefined : { version: last, key }
}

async function* deletedPages(database: Database, { kind, after, from }: Walk): AsyncGenerator<Page> {
  let last: After | undefined = after
  while (last) {
    const page = await deletedPage(database, { kind, after: last })
    const end = page.at(-1)
    if (!end) return
    const next = { version: end.version, key: end.uid }
    const position: Position = { from, phase: 'deleted', kind: kind.name, ...next }
    const columns = { ...emptyPage([kind]), deleted: page.map(({ uid }) => uid) }
    yield { content: { columns }, newest: end.version, position }
    last = page.length === pageRecords ? next : undefined
  }
}

function emptyPage(kinds: Kinds): Columns {
  const [kind] = kinds
  const fields = Object.fromEntries((kind ? fillable(kind) : []).map(field => [field.name, []]))
  return { kind: kind?.name ?? '', uid: [], id: [], version: [], by: [], at: [], fields, deleted: [] }
}
