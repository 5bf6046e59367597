/** What a client has not seen yet, as lines of at most a page. Reads page by page, holding no transaction. */
import { fillable, type Kind, type Kinds } from '../../shared/metadata.ts'
import { pageRecords } from '../../shared/limits.ts'
import type { ChangesLine } from '../../shared/protocol.ts'
import { type Clock, readClock, tokenOf } from '../db/clock.ts'
import type { Database } from '../db/database.ts'
import type { Db } from '../db/schema.ts'
import { type After, deletedPage, recordPage } from '../db/pages.ts'
import { checkCursor, type Cursor, decodeCursor, encodeCursor, type Position } from './cursor.ts'

type Columns = Omit<ChangesLine, 'cursor' | 'more'>

/** A page, the newest version in it, and the position that follows it. */
type Page = Columns & { newest: number; position: Position }

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
  const now = await readClock(database.db)
  if (cursor === undefined) return lines(database, kinds, { from: null, upTo: now })
  const known = await knownCursor(database.db, kinds, { cursor, now })
  if (!known.at) return lines(database, kinds, { from: known.clock, upTo: now })
  return resume(database, kinds, known)
}

/** [PU12] Throws `cursor_expired` when this database has not lived through what the client has seen. */
export async function checkHistory(db: Db, kinds: Kinds, cursor: string): Promise<void> {
  await knownCursor(db, kinds, { cursor, now: await readClock(db) })
}

/** [PU12] The same lines; the last one only where `check` still passes: the database may be another one by then. */
export async function* checkedAtEnd(
  lines: AsyncIterable<ChangesLine>,
  check: () => Promise<void>,
): AsyncGenerator<ChangesLine> {
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
async function* resume(database: Database, kinds: Kinds, cursor: Cursor): AsyncGenerator<ChangesLine> {
  const rest = lines(database, kinds, { ...cursor, from: cursor.at?.from ?? null, upTo: cursor })
  for await (const line of rest) {
    if (line.more) {
      yield line
      continue
    }
    const now = await readClock(database.db)
    const isBehind = now.clock > cursor.clock && now.floor <= cursor.clock
    yield { ...line, more: isBehind }
    if (isBehind) yield* lines(database, kinds, { from: cursor.clock, upTo: now })
  }
}

/** [CH1] One page ahead of the reader, because a line says whether it is the last. */
async function* lines(database: Database, kinds: Kinds, span: Span): AsyncGenerator<ChangesLine> {
  const { clock, token } = span.upTo
  let ready: Page | undefined
  let { seen } = span
  for await (const page of pages(database, kinds, span)) {
    const { newest } = page
    // [CH6] Cut off behind this page, the client has rows of that commit. While the reader is waited for, another
    // database may take the place of this one.
    const isNewer = newest > Math.max(clock, seen?.clock ?? 0)
    const next = isNewer ? { clock: newest, token: (await tokenOf(database.db, newest)) ?? '' } : seen
    if (ready) yield toLine(ready, { clock, token, at: ready.position, seen })
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
  yield toLine(ready ?? emptyPage(kinds), { clock, token, seen })
}

function toLine(page: Columns, cursor: Cursor): ChangesLine {
  const { kind, uid, id, version, by, at, fields, deleted } = page
  return {
    kind,
    uid,
    id,
    version,
    by,
    at,
    fields,
    deleted,
    cursor: encodeCursor(cursor),
    more: cursor.at !== undefined,
  }
}

async function* pages(database: Database, kinds: Kinds, { from, at }: Span): AsyncGenerator<Page> {
  const version = (from ?? 0) + 1
  if (at?.phase !== 'deleted') {
    for (const kind of kindsFrom(kinds, at)) {
      const after = at?.kind === kind.name ? at : { version, key: '0' }
      yield* recordPages(database, { kind, after, from })
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

async function* recordPages(database: Database, { kind, after, from }: Walk): AsyncGenerator<Page> {
  let last: After | undefined = after
  while (last) {
    const page = await recordPage(database, { kind, after: last })
    const version = page.version.at(-1)
    const key = page.id.at(-1)
    if (version === undefined || key === undefined) return
    const position: Position = { from, phase: 'records', kind: kind.name, version, key }
    yield { kind: kind.name, ...page, deleted: [], newest: version, position }
    // Others go on writing: a page that is not full was the last one at that moment, and that is enough.
    last = page.uid.length === pageRecords ? { version, key } : undefined
  }
}

async function* deletedPages(database: Database, { kind, after, from }: Walk): AsyncGenerator<Page> {
  let last: After | undefined = after
  while (last) {
    const page = await deletedPage(database, { kind, after: last })
    const end = page.at(-1)
    if (!end) return
    const next = { version: end.version, key: end.uid }
    const position: Position = { from, phase: 'deleted', kind: kind.name, ...next }
    yield { ...emptyPage([kind]), deleted: page.map(({ uid }) => uid), newest: end.version, position }
    last = page.length === pageRecords ? next : undefined
  }
}

function emptyPage(kinds: Kinds): Columns {
  const [kind] = kinds
  const fields = Object.fromEntries((kind ? fillable(kind) : []).map(field => [field.name, []]))
  return { kind: kind?.name ?? '', uid: [], id: [], version: [], by: [], at: [], fields, deleted: [] }
}
