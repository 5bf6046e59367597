/**
 * [LK5] A person's data from one database into the other, sealed anew: a key that stood on the disk as it is protects
 * nothing afterwards, wherever it is written then. The other counts as there once its client is written, together with the
 * work; cut off before that, all of it is done again.
 */
import type { Table } from 'dexie'
import { reserve } from './convert.ts'
import type { Database } from './database.ts'
import { isNote } from './notes.ts'
import { pagesFileRow } from './pages-file.ts'
import { places } from './places.ts'
import type { MetaRow, PageRow, Schema } from './schema.ts'
import type { Sealed } from './seal.ts'

/** In memory at one time. */
const pagesAtOnce = 8
/** Rows of `meta` that belong to the one database, and not to the data. */
const ownRows = new Set(['key', 'locks', 'tries', 'locked', 'unlocked', pagesFileRow])
const workTables = ['acts', 'bodies', 'flights', 'refusals', 'unsaved', 'outbox', 'sent'] as const

type WorkTable = (typeof workTables)[number]
interface SealedRow {
  sealed: Sealed
}

export async function move(from: Database, to: Database): Promise<void> {
  await to.run(({ pages }) => pages.clear())
  const keys = await from.run(({ pages }) => pages.toCollection().primaryKeys())
  for (let at = 0; at < keys.length; at += pagesAtOnce)
    await movePages(from, to, keys.slice(at, at + pagesAtOnce))
  await moveWork(from, to)
}

async function movePages(from: Database, to: Database, keys: [string, number][]): Promise<void> {
  const rows = await from.run(({ pages }) => pages.bulkGet(keys))
  const sealed = await Promise.all(
    rows.filter(row => row !== undefined).map(row => passed(from, to, { row, place: places.pages(row) })),
  )
  await to.run(({ pages }) => pages.bulkPut(sealed))
}

/** In one transaction: half of somebody's work would be none. */
async function moveWork(from: Database, to: Database): Promise<void> {
  const found = await from.run(schema =>
    schema.transaction('rw', tablesIn(schema), async () => ({
      work: await Promise.all(workTables.map(name => rowsOf(schema, name).toArray())),
      meta: await schema.meta.toArray(),
      heads: await schema.groups.toArray(),
      free: await reserve(schema, 1),
    })),
  )
  const work = await Promise.all(
    found.work.map((rows, at) => {
      const placeOf = places[workTables[at] ?? 'acts'] as (row: never) => string
      return Promise.all(rows.map(row => passed(from, to, { row, place: placeOf(row as never) })))
    }),
  )
  const meta = await Promise.all(
    found.meta
      .filter(({ name }) => !ownRows.has(name))
      .map(row => (isNote(row) ? passedNote(from, to, row) : row)),
  )
  await to.run(schema =>
    schema.transaction('rw', tablesIn(schema), async () => {
      for (const [at, rows] of work.entries()) {
        const table = rowsOf(schema, workTables[at] ?? 'acts')
        await table.clear()
        await table.bulkAdd(rows)
      }
      await schema.groups.clear()
      await schema.groups.bulkAdd(found.heads)
      await goOnCounting(schema, found.free)
      await schema.meta.bulkPut(meta)
    }),
  )
}

const rowsOf = (schema: Schema, name: WorkTable) => schema[name] as unknown as Table<SealedRow>
const tablesIn = (schema: Schema) => [
  ...workTables.map(name => rowsOf(schema, name)),
  ...[schema.groups, schema.meta],
]

/** [CH7] Every act to come has a greater number than any that ever was. */
async function goOnCounting({ acts }: Schema, free: number): Promise<void> {
  const nothing = { kind: '', uid: '', sealed: { iv: new Uint8Array(), bytes: new ArrayBuffer(0) } }
  await acts.add({ ...nothing, seq: free })
  await acts.delete(free)
}

async function passedNote(from: Database, to: Database, { name, value }: MetaRow): Promise<MetaRow> {
  const { sealed } = await passed(from, to, {
    row: { sealed: value as Sealed },
    place: places.notes({ name }),
  })
  return { name, value: sealed }
}

/** [OB12] [PG8] What cannot be read goes along as it is: it is counted and shown as such, here and there. */
async function passed<T extends SealedRow | PageRow>(
  from: Database,
  to: Database,
  { row, place }: { row: T; place: string },
): Promise<T> {
  const opened = await from.seal.openBytes(place, row.sealed).catch(() => null)
  return opened ? { ...row, sealed: await to.seal.closeBytes(place, opened) } : row
}
