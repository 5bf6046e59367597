/** Best matches first: a whole field, then the start of a word, then anywhere. */
import type { ValueWords } from '../../../shared/fields.ts'
import { fieldsOf, type PreparedTerm } from './search.ts'
import type { Table } from './table.ts'

/** With more hits than anybody looks through, arrival order serves as well and costs nothing. */
const rankedAtMost = 2_000

/** The matching rows, best first; equal ones in arrival order. */
export function ranked(table: Table, rows: Int32Array, terms: PreparedTerm[], words: ValueWords): Int32Array {
  if (terms.length === 0 || rows.length > rankedAtMost) return rows
  const fits = new Map<number, number>()
  for (const term of terms) {
    const columns = fieldsOf(table.kind, term).flatMap(({ name }) => table.columns.get(name) ?? [])
    for (const row of rows) {
      let best = 0
      for (const column of columns) best = Math.max(best, column.fit(row, term.text, words))
      // A hit in the title of a record referred to counts as one inside a word.
      fits.set(row, (fits.get(row) ?? 0) + Math.max(best, 1))
    }
  }
  return rows.sort((a, b) => (fits.get(b) ?? 0) - (fits.get(a) ?? 0) || a - b)
}
