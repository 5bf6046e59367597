/** All that somebody may see of one kind, and what of it went since a clock; a page at a time, so that others have their turn. */
import { setImmediate } from 'node:timers/promises'
import { pageRecords } from '../../shared/limits.ts'
import type { Kind } from '../../shared/metadata.ts'
import type { Database } from '../db/database.ts'
import { deletedPage, recordPage, type RecordPage } from '../db/pages.ts'
import { type AfterHeld, beforeHeld, gonePage, reachedPage } from '../db/reached.ts'
import type { Scope } from '../db/scope.ts'

/** A record that is written meanwhile moves to the end, so none is passed over. */
export async function* recordsOf(database: Database, kind: Kind, scope: Scope): AsyncGenerator<RecordPage> {
  const isAll = scope.sees === 'everything'
  let after: AfterHeld = { ...beforeHeld, version: 0 }
  for (;;) {
    const page = isAll
      ? { ...(await recordPage(database, { kind, after })), holder: [] }
      : await reachedPage(database, { kind, scope, after, from: 0 })
    const [version, key] = [page.version.at(-1), page.id.at(-1)]
    if (version === undefined || key === undefined) return
    after = { version, key, holder: page.holder.at(-1) ?? beforeHeld.holder }
    yield page
    if (page.uid.length < pageRecords) return
    await setImmediate()
  }
}

export async function* goneSince(
  database: Database,
  kind: Kind,
  scope: Scope,
  clock: number,
): AsyncGenerator<string[]> {
  if (scope.sees === 'everything') return yield* deletedSince(database, kind, clock)
  for (const what of ['tombstones', 'departures'] as const) {
    for (let after: AfterHeld | undefined = beforeHeld; after;) {
      const page = await gonePage(database, what, { kind, scope, after, from: clock })
      yield page.map(({ uid }) => uid)
      after = page.length === pageRecords ? page.at(-1) : undefined
    }
  }
}

async function* deletedSince(database: Database, kind: Kind, clock: number): AsyncGenerator<string[]> {
  let after = { version: clock + 1, key: '' }
  for (;;) {
    const page = await deletedPage(database, { kind, after })
    const last = page.at(-1)
    if (!last) return
    after = { version: last.version, key: last.uid }
    yield page.map(({ uid }) => uid)
    if (page.length < pageRecords) return
  }
}
