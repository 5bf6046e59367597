/**
 * [PG10] The pages once more, as they are sealed, in one file: a browser reads that ten times as fast as its database. The
 * database says which file it is and up to which revision it goes; nothing stands in it alone, and where it cannot be read
 * the database is.
 *
 * The sealed pages one behind the other, then JSON of what each is (`Entry`), then that JSON's length in 4 bytes.
 */
import { isPageBytes, type PageBytes, pageIn } from '../table/page-bytes.ts'
import type { Database } from './database.ts'
import { type OpenFile, openFile } from './files.ts'
import { places } from './places.ts'

export interface Entry {
  kind: string
  page: number
  revision: number
  iv: number[]
  length: number
}

/** A row of `meta`: it belongs to this database alone. */
export const pagesFileRow = 'pages-file'

export interface Noted {
  file: string
  revision: number
}

/** Read, and written, at once: some megabytes. */
export const pagesAtOnce = 64
const lengthBytes = 4

export async function notedFile(db: Database): Promise<Noted | null> {
  const row = await db.run(({ meta }) => meta.get(pagesFileRow))
  return (row?.value as Noted | undefined) ?? null
}

/** Its pages, some at a time. Returns up to which revision they go; null: there are none that can be read. */
export async function* pagesInFile(db: Database): AsyncGenerator<PageBytes[], number | null> {
  const noted = await notedFile(db)
  if (!noted || !db.directory) return null
  try {
    const file = await openFile(await db.directory(), noted.file)
    try {
      yield* openPages(db, file)
    } finally {
      file.close()
    }
    return noted.revision
  } catch {
    // Whatever it is: what stands in the database is right, and this file is not asked again.
    await db.run(({ meta }) => meta.delete(pagesFileRow))
    return null
  }
}

async function* openPages(db: Database, file: OpenFile): AsyncGenerator<PageBytes[]> {
  const entries = entriesIn(file)
  let at = 0
  for (let first = 0; first < entries.length; first += pagesAtOnce) {
    const some = entries.slice(first, first + pagesAtOnce)
    const bytes = bytesAt(
      file,
      at,
      some.reduce((sum, { length }) => sum + length, 0),
    )
    at += bytes.length
    let start = 0
    yield await Promise.all(
      some.map(entry => openEntry(db, entry, bytes.subarray(start, (start += entry.length)))),
    )
  }
}

async function openEntry(db: Database, entry: Entry, bytes: Uint8Array<ArrayBuffer>): Promise<PageBytes> {
  const iv = Uint8Array.from(entry.iv)
  const opened = await db.seal.openBytes(places.pages(entry), { iv, bytes })
  if (!isPageBytes(opened)) throw new Error('Not a page')
  const { kind, page, revision } = entry
  return pageIn({ kind, page, revision }, opened)
}

function entriesIn(file: OpenFile): Entry[] {
  const end = file.getSize() - lengthBytes
  const [length = 0] = new Uint32Array(bytesAt(file, end, lengthBytes).buffer)
  return JSON.parse(new TextDecoder().decode(bytesAt(file, end - length, length))) as Entry[]
}

function bytesAt(file: OpenFile, at: number, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  if (at < 0 || file.read(bytes, { at }) !== length) throw new Error('Cut off')
  return bytes
}
