/** [PG10] Keeps the file of the pages in step with them, where that pays. */
import { notedFile } from '../disk/pages-file.ts'
import { writePagesFile } from '../disk/write-pages-file.ts'
import { StorageError } from '../../storage/fault.ts'
import type { Replica } from './replica.ts'

/** Fewer are read from the database in no time. */
const pagesAtLeast = 32
/** Written since, one page in so many is read from the database as well: more, and the file is written anew. */
const oneIn = 8

/** Under the sync lock, with every page in memory. What cannot be written is no loss: the database is read. */
export async function keepPagesFile(replica: Replica): Promise<void> {
  const { db, pulled, tables, damaged, outdated } = replica
  const hasPatches = [...tables.values()].some(({ patches }) => patches.size > 0)
  if (!db.directory || hasPatches || damaged.size > 0 || outdated.size > 0) return
  try {
    const known = (await notedFile(db))?.revision ?? -1
    const pages = [...tables.values()].flatMap(table => Array.from(table.numberedPages(), ([, page]) => page))
    const newer = pages.filter(({ revision }) => revision > known).length
    if (pages.length >= pagesAtLeast && newer * oneIn > pages.length)
      await writePagesFile(db, pulled.revision)
  } catch (error) {
    if (!(error instanceof DOMException || error instanceof StorageError)) throw error
  }
}
