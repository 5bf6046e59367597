/** Why something failed, down to the first cause, in words that quote nothing anybody entered. [OP6] */

export interface Cause {
  error: string
  code?: string
  /** Its own words, where they can only be of the network, the disk or the database's state. */
  says?: string
}

/** The chain of an error; of several causes each. */
const most = 8

const longest = 200

export function causesOf(error: unknown): Cause[] {
  const found = new Set<unknown>()
  const waiting = [error]
  while (waiting.length > 0 && found.size < most) {
    const each = waiting.shift()
    if (each === undefined || each === null || found.has(each)) continue
    found.add(each)
    if (each instanceof AggregateError) waiting.push(...(each.errors as unknown[]))
    if (each instanceof Error) waiting.push(each.cause)
  }
  return [...found].map(causeOf)
}

function causeOf(error: unknown): Cause {
  if (!(error instanceof Error)) return { error: typeof error }
  const code = 'code' in error && error.code !== undefined ? String(error.code).slice(0, longest) : undefined
  return {
    error: error.name,
    ...(code !== undefined && { code }),
    ...(isPlain(error, code) && { says: error.message.slice(0, longest) }),
  }
}

/** Codes of SQLite's and PostgreSQL's own state. Those of values and statements (22, 23, 42) quote what was sent. */
const ofState =
  /^(SQLITE_(BUSY|LOCKED|IOERR|FULL|READONLY|CANTOPEN|CORRUPT|NOTADB|NOMEM)\w*|(08|25|28|40|53|55|57|58)...|3D000|XX00[12])$/

/** What pg says of a lost connection, without a code. */
const ofConnections = /^(Connection terminated|Client (has|was)|timeout exceeded when trying to connect)/

/** The system names what it was asked for: an address, a file of ours. */
function isPlain(error: Error, code: string | undefined): boolean {
  if (error.message === '') return false
  if ('syscall' in error && typeof error.syscall === 'string') return true
  return code === undefined ? ofConnections.test(error.message) : ofState.test(code)
}
