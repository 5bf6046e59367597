/** What a client has not seen yet, as lines of at most a page. Reads page by page, holding no transaction. */
import type { Kinds } from '../../shared/metadata.ts'
import type { ChangesLine } from '../../shared/protocol.ts'
import { AppError } from '../../shared/errors.ts'
import { type Clock, readClock, tokenOf } from '../db/clock.ts'
import type { Database } from '../db/database.ts'
import type { Db } from '../db/schema.ts'
import { isStill, type Scope } from '../db/scope.ts'
import { checkCursor, type Cursor, decodeCursor, encodeCursor, markOf } from './cursor.ts'
import { type Content, emptyPage, type Page, type Reading, type Span, type World } from './span.ts'
import { pages, readingOf } from './walk.ts'

export interface Line {
  content: Content
  cursor: string
  more: boolean
}

/** Throws `cursor_expired` before the first line, never after. */
export async function openChanges(
  world: { database: Database; kinds: Kinds; scope: Scope },
  cursor: string | undefined,
): Promise<AsyncGenerator<ChangesLine>> {
  return asColumns(await openLines(world, cursor))
}

export async function* asColumns(lines: AsyncIterable<Line>): AsyncGenerator<ChangesLine> {
  for await (const { content, cursor, more } of lines) {
    if ('ready' in content) throw new Error('A text that is ready has no columns')
    yield { ...content.columns, cursor, more }
  }
}

export async function openLines(
  { read, ...given }: Omit<World, 'read'> & { read?: Reading | undefined },
  cursor: string | undefined,
): Promise<AsyncGenerator<Line>> {
  const { database, kinds, scope } = given
  const world = { ...given, read: read ?? readingOf(database) }
  const now = await readClock(database.db)
  if (cursor === undefined) return lines(world, { from: null, upTo: now })
  const known = await knownCursor(database.db, kinds, { cursor, now })
  // [SC6] What it has seen is no part of what may be seen now, nor the other way round.
  if (known.clock < scope.since || known.withheld !== markOf(kinds, scope))
    throw new AppError('cursor_expired', { scope: true })
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
  const { database, kinds, scope } = world
  const { clock, token } = span.upTo
  const own = { clock, token, withheld: markOf(kinds, scope) }
  if (!(await isStill(database.db, scope))) return
  let ready: Page | undefined
  let { seen } = span
  for await (const page of pages(world, span)) {
    const { newest } = page
    // [CH6] Cut off behind this page, the client has rows of that commit. While the reader is waited for, another
    // database may take the place of this one.
    const isNewer = newest > Math.max(clock, seen?.clock ?? 0)
    const next = isNewer ? { clock: newest, token: (await tokenOf(database.db, newest)) ?? '' } : seen
    if (ready) yield toLine(ready.content, { ...own, at: ready.position, seen })
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
  // [SC6] Nor when somebody else may see what was asked for.
  if (!(await isStill(database.db, scope))) return
  if (now.clock !== clock) seen = { clock: now.clock, token: now.token }
  yield toLine(ready?.content ?? { columns: emptyPage(kinds) }, { ...own, seen })
}

function toLine(content: Content, cursor: Cursor): Line {
  return { content, cursor: encodeCursor(cursor), more: cursor.at !== undefined }
}
