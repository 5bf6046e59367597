/** The cursor: which clock a client has seen everything up to, of which history, and where it was cut off. */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { isBigInteger, isUid } from '../../shared/fields.ts'
import { AppError } from '../../shared/errors.ts'
import { kindNamed, type Kinds } from '../../shared/metadata.ts'
import type { Clock } from '../db/clock.ts'
import { type Scope, withheldIn } from '../db/scope.ts'

const Clocks = z.int().nonnegative()

/** Inside an answer: the next page follows this record. */
const Position = z.strictObject({
  /** The clock the answer began after; null for a first sync, which needs no deletions. */
  from: Clocks.nullable(),
  phase: z.enum(['records', 'deleted', 'departed', 'left']),
  kind: z.string(),
  /** Within what it stands, for those who do not see everything. */
  holder: z.string().max(19).optional(),
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
  /** [SC9] Without which fields, where there are any. */
  withheld: z.string().max(60).optional(),
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
function isPosition({ phase, kind, key, holder }: Position, kinds: Kinds): boolean {
  const isKey = phase === 'records' || phase === 'left' ? isBigInteger(key) : key === '' || isUid(key)
  const isHolder = holder === undefined ? phase === 'records' || phase === 'deleted' : isBigInteger(holder)
  return isKey && isHolder && kindNamed(kinds, kind) !== undefined
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}

/** [SC9] Stands for the fields without which somebody is answered; undefined: with all of them. */
export function markOf(kinds: Kinds, scope: Scope): string | undefined {
  const names = kinds.flatMap(kind => withheldIn(scope, kind).map(({ name }) => `${kind.name}.${name}`))
  if (names.length === 0) return undefined
  return createHash('sha256').update(names.join(' ')).digest('base64url').slice(0, 12)
}

/** [CH4] `token` is what this database has for the cursor's clock. */
export function checkCursor(cursor: Cursor, { clock, floor }: Clock, token: string | undefined): void {
  const isAhead = cursor.clock > clock
  const from = cursor.at ? cursor.at.from : cursor.clock
  const isForgotten = from !== null && from < floor
  if (isAhead || isForgotten || token !== cursor.token) throw new AppError('cursor_expired')
}
