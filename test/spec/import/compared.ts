/** Rows compared with records that stand in tables, as the worker compares them. */
import type { ImportDiff, ImportPlan, ImportRow } from '../../../client/contract-import.ts'
import type { RecordState } from '../../../client/contract.ts'
import type { Cell } from '../../../client/engine/exchange/cells.ts'
import { proposedPlan } from '../../../client/engine/import/columns.ts'
import { Comparison } from '../../../client/engine/import/compare-rows.ts'
import type { KnownRecords } from '../../../client/engine/import/named-records.ts'
import { kinds } from '../../../shared/kinds.ts'
import type { Kind } from '../../../shared/metadata.ts'
import type { Fields } from '../../../shared/record.ts'
import { Bench, uid } from '../../support/tables.ts'
import { kindOf } from './of-kinds.ts'

interface Standing {
  fields: Fields
  /** null: it has not been sent. */
  id?: string | null
  state?: RecordState
}

/** Records by number, which is that of their uid and, unless they are given another, their id. */
export type Given = Record<number, Standing>

export function knownOf(kind: Kind, given: Given): KnownRecords {
  const bench = new Bench(kinds)
  for (const [number, { fields, id = number, state = 'settled' }] of Object.entries(given))
    bench.lay(kind.name, { uid: uid(Number(number)), id: id === null ? null : String(id), fields, state })
  const table = bench.table(kind.name)
  return { kind, uids: [...table.overlay.keys()], isPartial: false, shown: each => table.shown(each) }
}

interface Asked {
  kind?: string
  names: string[]
  rows: Cell[][]
  records?: Given
  devices?: Given
  /** Instead of what is proposed. */
  plan?: Partial<ImportPlan>
}

export interface Answer {
  comparison: Comparison
  plan: ImportPlan
  diff: ImportDiff
  rows: ImportRow[]
  /** Of each row what becomes of it: its verdict, or the codes of what is wrong with it, with their fields. */
  brief: string[]
}

export function compared(asked: Asked): Answer {
  const { kind = 'record_a', names, rows, records = {}, devices = {} } = asked
  const plan = { ...proposedPlan(kindOf(kind), kinds, { names, rows }), ...asked.plan }
  const known = knownOf(kindOf('device'), devices)
  let made = 900
  const comparison = new Comparison({
    ...{ plan, rows, lines: rows.map((_, row) => row + 2), records: knownOf(kindOf(kind), records) },
    referred: () => known,
    newUid: () => uid(made++),
  })
  const diff = diffOf(comparison)
  const told = rows.map((_, row) => comparison.row(row))
  return { comparison, plan, diff, rows: told, brief: told.map(briefly) }
}

function diffOf(comparison: Comparison): ImportDiff {
  const run = comparison.run()
  for (;;) {
    const { done, value } = run.next()
    if (done) return value
  }
}

function briefly({ verdict, issues }: ImportRow): string {
  if (issues.length === 0) return verdict
  return issues.map(({ field, code }) => (field === '' ? code : `${field} ${code}`)).join(', ')
}
