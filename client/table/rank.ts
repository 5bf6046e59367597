/** Best matches first: a whole field, then the start of a word, then anywhere. */
import type { ValueWords } from '../../shared/fields.ts'
import { fieldsOf, type PreparedTerm } from './search.ts'
import type { Table } from './table.ts'

/** With more hits than anybody looks through, arrival order serves as well and costs nothing. */
const rankedAtMost = 2_000

/** The matching rows, best first; equal ones in arrival order. */
export function ranked(table: Table, rows: Int32Array, terms: PreparedTerm[], words: ValueWords): Int32Array {
  if (terms.length === 0 || rows.length > rankedAtMost) return rows
  const fits = new Map(Array.from(rows, row => [row, fit(table, row, terms, words)]))
  return rows.sort((a, b) => (fits.get(b) ?? 0) - (fits.get(a) ?? 0) || a - b)
}

/** The sum over the terms of how well the record's best field holds them. */
function fit(table: Table, row: number, terms: PreparedTerm[], words: ValueWords): number {
  let sum = 0
  for (const term of terms) {
    let best = 0
    for (const field of fieldsOf(table.kind, term))
      best = Math.max(best, table.columns.get(field.name)?.fit(row, term.text, words) ?? 0)
    // A hit in the title of a record referred to counts as one inside a word.
    sum += Math.max(best, 1)
  }
  return sum
}
