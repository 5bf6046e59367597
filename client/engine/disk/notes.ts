/** [LK2] What a person keeps in this browser beside records, such as their lists: small, by name, and sealed like the rest. */
import type { Notes } from '../../contract.ts'
import type { Database } from './database.ts'
import { places } from './places.ts'
import type { MetaRow } from './schema.ts'
import type { Sealed } from './seal.ts'
import { openEach } from './unreadable.ts'

const prefix = 'note '

export const isNote = ({ name }: Pick<MetaRow, 'name'>) => name.startsWith(prefix)

/** undefined takes it away. */
export async function writeNote(db: Database, name: string, value: unknown): Promise<void> {
  const row = { name: prefix + name }
  if (value === undefined) return db.run(({ meta }) => meta.delete(row.name))
  const sealed = await db.seal.close(places.notes(row), value)
  await db.run(({ meta }) => meta.put({ ...row, value: sealed }))
}

export async function readNote(db: Database, name: string): Promise<unknown> {
  return (await opened(db, [await db.run(({ meta }) => meta.get(prefix + name))]))[name]
}

export async function readNotes(db: Database): Promise<Notes> {
  return opened(db, await db.run(({ meta }) => meta.where('name').startsWith(prefix).toArray()))
}

/** One that cannot be read is as one that is not there: what it held is with the account. */
async function opened(db: Database, found: (MetaRow | undefined)[]): Promise<Notes> {
  const rows = found.filter(row => row !== undefined)
  const { opened: values } = await openEach(rows, async row => {
    const value = await db.seal.open(places.notes(row), row.value as Sealed)
    return [row.name.slice(prefix.length), value] as const
  })
  return Object.fromEntries(values)
}
