/** [AC20] The half of the session that only whoever opens the lock can show. */
import type { Database } from './database.ts'
import { readNote, writeNote } from './notes.ts'

const name = 'session key'

export const isSessionKey = (note: string): boolean => note === name

export function keepSessionKey(db: Database, key: string): Promise<void> {
  return writeNote(db, name, key)
}

/** null: the session was made without one, or it cannot be read. */
export async function readSessionKey(db: Database): Promise<string | null> {
  const key = await readNote(db, name)
  return typeof key === 'string' ? key : null
}
