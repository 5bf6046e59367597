/** The cursor: which clock a client has seen everything up to, of which history, and where it was cut off. */
import * as z from 'zod'
import { isBigInteger, isUid } from '../../shared/fields.ts'
import { AppError } from '../../shared/errors.ts'
import { kindNamed, type Kinds } from '../../shared/metadata.ts'
import type { Clock } from '../db/clock.ts'

const Clocks = z.int().nonnegative()

/** Inside an answer: the next page follows this record. */
const Position = z.strictObject({
  /** The clock the answer began after; null for a first sync, which needs no deletions. */
  from: Clocks.nullable(),
  phase: z.enum(['records', 'deleted']),
  kind: z.string(),
  version: Clocks,
  key: z.string().max(40),
})
export type Position = z.infer<typeof Position>

const Commit = { clock: Clocks, token: z.string().max(64) }
export const Cursor = z.strictObject({
  ...Commit,
  at: Position.optional(),
  /** [CH6] Rows of commits up to this one may have come along. */
  seen: z.strictObject(Commit).optional(),
})
export type Cursor = z.infer<typeof Cursor>

const maxCursorLength = 1000

export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** [CH4] Throws `cursor_expired` for anything this server did not write. */
export function decodeCursor(text: string, kinds: Kinds): Cursor {
  const parsed = Cursor.safeParse(text.length <= maxCursorLength ? jsonIn(text) : undefined)
  const at = parsed.data?.at
  if (!parsed.success || (at && !isPosition(at, kinds))) throw new AppError('cursor_expired')
  return parsed.data
}

/** A deletion is named by its uid; none comes before all others. */
function isPosition({ phase, kind, key }: Position, kinds: Kinds): boolean {
  const isKey = phase === 'records' ? isBigInteger(key) : key === '' || isUid(key)
  return isKey && kindNamed(kinds, kind) !== undefined
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}

/** [CH4] `token` is what this database has for the cursor's clock. */
export function checkCursor(cursor: Cursor, { clock, floor }: Clock, token: string | undefined): void {
  const isAhead = cursor.clock > clock
  const from = cursor.at ? cursor.at.from : cursor.clock
  const isForgotten = from !== null && from < floor
  if (isAhead || isForgotten || token !== cursor.token) throw new AppError('cursor_expired')
}
