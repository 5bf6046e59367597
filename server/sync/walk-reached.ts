/**
 * [SC3] [SC4] The pages of an answer to somebody who does not see everything: what was written or has come into their reach,
 * then what is gone, went on elsewhere, or is not reached any more.
 */
import { pageRecords } from '../../shared/limits.ts'
import type { Kind } from '../../shared/metadata.ts'
import type { Database } from '../db/database.ts'
import {
  type AfterHeld,
  beforeHeld,
  type Gone,
  gonePage,
  type HeldOptions,
  leftPage,
  reachedPage,
} from '../db/reached.ts'
import { goneOf, kindsFrom, columnsOf, type Page, type Span, type World } from './span.ts'
import type { Position } from './cursor.ts'

type Phase = Position['phase']
type Read = (
  options: HeldOptions,
) => Promise<(Pick<Page, 'content' | 'newest'> & { end: AfterHeld; count: number }) | undefined>

export async function* reachedPages(
  { database, kinds, scope }: World,
  { from, at }: Span,
): AsyncGenerator<Page> {
  const phases = readsOf(database)
  // [CH5] Who has nothing yet has nothing to lose.
  const names: Phase[] = from === null ? ['records'] : ['records', 'deleted', 'departed', 'left']
  for (const phase of at ? names.slice(names.indexOf(at.phase)) : names) {
    const begun = at?.phase === phase ? at : undefined
    for (const kind of kindsFrom(kinds, begun)) {
      let after: AfterHeld = begun?.kind === kind.name ? placeOf(begun) : beforeHeld
      for (;;) {
        const page = await phases[phase]({ kind, scope, after, from: from ?? 0 })
        if (!page) break
        const { content, newest, end, count } = page
        yield { content, newest, position: { from, phase, kind: kind.name, ...end } }
        // Others go on writing: a page that is not full was the last one at that moment, and that is enough.
        if (count < pageRecords) break
        after = end
      }
    }
  }
}

function placeOf({ holder = beforeHeld.holder, version, key }: Position): AfterHeld {
  return { holder, version, key }
}

function readsOf(database: Database): Record<Phase, Read> {
  const gone =
    (read: (options: HeldOptions) => Promise<Gone[]>): Read =>
    async options =>
      pageOfGone(options.kind, await read(options))
  return {
    async records(options) {
      const page = await reachedPage(database, options)
      const { uid, id, version, holder } = page
      const end = { holder: holder.at(-1) ?? '', version: version.at(-1) ?? 0, key: id.at(-1) ?? '' }
      if (uid.length === 0) return undefined
      const content = { columns: columnsOf(options.kind, page) }
      return { content, newest: version.reduce((a, b) => Math.max(a, b), 0), end, count: uid.length }
    },
    deleted: gone(options => gonePage(database, 'tombstones', options)),
    departed: gone(options => gonePage(database, 'departures', options)),
    left: gone(options => leftPage(database, options)),
  }
}

function pageOfGone(kind: Kind, gone: readonly Gone[]): Awaited<ReturnType<Read>> {
  const last = gone.at(-1)
  if (!last) return undefined
  const { holder, version, key } = last
  const newest = gone.reduce((newest, each) => Math.max(newest, each.version), 0)
  return { content: goneOf(kind, gone), newest, end: { holder, version, key }, count: gone.length }
}
