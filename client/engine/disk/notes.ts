/** [LK2] What a person keeps in this browser beside records, such as their lists: small, by name, and sealed like the rest. */
import type { Notes } from '../../contract.ts'
import type { Database } from './database.ts'
import { places } from './places.ts'
import type { MetaRow } from './schema.ts'
import type { Sealed } from './seal.ts'
import { openEach } from './unreadable.ts'

const prefix = 'note '

export const isNote = ({ name }: Pick<MetaRow, 'name'>) => name.startsWith(prefix)

export async function writeNote(db: Database, name: string, value: unknown): Promise<void> {
  const row = { name: prefix + name }
  const sealed = await db.seal.close(places.notes(row), value)
  await db.run(({ meta }) => meta.put({ ...row, value: sealed }))
}

/** One that cannot be read is as one that is not there: what it held is with the account. */
export async function readNotes(db: Database): Promise<Notes> {
  return read(db, await db.run(({ meta }) => meta.where('name').startsWith(prefix).toArray()))
}

export async function readNote(db: Database, name: string): Promise<unknown> {
  const row = await db.run(({ meta }) => meta.get(prefix + name))
  return row && (await read(db, [row]))[name]
}

async function read(db: Database, rows: readonly MetaRow[]): Promise<Notes> {
  const { opened } = await openEach(rows, async row => {
    const value = await db.seal.open(places.notes(row), row.value as Sealed)
    return [row.name.slice(prefix.length), value] as const
  })
  return Object.fromEntries(opened)
}
