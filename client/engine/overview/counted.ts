/** What an overview counts: confirmed rows, and the records as unsettled work makes them look. */
import type { Field } from '../../../shared/metadata.ts'
import type { BarFilter } from '../../contract-overview.ts'
import type { RowSet } from '../table/row-set.ts'
import type { Shown, Table } from '../table/table.ts'

export interface Counted {
  table: Table
  rows: RowSet
  laid: (Shown & { fields: NonNullable<Shown['fields']> })[]
}

export function asking({ name }: Field, op: BarFilter['op'], value = ''): BarFilter {
  return { field: name, op, value }
}
