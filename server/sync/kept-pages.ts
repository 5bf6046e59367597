/**
 * The pages of a first sync, kept ready as they go over the wire: many tablets that begin cost little more than one. Once
 * after each commit a page is looked at before it is given away: a record of it can only have left, as what is written gets
 * a later version. [CH11]
 */
import { pageRecords } from '../../shared/limits.ts'
import type { Kind } from '../../shared/metadata.ts'
import { isSameMoment, type Moment, readClock } from '../db/clock.ts'
import type { Database } from '../db/database.ts'
import { type After, countBetween, recordPage } from '../db/pages.ts'
import { columnsOf, type ReadPage, type Reading } from './span.ts'
import { endOf } from './walk.ts'
import { compressed, textOf } from './lines-response.ts'
import { type Kept, type Shelf, shelfWith } from './shelf.ts'

/** Bytes of all pages together: a million records. What comes beyond that is read anew each time. */
const keptBytes = 64 * 1024 * 1024

/** Fewer records than that are laid out anew with those that follow. */
const thin = pageRecords / 4

export function keptPages(database: Database, most = keptBytes): Reading {
  const room = { left: most }
  const shelves = new Map<Kind, Shelf>()
  const beingMade = new Map<string, Promise<ReadPage | undefined>>()
  const shelfOf = (kind: Kind): Shelf => {
    const shelf = shelves.get(kind) ?? shelfWith(room)
    shelves.set(kind, shelf)
    return shelf
  }

  return async function read(kind, after, asOf): Promise<ReadPage | undefined> {
    const kept = shelfOf(kind).at(after)
    if (kept && (isSeen(kept, asOf) || (await isAsItWas(database, kind, kept)))) return kept.page
    const name = `${kind.name} ${after.version} ${after.key}`
    const other = beingMade.get(name)
    if (!other) {
      const made = make(database, { kind, after, asOf, shelf: shelfOf(kind) })
      beingMade.set(name, made)
      return made.finally(() => beingMade.delete(name))
    }
    // It may have been read before this answer began: what is kept of it is looked at like any other.
    await other
    const shelf = shelfOf(kind)
    return shelf.at(after) ? read(kind, after, asOf) : make(database, { kind, after, asOf, shelf })
  }
}

const isSeen = ({ seen }: Kept, asOf: Moment): boolean => seen !== undefined && isSameMoment(seen, asOf)

async function isAsItWas(database: Database, kind: Kind, kept: Kept): Promise<boolean> {
  const { after, page, count, commit } = kept
  const there = await countBetween(database, { kind, after, upTo: page.end, clock: commit.clock })
  const isSo = there.count === count && there.token === commit.token
  if (isSo) kept.seen = there.now
  return isSo
}

interface Making {
  kind: Kind
  after: After
  asOf: Moment
  shelf: Shelf
}

/** It ends where the next one that is kept begins, so that one change makes one page anew. */
async function make(database: Database, { kind, after, asOf, shelf }: Making): Promise<ReadPage | undefined> {
  const isKept = shelf.takes(after)
  shelf.takeAway(after)
  for (;;) {
    const next = shelf.firstBehind(after)
    const found = await recordPage(database, { kind, after, upTo: next?.after })
    const count = found.uid.length
    if (next && count < thin) {
      shelf.takeAway(next.after)
      continue
    }
    const last = endOf(found)
    if (!last) return undefined
    const columns = columnsOf(kind, found)
    const isFull = count === pageRecords
    const isLast = !isFull && !next
    const read = { newest: last.version, end: isFull || !next ? last : next.after, isLast }
    if (isLast || !isKept) return { ...read, content: { columns } }
    // After it was read: nothing that was written by then is in its place with a version that this commit has not seen.
    const { clock, token } = await readClock(database.db)
    const commit = { clock, token }
    const text = textOf(columns)
    const ready = compressed(text)
    const page = { ...read, content: { ready } }
    // Nothing has been written since the answer began.
    const seen = isSameMoment(commit, asOf) ? commit : undefined
    const kept = { after, page, count, commit, seen, bytes: text.length }
    shelf.put(kept)
    ready.then(
      ({ bytes }) => shelf.weigh(kept, bytes.length),
      // Whoever is sent it hears why.
      () => shelf.weigh(kept, null),
    )
    return page
  }
}
