/**
 * [LK6] How long the server has not been heard: up to the latest time that was ever seen here since, which stands sealed
 * beside the data, so that a clock that is set back gives nothing back.
 */
import type { Terms } from '../../contract.ts'
import type { Database } from '../disk/database.ts'
import { readNote, writeNote } from '../disk/notes.ts'

const note = 'time'
const dayMs = 24 * 60 * 60 * 1000

/** The latest time since the server was heard at `askedAt`. */
export interface Seen {
  askedAt: number
  at: number
}

export function isOverdue({ offlineDays, askedAt }: Terms, now: number): boolean {
  return askedAt !== undefined && now - askedAt > offlineDays * dayMs
}

/** Since the server was heard last; what was seen before that says nothing. */
export async function latestIn(db: Database, { askedAt }: Terms, now: number): Promise<number> {
  const seen = (await readNote(db, note)) as Seen | undefined
  return seen && seen.askedAt === askedAt ? Math.max(seen.at, now) : now
}

export async function keepLatest(db: Database, { askedAt }: Terms, at: number): Promise<void> {
  if (askedAt !== undefined) await writeNote(db, note, { askedAt, at } satisfies Seen)
}
