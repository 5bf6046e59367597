/** Receiving: lines of changes become pages, a few lines a transaction, each with its cursor. */
import type { ChangesLine } from '../../../shared/protocol.ts'
import type { Pulled } from '../disk/pages.ts'
import { pagesAfter } from '../table/apply.ts'
import { arrivalOfLine, joined, noArrival } from '../table/arrival.ts'
import { uidsIn } from '../table/laid-page.ts'
import { ahead } from './ahead.ts'
import type { Outside } from './outside.ts'
import type { Replica } from '../replica/replica.ts'

/** Lines stored in one transaction: a durable write costs the same for one page as for several. */
const linesPerCommit = 8

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
  let waiting: ChangesLine[] = []

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
    const arrival = joined(waiting.map(arrivalOfLine))
    waiting = []
    const table = replica.table(last.kind)
    const pages = pagesAfter(table, arrival, { isResync })
    // [RB3] A resync keeps no cursor on the way: cut off, it starts again, and knows what it has seen.
    await replica.commit(pages, isResync ? {} : { cursor: last.cursor })
    if (isResync) for (const uid of arrival.uid) seen.add(uid)
    if (isResync && !last.more) await forgetUnseen(replica, seen)
    if (!last.more) await replica.commit([], completed(last.cursor))
    received += arrival.uid.length + arrival.deleted.length
    options.onProgress(received, last.kind)
    outside.tell({ type: 'pages' })
  }

  const { cursor, history } = replica.pulled
  try {
    for await (const line of ahead(outside.transport.changes(cursor, history), linesPerCommit)) {
      options.signal.throwIfAborted()
      if (waiting.length > 0 && !fits(line, waiting)) await store()
      waiting.push(line)
      if (waiting.length === linesPerCommit || !line.more) await store()
    }
  } finally {
    // [CH3] Cut off or not, whole lines that have arrived are kept.
    await store()
  }
}

/** [CH8] Lines of one kind, none of which takes away what another brings: an arrival has no order. */
function fits(line: ChangesLine, waiting: readonly ChangesLine[]): boolean {
  return waiting.every(each => each.kind === line.kind && !isUndone(each, line) && !isUndone(line, each))
}

function isUndone({ deleted }: ChangesLine, { uid }: ChangesLine): boolean {
  if (deleted.length === 0) return false
  const gone = new Set(deleted)
  return uid.some(each => gone.has(each))
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
