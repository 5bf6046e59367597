/** Compares what this device holds with the server, once a day or after damage, and fetches again only what differs. [DG1] */
import { bucketOf, Digest } from '../../../shared/digest.ts'
import type { DigestAnswer } from '../../../shared/protocol.ts'
import { schemaVersion } from '../../../shared/schema.ts'
import { grouped } from '../grouped.ts'
import { pagesAfter } from '../table/apply.ts'
import { arrivalOfLine, noArrival } from '../table/arrival.ts'
import { uidsIn } from '../table/laid-page.ts'
import { isPatch } from '../table/page.ts'
import type { Table } from '../table/table.ts'
import type { Comparison, Outside } from './outside.ts'
import type { Replica } from '../replica/replica.ts'

/** Pages between two breaths: a search does not wait for the whole comparison. */
const pagesPerBreath = 8

/** Written in one transaction: some megabytes. */
const pagesPerCommit = 32

/** Beyond so many it is cheaper to receive everything anew. */
const maxBuckets = 200

interface Bucket {
  kind: string
  bucket: number
}

/** Under the sync lock, after a complete pull. False: too much differs, and a resync has been asked for. */
async function verify(replica: Replica, outside: Outside, signal: AbortSignal): Promise<boolean> {
  const { cursor } = replica.pulled
  if (cursor === null) return true
  const reader = { user: replica.db.userId }
  const theirs = await outside.transport.digest(cursor, schemaVersion(replica.db.kinds), reader)
  const differing = await differences(replica, outside, theirs)
  signal.throwIfAborted()
  if (differing.length > maxBuckets || (replica.damaged.size > 0 && !isComplete(replica, theirs))) {
    // [PU12] A server restored before this is through is told so still.
    const history = replica.pulled.history ?? cursor
    await replica.commit([], { cursor: null, history, isResyncing: true })
    return false
  }
  if (differing.length > 0) await mend(replica, outside, { differing, signal })
  await replica.commit([], { verifiedAt: outside.now() })
  return true
}

/** [PG8] Records of the damaged pages stand elsewhere by now, and are counted there. */
async function replaceDamaged(replica: Replica): Promise<void> {
  const { damaged, tables } = replica
  if (damaged.size === 0) return
  // Another tab may have written a patch in the place of one.
  const unread = [...damaged.values()].filter(page => page.isDamaged)
  // This tab may have known what stood in it: no page holds that on the disk.
  for (const kind of new Set(unread.filter(isPatch).map(page => page.kind))) await rewrite(replica, kind)
  const pages = unread.map(({ kind, page }) => replica.table(kind).page(page))
  const counts = [...tables].map(([kind, table]) => [kind, table.confirmedCount] as const)
  replica.pulled = { ...replica.pulled, counts: Object.fromEntries(counts) }
  await replica.commit(pages, {})
  damaged.clear()
}

/** Every page of a kind, as this tab knows them. */
async function rewrite(replica: Replica, kind: string): Promise<void> {
  const table = replica.table(kind)
  for (let start = 0; start < table.pages.length; start += pagesPerCommit) {
    const numbers = [...table.pages.keys()].slice(start, start + pagesPerCommit)
    await replica.commit(
      numbers.map(number => table.page(number)),
      {},
    )
  }
}

/** [PG8] Records of a bucket that has no sum now would be missing until the next day. */
function isComplete({ db }: Replica, { kinds }: DigestAnswer): boolean {
  return db.kinds.every(({ name }) => kinds[name]?.every(sum => sum !== null))
}

async function differences(replica: Replica, outside: Outside, theirs: DigestAnswer): Promise<Bucket[]> {
  const differing: Bucket[] = []
  for (const [kind, sums] of Object.entries(theirs.kinds)) {
    const ours = await digestOf(replica.table(kind), outside)
    for (const [bucket, sum] of sums.entries())
      if (sum !== null && sum !== ours[bucket]) differing.push({ kind, bucket })
  }
  return differing
}

async function digestOf(table: Table, outside: Outside): Promise<string[]> {
  const digest = new Digest(table.kind)
  for (const number of table.pages.keys()) {
    digest.add(table.page(number))
    if (number % pagesPerBreath === pagesPerBreath - 1) await outside.pause(0)
  }
  return digest.buckets
}

/** [DG3] The cursor stays where it is, and the outbox is not touched. Cut off, nothing has been taken away. */
async function mend(
  replica: Replica,
  outside: Outside,
  { differing, signal }: { differing: Bucket[]; signal: AbortSignal },
): Promise<void> {
  const mentioned = new Set<string>()
  const isResync = true
  for await (const line of outside.transport.records(differing, { user: replica.db.userId })) {
    signal.throwIfAborted()
    await replica.commit(pagesAfter(replica.table(line.kind), arrivalOfLine(line), { isResync }), {})
    for (const uid of line.uid) mentioned.add(uid)
  }
  signal.throwIfAborted()
  for (const [kind, buckets] of grouped(differing, each => each.kind)) {
    const wanted = new Set(buckets.map(({ bucket }) => bucket))
    const table = replica.table(kind)
    const isExtra = (uid: string) => wanted.has(bucketOf(uid)) && !mentioned.has(uid)
    const deleted = [...table.numberedPages()].flatMap(([, page]) => uidsIn(page).filter(isExtra))
    await replica.commit(pagesAfter(table, { ...noArrival, deleted }, { isResync }), {})
  }
  outside.tell({ type: 'pages' })
}

export const comparison: Comparison = { verify, replaceDamaged }
