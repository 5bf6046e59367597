/** What a client should hold, as sums it can compare, and the records of the buckets in which it differs. */
import { setImmediate } from 'node:timers/promises'
import { bucketOf, Digest } from '../../shared/digest.ts'
import { pageRecords } from '../../shared/limits.ts'
import type { Kind, Kinds } from '../../shared/metadata.ts'
import type { ChangesLine, DigestAnswer } from '../../shared/protocol.ts'
import { schemaVersion } from '../../shared/schema.ts'
import type { Database } from '../db/database.ts'
import { type After, deletedPage, recordPage, type RecordPage } from '../db/pages.ts'
import { checkHistory } from './changes.ts'
import { decodeCursor } from './cursor.ts'

/** [DG2] As of the cursor: a bucket in which anything was written since has no sum, and waits for the next time. */
export async function digest(
  database: Database,
  kinds: Kinds,
  { cursor, schema }: { cursor: string; schema: number },
): Promise<DigestAnswer> {
  await checkHistory(database.db, kinds, cursor)
  const { clock } = decodeCursor(cursor, kinds)
  const answer: DigestAnswer = { kinds: {} }
  // Fields of another version have other sums.
  if (schema !== schemaVersion(kinds)) return answer
  for (const kind of kinds) {
    const sums = new Digest(kind)
    const touched = new Set<number>()
    for await (const page of pagesOf(database, kind)) {
      sums.add(page)
      for (const [slot, uid] of page.uid.entries())
        if ((page.version[slot] ?? 0) > clock) touched.add(bucketOf(uid))
    }
    // After the records: what was deleted while they were read is found here.
    for await (const uids of deletedSince(database, kind, clock))
      for (const uid of uids) touched.add(bucketOf(uid))
    answer.kinds[kind.name] = sums.buckets.map((sum, bucket) => (touched.has(bucket) ? null : sum))
  }
  await checkHistory(database.db, kinds, cursor)
  return answer
}

/** [DG3] Every record of these buckets as it is now. `wanted`: by kind. */
export async function* recordsIn(
  database: Database,
  kinds: Kinds,
  wanted: ReadonlyMap<string, ReadonlySet<number>>,
): AsyncGenerator<ChangesLine> {
  const nothing = { uid: [], id: [], version: [], by: [], at: [], fields: {}, deleted: [], cursor: '' }
  for (const kind of kinds) {
    const buckets = wanted.get(kind.name)
    if (!buckets) continue
    for await (const page of pagesOf(database, kind)) {
      const found = only(page, slot => buckets.has(bucketOf(page.uid[slot] ?? '')))
      if (found.uid.length > 0) yield { ...nothing, kind: kind.name, ...found, more: true }
    }
  }
  yield { ...nothing, kind: kinds[0]?.name ?? '', more: false }
}

/** A record that is written meanwhile moves to the end, so none is passed over. Others have their turn between pages. */
async function* pagesOf(database: Database, kind: Kind): AsyncGenerator<RecordPage> {
  let after: After = { version: 0, key: '0' }
  for (;;) {
    const page = await recordPage(database, { kind, after })
    const version = page.version.at(-1)
    const key = page.id.at(-1)
    if (version === undefined || key === undefined) return
    after = { version, key }
    yield page
    if (page.uid.length < pageRecords) return
    await setImmediate()
  }
}

async function* deletedSince(database: Database, kind: Kind, clock: number): AsyncGenerator<string[]> {
  let after: After = { version: clock + 1, key: '' }
  for (;;) {
    const page = await deletedPage(database, { kind, after })
    const last = page.at(-1)
    if (!last) return
    after = { version: last.version, key: last.uid }
    yield page.map(({ uid }) => uid)
    if (page.length < pageRecords) return
  }
}

function only(page: RecordPage, passes: (slot: number) => boolean): RecordPage {
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
