/** What makes a changed row of the audit show: its hash is of all that it says, and of the row before it. Pure. [AU2] */
import { createHash } from 'node:crypto'
import type { AuditRow } from '../../shared/audit.ts'

export interface Chained extends AuditRow {
  hash: string
}

export function hashOf(previous: string, row: AuditRow): string {
  const { seq, at, actorId, actor, browser, address, action, targetId, target } = row
  const { outcome, code, details } = row
  const said = [previous, seq, at, actorId, actor, browser, address, action, targetId, target]
  return createHash('sha256')
    .update(JSON.stringify([...said, outcome, code, details]))
    .digest('hex')
}

/** Where the chain begins and ends, as the database keeps it beside the rows. */
export interface Ends {
  seq: number
  hash: string
  keptFrom: number
  hashBefore: string
}

/** By number, the hashes of rows as a log has them, which stands where the database does not. */
export type Logged = ReadonlyMap<number, string>

export interface Examined {
  count: number
  first: AuditRow | undefined
  faultCount: number
  /** The first of them, in words. */
  faults: string[]
}

const shownFaults = 20

/** Rows come in order. What is wrong with one row does not hide what is wrong behind it. */
export async function examine(
  rows: AsyncIterable<Chained>,
  ends: Ends,
  logged: Logged = new Map(),
): Promise<Examined> {
  const found: Examined = { count: 0, first: undefined, faultCount: 0, faults: [] }
  const say = (fault: string): void => {
    found.faultCount++
    if (found.faults.length < shownFaults) found.faults.push(fault)
  }
  const [oldest, newest] = spanOf(logged)
  let previous = { seq: ends.keptFrom - 1, hash: ends.hashBefore }
  let isForgettingTold = ends.keptFrom === 1
  for await (const row of rows) {
    found.first ??= row
    found.count++
    const isNext = row.seq === previous.seq + 1
    if (!isNext) say(missing(previous.seq + 1, row.seq - 1))
    // Behind a gap nothing says what the hash was made with.
    else if (row.hash !== hashOf(previous.hash, row)) say(`Row ${row.seq} is not as it was written.`)
    const hash = logged.get(row.seq)
    if (hash !== undefined && hash !== row.hash) say(`Row ${row.seq} has another hash in the log.`)
    const isToBeThere = row.seq > oldest && row.seq < newest && row.actor !== commandLine.name
    if (hash === undefined && isToBeThere) say(`Row ${row.seq} is not in the log.`)
    isForgettingTold ||= tellsOf(row, ends)
    previous = row
  }
  if (previous.seq !== ends.seq) say(missing(previous.seq + 1, ends.seq))
  else if (previous.hash !== ends.hash) say(`Row ${ends.seq} is not as it was written.`)
  if (!isForgettingTold) say(`${missing(1, ends.keptFrom - 1)} No row says that they were forgotten.`)
  if (newest > ends.seq) say(`${missing(ends.seq + 1, newest)} The log has them.`)
  return found
}

/** Whoever can run commands is at the server itself; its log has nothing of them. */
export const commandLine = { id: '', name: 'command line' }

const spanOf = (logged: Logged): [oldest: number, newest: number] => {
  let [oldest, newest] = [Infinity, 0]
  for (const seq of logged.keys()) [oldest, newest] = [Math.min(oldest, seq), Math.max(newest, seq)]
  return [oldest, newest]
}

const missing = (from: number, to: number): string =>
  from === to ? `Row ${from} is missing.` : `Rows ${from} to ${to} are missing.`

/** What is kept with the row that tells of rows that were forgotten. [AU5] */
export interface Forgotten {
  keptFrom: number
  hashBefore: string
}

function tellsOf({ action, actor, details }: AuditRow, { keptFrom, hashBefore }: Ends): boolean {
  const told: Forgotten = { keptFrom, hashBefore }
  return action === 'audit_forgotten' && actor === '' && details === JSON.stringify(told)
}
