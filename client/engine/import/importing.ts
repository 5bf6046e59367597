/** One file after the other: read, compared by a plan, and written, each of which a person may give up. [IM6] [IM9] */
import { assert } from '../../../shared/assert.ts'
import { kindNamed } from '../../../shared/metadata.ts'
import type {
  ImportCompared,
  Imported,
  ImportPlan,
  ImportRow,
  RefusedWords,
  TableRead,
  Verdict,
} from '../../contract-import.ts'
import type { EngineEvent } from '../../contract-status.ts'
import { everything } from '../../contract-records.ts'
import type { NewAct } from '../disk/acts.ts'
import { addTogether } from '../many/together.ts'
import type { CreateImporting, Importing, User } from '../world.ts'
import { proposedPlan } from './columns.ts'
import { Comparison } from './compare-rows.ts'
import type { KnownRecords } from './named-records.ts'
import { refusedFile } from './refused-file.ts'
import { type FileTable, readTableFile } from './table-file.ts'
import { shapeOf } from './table-shape.ts'

type Progress = Extract<EngineEvent, { type: 'progress' }>

/** Some 5 ms of work. */
const rowsPerBreath = 500

export const createImporting: CreateImporting = (user, tell) => new FileImport(user, tell)

class FileImport implements Importing {
  private readonly user: User
  private readonly tell: (event: EngineEvent) => void
  private control = new AbortController()
  private opened: { kind: string; table: FileTable } | null = null
  private compared: { comparison: Comparison; plan: ImportPlan; revision: number } | null = null

  constructor(user: User, tell: (event: EngineEvent) => void) {
    this.user = user
    this.tell = tell
  }

  letGo(): void {
    this.control.abort()
    this.opened = null
    this.compared = null
  }

  /** Whatever was under way before it ends. */
  private async begin<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | { outcome: 'given up' }> {
    this.control.abort()
    this.control = new AbortController()
    const { signal } = this.control
    try {
      return await work(signal)
    } catch (error) {
      if (signal.aborted) return { outcome: 'given up' }
      throw error
    }
  }

  private readonly progress = (of: Progress['of'], done: number, total: number) =>
    this.tell({ type: 'progress', of, done, total })

  read(kindName: string, file: Blob, sheet?: number): Promise<TableRead> {
    this.letGo()
    return this.begin(async signal => {
      const { replica, world } = this.user
      const found = await readTableFile(file, {
        ...{ signal, pause: world.pause },
        ...(sheet !== undefined && { sheet }),
        onProgress: (done, total) => this.progress('read', done, total),
      })
      if (found.outcome === 'refused') return found
      const { table } = found
      const kind = kindNamed(world.kinds, kindName)
      assert(kind, 'a list is read in for a kind that there is')
      this.opened = { kind: kindName, table }
      return { outcome: 'read', table: shapeOf(table), plan: proposedPlan(kind, replica.db.kinds, table) }
    })
  }

  compare(plan: ImportPlan): Promise<ImportCompared> {
    return this.begin(async signal => {
      const { diff } = await this.compareBy(plan, signal, 'compare')
      return { outcome: 'compared', diff }
    })
  }

  private async compareBy(plan: ImportPlan, signal: AbortSignal, of: Progress['of']) {
    const { opened } = this
    assert(opened, 'a file is read before it is compared')
    const { rows, lines } = opened.table
    const { world } = this.user
    // What changes from here on may have been compared already.
    const revision = this.revision()
    const comparison = new Comparison({
      ...{ plan, lines, rows, newUid: () => world.newUid() },
      records: this.recordsOf(opened.kind),
      referred: kind => this.recordsOf(kind),
    })
    const run = comparison.run()
    for (;;) {
      const step = run.next()
      if (step.done) {
        this.compared = { comparison, plan, revision }
        return { comparison, diff: step.value }
      }
      this.progress(of, comparison.done, rows.length)
      await world.pause(0)
      signal.throwIfAborted()
    }
  }

  private recordsOf(name: string): KnownRecords {
    const { reader, replica } = this.user
    const table = replica.table(name)
    const [uids, isPartial] = [reader.uids(name, everything), !replica.isCertain]
    return { kind: table.kind, uids, isPartial, shown: uid => table.shown(uid) }
  }

  /** Rises with every change to any record. */
  private revision(): number {
    return [...this.user.replica.tables.values()].reduce((sum, table) => sum + table.revision, 0)
  }

  rows(wanted: readonly Verdict[], offset: number, limit: number): { rows: ImportRow[]; total: number } {
    const { comparison } = this.compared ?? {}
    if (!comparison) return { rows: [], total: 0 }
    const { rows, total } = comparison.verdicts.rowsOf(wanted, { offset, limit })
    return { rows: rows.map(row => comparison.row(row)), total }
  }

  write(): Promise<Imported> {
    return this.begin(async signal => {
      const { compared, opened } = this
      assert(compared && opened, 'a file is compared before it is written')
      // [IM7] What its person has seen is what is done, and nothing else.
      const isAsSeen = this.revision() === compared.revision
      const { comparison, diff } = isAsSeen
        ? { ...compared, diff: null }
        : await this.compareBy(compared.plan, signal, 'write')
      if (diff && !comparison.verdicts.isSame(compared.comparison.verdicts))
        return { outcome: 'changed', diff }
      const acts = await this.acts(comparison, signal)
      if (!acts)
        return { outcome: 'changed', diff: (await this.compareBy(compared.plan, signal, 'write')).diff }
      const group = await addTogether(this.user, acts, signal)
      return { outcome: 'saved', group, ...countsOf(acts, opened.kind) }
    })
  }

  /** Records that others refer to first. null: some have changed since they were compared. */
  private async acts(comparison: Comparison, signal: AbortSignal): Promise<NewAct[] | null> {
    const { replica, outside, world } = this.user
    const kind = this.opened?.kind ?? ''
    const moment = { since: replica.works.newest, at: outside.now() }
    const acts = comparison.made.map(({ kind: of, uid, fields }): NewAct => ({
      ...moment,
      kind: of,
      uid,
      deed: { do: 'make', fields },
    }))
    const { rows } = comparison.verdicts.rowsOf(['added', 'changed'], { offset: 0, limit: Infinity })
    for (const [at, row] of rows.entries()) {
      if (at > 0 && at % rowsPerBreath === 0) {
        this.progress('write', at, rows.length)
        await world.pause(0)
        signal.throwIfAborted()
      }
      const work = comparison.work(row)
      if (!work) return null
      const { uid } = work
      const givenId = replica.givenIdOf(uid)
      acts.push({
        ...{ ...moment, kind, uid },
        deed:
          work.do === 'make'
            ? { do: 'make', fields: work.fields }
            : { do: 'edit', changes: work.changes, shown: work.seen },
        ...(givenId !== undefined && { givenId }),
      })
    }
    return acts
  }

  refused(words: RefusedWords): Promise<Blob> {
    const { opened, compared } = this
    assert(opened && compared, 'a file is compared before its refused rows are asked for')
    return refusedFile(opened.table, compared.comparison, { words, pause: this.user.world.pause })
  }
}

function countsOf(acts: readonly NewAct[], kind: string): { added: number; changed: number } {
  const own = acts.filter(act => act.kind === kind)
  const added = own.filter(({ deed }) => deed.do === 'make').length
  return { added, changed: own.length - added }
}
