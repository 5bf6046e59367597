/** Whether a copy that was restored beside holds what the database held at its moment. [RS9] */
import { bucketOf, Digest } from '../shared/digest.ts'
import { maxId } from '../shared/limits.ts'
import type { Kind, Kinds } from '../shared/metadata.ts'
import { readClock, tokenOf } from './db/clock.ts'
import type { Database } from './db/database.ts'
import { type After, recordPage, type RecordPage } from './db/pages.ts'
import type { Scope } from './db/scope.ts'
import { only } from './sync/digest.ts'
import { goneSince } from './sync/whole.ts'

export interface Compared {
  kind: string
  inCopy: number
  now: number
  /** Written, and deleted, since the copy was made. */
  written: number
  gone: number
  isAlike: boolean
}

interface Both {
  live: Database
  copy: Database
}

const everything: Scope = { sees: 'everything', since: 0, userId: '', role: 'admin' }

/** Its clock, and whether the database has lived through that moment; without that nothing can be compared. */
export async function momentOf({ live, copy }: Both): Promise<{ clock: number; isOurs: boolean }> {
  const { clock, token } = await readClock(copy.db)
  return { clock, isOurs: (await tokenOf(live.db, clock)) === token }
}

export async function compareKinds(both: Both, kinds: Kinds, clock: number): Promise<Compared[]> {
  const compared: Compared[] = []
  for (const kind of kinds) compared.push(await compareKind(both, kind, clock))
  return compared
}

async function compareKind({ live, copy }: Both, kind: Kind, clock: number): Promise<Compared> {
  const before = await movedOn(live, kind, clock)
  const [copied, kept] = [new Digest(kind), new Digest(kind)]
  let [inCopy, now] = [0, before.written.size]
  for await (const page of pagesOf(copy, kind)) {
    inCopy += page.uid.length
    const stays = (uid = ''): boolean => !before.written.has(uid) && !before.gone.has(uid)
    copied.add(only(page, slot => stays(page.uid[slot])))
  }
  for await (const page of pagesOf(live, kind, { upTo: { version: clock, key: maxId } })) {
    now += page.uid.length
    kept.add(page)
  }
  // People go on working: where somebody wrote while it was read, nothing follows.
  const after = await movedOn(live, kind, clock)
  const later = [...after.written, ...after.gone].filter(
    uid => !before.written.has(uid) && !before.gone.has(uid),
  )
  const unsure = new Set(later.map(bucketOf))
  const [sums, others] = [copied.buckets, kept.buckets]
  const isAlike = sums.every((sum, bucket) => sum === others[bucket] || unsure.has(bucket))
  return {
    kind: kind.name,
    ...{ inCopy, now, isAlike },
    written: before.written.size,
    gone: [...before.gone].filter(uid => !before.written.has(uid)).length,
  }
}

async function movedOn(live: Database, kind: Kind, clock: number) {
  const [written, gone] = [new Set<string>(), new Set<string>()]
  for await (const page of pagesOf(live, kind, { after: { version: clock + 1, key: '0' } }))
    for (const uid of page.uid) written.add(uid)
  for await (const uids of goneSince(live, kind, everything, clock)) for (const uid of uids) gone.add(uid)
  return { written, gone }
}

async function* pagesOf(
  database: Database,
  kind: Kind,
  { after = { version: 0, key: '0' }, upTo }: { after?: After; upTo?: After } = {},
): AsyncGenerator<RecordPage> {
  for (let from: After | undefined = after; from;) {
    const page: RecordPage = await recordPage(database, { kind, after: from, upTo })
    const [version, key] = [page.version.at(-1), page.id.at(-1)]
    if (page.uid.length > 0) yield page
    from = version === undefined || key === undefined ? undefined : { version, key }
  }
}
