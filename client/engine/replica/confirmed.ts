/** The confirmed records in memory: a table a kind, which mirrors the pages on disk. */
import type { Kind } from '../../../shared/metadata.ts'
import type { Database } from '../disk/database.ts'
import {
  allPages,
  nextPulled,
  nothingPulled,
  type Pulled,
  readNewestPages,
  readPagesAfter,
  type StoredPage,
  writePages,
} from '../disk/pages.ts'
import { grouped } from '../grouped.ts'
import { withoutDoubles } from '../table/doubles.ts'
import { firstScreenRecords, newestPages } from '../table/order.ts'
import { currentPage, idsIn } from '../table/laid-page.ts'
import { layOut, type PageBytes } from '../table/page-bytes.ts'
import { isPatch, type Page } from '../table/page.ts'
import { Table } from '../table/table.ts'

export class ConfirmedRecords {
  readonly db: Database
  protected readonly onBug: (error: unknown) => void
  readonly tables = new Map<string, Table>()
  pulled: Pulled = nothingPulled
  /** Every page is in memory. */
  isWhole = false
  /** [PG8] Stored pages that are not as they were written, until what they held is here again. */
  readonly damaged = new Map<string, Pick<StoredPage, 'kind' | 'page' | 'isDamaged'>>()
  /** Stored pages that are not laid out yet. */
  readonly outdated = new Map<string, Pick<StoredPage, 'kind' | 'page'>>()

  constructor(db: Database, onBug: (error: unknown) => void) {
    this.db = db
    this.onBug = onBug
    for (const kind of db.kinds) this.tables.set(kind.name, new Table(kind))
  }

  /** A kind this app does not know is kept all the same: its next version may. */
  table(kind: string): Table {
    const known = this.tables.get(kind)
    if (known) return known
    const label = { en: kind, id: kind }
    const unknown: Kind = { name: kind, label, plural: label, icon: 'file', title: '', fields: [] }
    const table = new Table(unknown)
    this.tables.set(kind, table)
    return table
  }

  /** [PG5] The pages in which the newest records of each kind stand. */
  protected async readNewest(): Promise<void> {
    const { pages, pulled } = await readNewestPages(this.db)
    this.install(pages, pulled)
  }

  /** The pages of each kind in which its newest records stand, with `pages` written. */
  protected newestWith(pages: readonly Pick<Page, 'kind' | 'page' | 'id'>[]): Pulled['newest'] {
    const written = grouped(
      pages.filter(page => !isPatch(page)),
      ({ kind }) => kind,
    )
    // Apps of before did not keep which these are.
    for (const [kind] of this.tables)
      if (this.isWhole && !this.pulled.newest[kind] && !written.has(kind)) written.set(kind, [])
    const newest = Array.from(written, ([kind, of]) => [kind, newestPages(this.table(kind), of)])
    return { ...this.pulled.newest, ...(Object.fromEntries(newest) as Pulled['newest']) }
  }

  /** So many of the newest records of a kind are known to be here, with none missing between them. */
  newestHere(kind: string): number {
    const table = this.table(kind)
    if (this.isWhole) return table.confirmedCount
    const isHere = (page: number) => table.pages[page] !== undefined && !this.damaged.has(`${kind}/${page}`)
    const areHere = this.pulled.newest[kind]?.every(isHere) ?? false
    return areHere ? Math.min(firstScreenRecords, table.confirmedCount) : 0
  }

  /** The other pages. Those that other tabs write meanwhile are read at the end. */
  async finish(): Promise<void> {
    if (this.isWhole) return
    const patches: StoredPage[] = []
    for await (const pages of allPages(this.db)) {
      for (const page of pages) {
        if (isPatch(page)) patches.push(page)
        else if (page.revision > (this.table(page.kind).pages[page.page]?.revision ?? -1)) this.put(page)
      }
    }
    // [ST7] Given up, it took so long that another reading has ended.
    if (this.isWhole) return
    for (const patch of patches.sort((a, b) => a.revision - b.revision)) this.put(patch)
    await this.catchUp()
    this.isWhole = true
    // From now on absence says something.
    this.install([], this.pulled)
  }

  /** Reads the pages that other tabs have written. */
  async catchUp(): Promise<void> {
    const { pages, pulled } = await readPagesAfter(this.db, this.pulled.revision)
    // Pages that this tab has written meanwhile are newer than those read.
    if (pulled.revision < this.pulled.revision) return this.catchUp()
    this.install(pages, pulled)
    for (const table of this.tables.values())
      for (const page of withoutDoubles(table)) this.put({ ...layOut(page), isDamaged: true })
  }

  /** [PG2] [PG11] Pages behind the others of their kind, which change none of these; on disk and then in memory. */
  async append(laid: readonly PageBytes[], progress: Pick<Pulled, 'cursor'>): Promise<void> {
    const { revision } = nextPulled(this.pulled, {})
    const counts = { ...this.pulled.counts }
    const pages = laid.map((each, at) => {
      const { kind, count } = each
      counts[kind] = (counts[kind] ?? 0) + count
      return { ...each, revision, page: this.table(kind).pages.length + at }
    })
    const newest = this.newestWith(pages.map(each => ({ ...each, id: idsIn(each) })))
    const pulled = nextPulled(this.pulled, { ...progress, counts, newest })
    await writePages(this.db, pages, pulled)
    this.install(pages, pulled)
  }

  protected install(pages: StoredPage[], pulled: Pulled): void {
    for (const page of pages) this.put(page)
    this.pulled = pulled
  }

  private put(page: StoredPage): void {
    const [table, key] = [this.table(page.kind), `${page.kind}/${page.page}`]
    const { kind, page: number, isDamaged } = page
    if (isDamaged || this.damaged.has(key))
      this.damaged.set(key, { kind, page: number, ...(isDamaged && { isDamaged }) })
    if (page.isOutdated) this.outdated.set(key, { kind, page: number })
    else this.outdated.delete(key)
    table.install(currentPage(table.kind, page))
  }
}
