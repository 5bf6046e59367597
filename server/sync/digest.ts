/** What a client should hold, as sums it can compare, and the records of the buckets in which it differs. */
import { bucketOf, Digest } from '../../shared/digest.ts'
import type { Kinds } from '../../shared/metadata.ts'
import type { ChangesLine, DigestAnswer } from '../../shared/protocol.ts'
import { schemaVersion } from '../../shared/schema.ts'
import type { Database } from '../db/database.ts'
import type { RecordPage } from '../db/pages.ts'
import { hasReachChanged } from '../db/reached.ts'
import { isStill, type Scope } from '../db/scope.ts'
import { checkHistory } from './changes.ts'
import { decodeCursor, markOf } from './cursor.ts'
import { goneSince, recordsOf } from './whole.ts'

interface World {
  database: Database
  kinds: Kinds
  scope: Scope
}

/** [DG2] As of the cursor: a bucket in which anything was written since has no sum, and waits for the next time. */
export async function digest(
  { database, kinds, scope }: World,
  { cursor, schema }: { cursor: string; schema: number },
): Promise<DigestAnswer> {
  await checkHistory(database.db, kinds, cursor)
  const { clock, withheld } = decodeCursor(cursor, kinds)
  const answer: DigestAnswer = { kinds: {} }
  // Fields of another version have other sums.
  if (schema !== schemaVersion(kinds)) return answer
  // [SC3] [SC9] So has another scope, and so have records without a field.
  if (withheld !== markOf(kinds, scope) || (await hasScopeChanged(database, scope, clock))) return answer
  for (const kind of kinds) {
    const sums = new Digest(kind)
    const touched = new Set<number>()
    for await (const page of recordsOf(database, kind, scope)) {
      sums.add(page)
      for (const [slot, uid] of page.uid.entries())
        if ((page.version[slot] ?? 0) > clock) touched.add(bucketOf(uid))
    }
    // After the records: what went while they were read is found here.
    for await (const uids of goneSince(database, kind, scope, clock))
      for (const uid of uids) touched.add(bucketOf(uid))
    answer.kinds[kind.name] = sums.buckets.map((sum, bucket) => (touched.has(bucket) ? null : sum))
  }
  await checkHistory(database.db, kinds, cursor)
  return (await hasScopeChanged(database, scope, clock)) ? { kinds: {} } : answer
}

async function hasScopeChanged({ db }: Database, scope: Scope, since: number): Promise<boolean> {
  if (since < scope.since || !(await isStill(db, scope))) return true
  return scope.sees === 'what is reached' && hasReachChanged(db, scope, since)
}

/** [DG3] Every record of these buckets as it is now. `wanted`: by kind. */
export async function* recordsIn(
  { database, kinds, scope }: World,
  wanted: ReadonlyMap<string, ReadonlySet<number>>,
): AsyncGenerator<ChangesLine> {
  const nothing = { uid: [], id: [], version: [], by: [], at: [], fields: {}, deleted: [], cursor: '' }
  for (const kind of kinds) {
    const buckets = wanted.get(kind.name)
    if (!buckets) continue
    for await (const page of recordsOf(database, kind, scope)) {
      const found = only(page, slot => buckets.has(bucketOf(page.uid[slot] ?? '')))
      if (found.uid.length > 0) yield { ...nothing, kind: kind.name, ...found, more: true }
    }
  }
  yield { ...nothing, kind: kinds[0]?.name ?? '', more: false }
}

export function only(page: RecordPage, passes: (slot: number) => boolean): RecordPage {
  const slots = page.uid.flatMap((_, slot) => (passes(slot) ? [slot] : []))
  const pick = <T>(column: readonly T[]): T[] => slots.flatMap(slot => column.slice(slot, slot + 1))
  const fields = Object.entries(page.fields).map(([name, column]) => [name, pick(column)] as const)
  return {
    uid: pick(page.uid),
    id: pick(page.id),
    version: pick(page.version),
    by: pick(page.by),
    at: pick(page.at),
    fields: Object.fromEntries(fields),
  }
}
