/** Confirmed records on disk: pages, and the cursor they stand for, always written together. [PG2] */
import { type Joined, splitTexts } from '../../../shared/joined-texts.ts'
import type { LaidPage } from '../table/laid-page.ts'
import { isPageBytes, layOut, type PageBytes, pageIn } from '../table/page-bytes.ts'
import { type Columns, emptyPage } from '../table/page.ts'
import type { Database } from './database.ts'
import { pagesInFile } from './pages-file.ts'
import { places } from './places.ts'
import { faultOf, StorageError } from '../../storage/fault.ts'
import type { PageRow, Schema } from './schema.ts'
import { type Sealed, valueIn } from './seal.ts'

/** How far this client has pulled. */
export interface Pulled {
  /** Rises with every write of pages, so that each tab knows what it has not read yet. */
  revision: number
  /** null: nothing yet, or everything anew. */
  cursor: string | null
  /** [PU12] The history that the last push was settled in, until a pull has caught up with it. */
  history: string | null
  /** The last run whose pull is complete: what earlier runs settled stands in the pages. */
  run: number
  /** The server forgot our cursor; pages are being replaced. */
  isResyncing: boolean
  /** [RB4] It has lost our history; pages of that are among those that are being replaced. */
  isLost?: boolean
  /** ms since 1970; null before the first complete pull. */
  completedAt: number | null
  /** ms since 1970: when everything was last known to be what the server holds. */
  verifiedAt?: number
  /** Records in the pages, by kind. */
  counts: Record<string, number>
  /** [PG5] The pages of each kind in which its newest records stand, as many as a first screen asks for. */
  newest: Record<string, number[]>
}

export const nothingPulled: Pulled = {
  revision: 0,
  cursor: null,
  history: null,
  run: 0,
  isResyncing: false,
  completedAt: null,
  counts: {},
  newest: {},
}

export function nextPulled(pulled: Pulled, progress: Partial<Pulled>): Pulled {
  return { ...pulled, ...progress, revision: pulled.revision + 1 }
}

export async function pulledIn({ meta }: Schema): Promise<Pulled> {
  const row = await meta.get('pulled')
  return { ...nothingPulled, ...(row?.value as Partial<Pulled> | undefined) }
}

/** [ST7] A run that was given up may wake again in any tab: it must not write over what was pulled since. */
export async function expectRevision(schema: Schema, revision: number): Promise<void> {
  if ((await pulledIn(schema)).revision !== revision) throw new StorageError('connection')
}

/** [PG7] Patches whose records stand in their pages by now. */
export interface Merged {
  kind: string
  patches: number[]
}

/** The run of what lies over no page any more: before all others. */
const noRun = 0

/**
 * [PG1] Seals the pages, then writes them and `pulled` in one transaction; they carry its revision. `sent`: ids of
 * mutations whose records are deleted by it. [RB5]
 */
export async function writePages(
  db: Database,
  pages: Iterable<PageBytes>,
  pulled: Pulled,
  { merged, sent = [] }: { merged?: Merged | undefined; sent?: string[] } = {},
): Promise<void> {
  const rows = await Promise.all(Array.from(pages, page => sealPage(db, page, pulled.revision)))
  const keys = merged?.patches.map((page): [string, number] => [merged.kind, page]) ?? []
  await db.run(schema =>
    schema.transaction('rw', schema.pages, schema.flights, schema.meta, async () => {
      await expectRevision(schema, pulled.revision - 1)
      if (sent.length > 0) await schema.flights.where('id').anyOf(sent).modify({ run: noRun })
      if (rows.length > 0) await schema.pages.bulkPut(rows)
      if (keys.length > 0) await schema.pages.bulkDelete(keys)
      await schema.meta.put({ name: 'pulled', value: pulled })
    }),
  )
}

/** [PG8] A page that cannot be opened reads as an empty one, and says so. */
export interface StoredPage extends LaidPage {
  isDamaged?: true
  /** Not laid out yet, as an earlier version of the app stored it. */
  isOutdated?: true
}

type Key = [kind: string, page: number]

/** A query, as Dexie has them. */
interface Rows {
  toArray(): PromiseLike<(PageRow | undefined)[]>
  primaryKeys(): PromiseLike<Key[]>
}

/** [PG3] The pages and patches written after `revision`, oldest first. */
export function readPagesAfter(db: Database, revision: number) {
  return readPages(db, ({ pages }) => pages.where('revision').above(revision))
}

