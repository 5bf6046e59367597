/** [PG10] Writes the pages once more, into one file. Under the sync lock: nobody else writes pages meanwhile. */
import type { Database } from './database.ts'
import { createFile, type OpenFile, prefixOf, removeFiles } from './files.ts'
import { pulledIn } from './pages.ts'
import { type Entry, type Noted, notedFile, pagesAtOnce, pagesFileRow } from './pages-file.ts'
import type { PageRow } from './schema.ts'

const utf8 = new TextEncoder()

/** Written anew, and the old one removed; nothing where pages are written meanwhile. */
export async function writePagesFile(db: Database, revision: number): Promise<void> {
  const root = await db.directory?.()
  if (!root) return
  const file = prefixOf(db.name) + db.newUid()
  let kept = (await notedFile(db))?.file
  try {
    const created = await createFile(root, file)
    try {
      await copyPages(db, created)
    } finally {
      created.close()
    }
    if (await isNoted(db, { file, revision })) kept = file
  } finally {
    await removeFiles(root, { of: db.name, but: kept })
  }
}

async function copyPages(db: Database, file: OpenFile): Promise<void> {
  const entries: Entry[] = []
  let at = 0
  const write = (bytes: Uint8Array<ArrayBuffer>): void => {
    if (file.write(bytes, { at }) !== bytes.length) throw new Error('Cut off')
    at += bytes.length
  }
  for await (const rows of rowsOf(db))
    for (const { kind, page, revision, sealed } of rows) {
      const bytes = new Uint8Array(sealed.bytes)
      write(bytes)
      entries.push({ kind, page, revision, iv: [...sealed.iv], length: bytes.length })
    }
  const json = utf8.encode(JSON.stringify(entries))
  write(json)
  write(new Uint8Array(Uint32Array.of(json.length).buffer))
  file.flush()
}

async function* rowsOf(db: Database): AsyncGenerator<PageRow[]> {
  let last: [kind: string, page: number] = ['', 0]
  for (;;) {
    const rows = await db.run(({ pages }) =>
      pages.where('[kind+page]').above(last).limit(pagesAtOnce).toArray(),
    )
    const end = rows.at(-1)
    if (!end) return
    yield rows
    last = [end.kind, end.page]
  }
}

/** Unless pages have been written since it was begun: some of them may be in it, and some not. */
function isNoted(db: Database, noted: Noted): Promise<boolean> {
  return db.run(schema =>
    schema.transaction('rw', schema.meta, async () => {
      if ((await pulledIn(schema)).revision !== noted.revision) return false
      await schema.meta.put({ name: pagesFileRow, value: noted })
      return true
    }),
  )
}
