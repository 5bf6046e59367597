/** Best matches first: a whole field, then the start of a word, then anywhere. */
import { pageRecords } from '../../shared/limits.ts'
import { fieldEnd } from './fold.ts'
import type { PreparedTerm } from './search.ts'
import type { Table } from './table.ts'

/** With more hits than anybody looks through, arrival order serves as well and costs nothing. */
const rankedAtMost = 2_000

/** The matching rows, best first; equal ones in arrival order. */
export function rankMatches(table: Table, isMatch: Uint8Array, terms: PreparedTerm[]): number[] {
  const rows: number[] = []
  for (let row = isMatch.indexOf(1); row >= 0; row = isMatch.indexOf(1, row + 1)) rows.push(row)
  if (terms.length === 0 || rows.length > rankedAtMost) return rows
  const rankOf = new Map(rows.map(row => [row, rank(rowText(table, row), terms)]))
  return rows.sort((a, b) => (rankOf.get(a) ?? 0) - (rankOf.get(b) ?? 0) || a - b)
}

function rowText(table: Table, row: number): string {
  const text = table.texts[Math.floor(row / pageRecords)]
  const slot = row % pageRecords
  return text ? text.text.slice(text.starts[slot], text.starts[slot + 1]) : ''
}

/** The sum over the terms of 0 (a whole field), 1 (the start of a word) or 2 (inside a word). */
function rank(text: string, terms: PreparedTerm[]): number {
  let sum = 0
  for (const term of terms) {
    let best = 2
    for (let at = text.indexOf(term.text); at >= 0 && best > 0; at = text.indexOf(term.text, at + 1)) {
      const before = text[at - 1]
      const after = text[at + term.text.length]
      if (before === fieldEnd && after === fieldEnd) best = 0
      else if (before === fieldEnd || before === ' ') best = Math.min(best, 1)
    }
    sum += best
  }
  return sum
}
