/** Receiving: lines of changes become pages, a few lines a transaction, each with its cursor. */
import type { Pulled } from '../disk/pages.ts'
import { pagesAfter } from '../table/apply.ts'
import { joined, noArrival } from '../table/arrival.ts'
import { standBehind } from '../table/behind.ts'
import { uidsIn } from '../table/laid-page.ts'
import type { PageBytes } from '../table/page-bytes.ts'
import { ahead } from './ahead.ts'
import { type Arriving, arriving } from './arriving.ts'
import type { Outside } from './outside.ts'
import type { Replica } from '../replica/replica.ts'

/**
 * Lines stored in one transaction: a durable write costs the same for one page as for several. Where they come slowly,
 * those that came are not kept waiting.
 */
const linesPerCommit = 64
const waitMs = 100

export interface PullOptions {
  run: number
  /** Aborted once this run has ended or was given up: nothing more may be written. */
  signal: AbortSignal
  /** After each commit: how many records have come so far, and of which kind the last ones were. */
  onProgress(received: number, kind: string): void
}

export async function pull(replica: Replica, outside: Outside, options: PullOptions): Promise<void> {
  const isResync = replica.pulled.isResyncing
  const seen = new Set<string>()
  let received = 0
  let waiting: Arriving[] = []

  function completed(cursor: string): Partial<Pulled> {
    const now = outside.now()
    // [DG4] Pages that have just come whole are not compared.
    const verifiedAt = isResync ? now : (replica.pulled.verifiedAt ?? now)
    const whole = { isResyncing: false, isLost: false, completedAt: now, verifiedAt }
    return { cursor, history: null, run: options.run, ...whole }
  }

  async function store(): Promise<void> {
    const last = waiting.at(-1)
    if (!last || options.signal.aborted) return
    const lines = waiting
    waiting = []
    const table = replica.table(last.kind)
    const laid = laidIn(lines)
    // [PG11] All others are put where they belong record by record.
    if (laid && standBehind(table, laid)) {
      await replica.append(laid, { cursor: last.cursor })
      received += laid.reduce((sum, { count }) => sum + count, 0)
    } else {
      const arrival = joined(lines.map(line => line.arrival()))
      const pages = pagesAfter(table, arrival, { isResync })
      // [RB3] A resync keeps no cursor on the way: cut off, it starts again, and knows what it has seen.
      await replica.commit(pages, isResync ? {} : { cursor: last.cursor })
      if (isResync) for (const uid of arrival.uid) seen.add(uid)
      received += arrival.uid.length + arrival.deleted.length
    }
    if (isResync && !last.more) await forgetUnseen(replica, seen)
    if (!last.more) await replica.commit([], completed(last.cursor))
    options.onProgress(received, last.kind)
    outside.tell({ type: 'pages' })
  }

  try {
    const { cursor, history, completedAt } = replica.pulled
    const changes = outside.transport.changes(cursor, history, { user: replica.db.userId })
    const lines = arriving(changes, { isFirst: completedAt === null && !isResync })
    for await (const batch of ahead(lines, { most: linesPerCommit, waitMs, pause: outside.pause })) {
      options.signal.throwIfAborted()
      for (const line of batch) {
        if (!fits(line, waiting)) await store()
        waiting.push(line)
      }
      await store()
    }
  } finally {
    // [CH3] Cut off or not, whole lines that have arrived are kept.
    await store()
  }
}

/** [CH8] Lines of one kind, none of which takes away what another brings: an arrival has no order. */
function fits(line: Arriving, waiting: readonly Arriving[]): boolean {
  return waiting.every(each => each.kind === line.kind && !isUndone(each, line) && !isUndone(line, each))
}

function isUndone({ deleted }: Arriving, other: Arriving): boolean {
  if (deleted.length === 0) return false
  const gone = new Set(deleted)
  return other.uids().some(each => gone.has(each))
}

/** null: one of them is not laid out, or takes records away. */
function laidIn(lines: readonly Arriving[]): PageBytes[] | null {
  const laid = lines.flatMap(({ page, deleted }) => (page && deleted.length === 0 ? [page] : []))
  return laid.length === lines.length ? laid : null
}

/** At the end of a resync: what the server did not mention does not exist any more. */
async function forgetUnseen(replica: Replica, seen: Set<string>): Promise<void> {
  for (const table of replica.tables.values()) {
    const deleted = [...table.numberedPages()].flatMap(([, page]) =>
      uidsIn(page).filter(uid => !seen.has(uid)),
    )
    if (deleted.length === 0) continue
    await replica.commit(pagesAfter(table, { ...noArrival, deleted }, { isResync: true }), {})
  }
}
