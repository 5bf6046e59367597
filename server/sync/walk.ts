/** Which pages of which table an answer is made of, and where each can be taken up again. */
import type { Kind } from '../../shared/metadata.ts'
import { pageRecords } from '../../shared/limits.ts'
import type { Database } from '../db/database.ts'
import { type After, deletedPage, recordPage, type RecordPage } from '../db/pages.ts'
import type { Position } from './cursor.ts'
import { columnsOf, goneOf, kindsFrom, type Page, type Reading, type Span, type World } from './span.ts'
import { reachedPages } from './walk-reached.ts'

export async function* pages(world: World, span: Span): AsyncGenerator<Page> {
  yield* world.scope.sees === 'everything' ? allPages(world, span) : reachedPages(world, span)
}

async function* allPages({ database, kinds, read }: World, { from, upTo, at }: Span): AsyncGenerator<Page> {
  const version = (from ?? 0) + 1
  if (at?.phase !== 'deleted') {
    const reading = from === null ? read : readingOf(database)
    for (const kind of kindsFrom(kinds, at)) {
      const after = at?.kind === kind.name ? at : { version, key: '0' }
      yield* recordPages(reading, { kind, after, from, upTo })
    }
  }
  // [CH5] Who has nothing yet has nothing to delete.
  if (from === null) return
  for (const kind of kindsFrom(kinds, at?.phase === 'deleted' ? at : undefined)) {
    const after = at?.phase === 'deleted' && at.kind === kind.name ? at : { version, key: '' }
    yield* deletedPages(database, { kind, after, from })
  }
}

interface Walk {
  kind: Kind
  after: After
  from: number | null
}

async function* recordPages(
  read: Reading,
  { kind, after, from, upTo }: Walk & Pick<Span, 'upTo'>,
): AsyncGenerator<Page> {
  let last: After | undefined = after
  while (last) {
    const page = await read(kind, last, upTo)
    if (!page) return
    const { content, newest, end, isLast } = page
    yield { content, newest, position: { from, phase: 'records', kind: kind.name, ...end } }
    // Others go on writing: a page that is not full was the last one at that moment, and that is enough.
    last = isLast ? undefined : end
  }
}

export function readingOf(database: Database): Reading {
  return async (kind, after) => {
    const page = await recordPage(database, { kind, after })
    const end = endOf(page)
    const content = { columns: columnsOf(kind, page) }
    return end && { content, newest: end.version, end, isLast: page.uid.length < pageRecords }
  }
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
    yield { content: goneOf(kind, page), newest: end.version, position }
    last = page.length === pageRecords ? next : undefined
  }
}