/** [PG5] The pages in which the newest records of each kind stand. */
export function readNewestPages(db: Database) {
  return readPages(db, schema => {
    const keys = async () => {
      const { newest } = await pulledIn(schema)
      return Object.entries(newest).flatMap(([kind, pages]) => pages.map((page): Key => [kind, page]))
    }
    return { toArray: async () => schema.pages.bulkGet(await keys()), primaryKeys: keys }
  })
}

/** Pages, with what is pulled as of the same moment. */
async function readPages(db: Database, rowsIn: (schema: Schema) => Rows) {
  const { rows, pulled } = await readRows(db, rowsIn)
  return { pages: await Promise.all(rows.map(row => openPage(db, row))), pulled }
}

/** All at once, or one by one where the browser cannot. */
async function readRows(db: Database, rowsIn: (schema: Schema) => Rows) {
  const asOfNow = <T>(read: (rows: Rows) => PromiseLike<T>) =>
    db.run(schema =>
      schema.transaction(
        'r',
        schema.pages,
        schema.meta,
        async () => [await read(rowsIn(schema)), await pulledIn(schema)] as const,
      ),
    )
  const [found, pulled] = await asOfNow(rows => rows.toArray()).catch(async (error: unknown) => {
    expectUnreadable(error)
    const [keys, then] = await asOfNow(rows => rows.primaryKeys())
    // Pages that others write meanwhile have a later revision, and are read again.
    return [await readEach(db, keys), then] as const
  })
  return { rows: found.filter(row => row !== undefined), pulled }
}

/** Stands for a row that the browser cannot read: nothing opens it. */
const nothingSealed: Sealed = { iv: new Uint8Array(), bytes: new ArrayBuffer(0) }

/**
 * [PG8] Each by itself. Chromium keeps large values in files of their own, and where one is damaged, all that are asked
 * for with it fail (`DataError`, "Failed to read large IndexedDB value").
 */
function readEach(db: Database, keys: readonly Key[]): Promise<(PageRow | undefined)[]> {
  const read = async (key: Key): Promise<PageRow | undefined> => {
    try {
      return await db.run(schema => schema.pages.get(key))
    } catch (error) {
      expectUnreadable(error)
      return { kind: key[0], page: key[1], revision: 0, sealed: nothingSealed }
    }
  }
  return Promise.all(keys.map(read))
}

function expectUnreadable(error: unknown): void {
  if (faultOf(error) !== 'unknown') throw error
}

/** Pages read from the disk at once: some megabytes. */
const pagesAtOnce = 64

/**
 * Every page, some at a time, each as it stands when it is read, and patches. [PG10] Where there is a file, a page that has
 * been written since comes once more, behind it.
 */
export async function* allPages(db: Database): AsyncGenerator<StoredPage[]> {
  const revision = yield* pagesInFile(db)
  if (revision !== null) yield (await readPagesAfter(db, revision)).pages
  else yield* pagesInDatabase(db)
}

/** By kind and number, so patches before pages. */
async function* pagesInDatabase(db: Database): AsyncGenerator<StoredPage[]> {
  const readAfter = (last: Key) =>
    readRows(db, ({ pages }) => pages.where('[kind+page]').above(last).limit(pagesAtOnce))
  let reading = readAfter(['', 0])
  for (;;) {
    const { rows } = await reading
    const end = rows.at(-1)
    if (!end) return
    // The next ones come from the disk while these are opened and installed.
    reading = readAfter([end.kind, end.page])
    // Whoever awaits it is told, and whoever has left does not care.
    reading.catch(() => {})
    yield await Promise.all(rows.map(row => openPage(db, row)))
  }
}

async function sealPage(db: Database, { kind, page, bytes }: PageBytes, revision: number): Promise<PageRow> {
  return { kind, page, revision, sealed: await db.seal.closeBytes(places.pages({ kind, page }), bytes) }
}

async function openPage(db: Database, { kind, page, revision, sealed }: PageRow): Promise<StoredPage> {
  const address = { kind, page, revision }
  const bytes = await db.seal.openBytes(places.pages({ kind, page }), sealed).catch(() => null)
  if (bytes === null) return { ...layOut({ ...emptyPage(kind, page), revision }), isDamaged: true }
  if (isPageBytes(bytes)) return pageIn(address, bytes)
  return { ...layOut({ ...splitTexts(valueIn(bytes) as Joined<Columns>), ...address }), isOutdated: true }
}
