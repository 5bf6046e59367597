/** Tables as CSV (RFC 4180) and JSON. Pure. */
import Papa from 'papaparse'
import type { Cell } from './cells.ts'

/** Written in turns: what stands above the columns, rows as they come, and what is behind them. */
export interface TableWriter {
  rows(rows: readonly Cell[][]): void
  end(): Blob
}

export interface Heads {
  /** Names of the fields, and what people call them. */
  names: readonly string[]
  labels: readonly string[]
}

const byteOrderMark = '\uFEFF'

/**
 * A spreadsheet takes what begins so for a formula, and computes it: an apostrophe before it, which reading takes away
 * again. So it does with apostrophes before such a beginning, of which there is one more then.
 */
const formula = /^'*[=+\-@\t\r]/

export function neutralised(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

export function csvWriter(
  { labels }: Heads,
  { hasMark, yes, no }: { hasMark: boolean; yes: string; no: string },
): TableWriter {
  const parts: string[] = hasMark ? [byteOrderMark] : []
  const written = (rows: readonly string[][]) =>
    parts.push(`${Papa.unparse(rows as string[][], { newline: '\r\n' })}\r\n`)
  const textOf = (cell: Cell): string => {
    if (cell === null) return ''
    if (typeof cell === 'boolean') return cell ? yes : no
    return typeof cell === 'string' ? neutralised(cell) : cell.dateTime.replace('T', ' ')
  }
  written([labels.map(neutralised)])
  return {
    rows: rows => void (rows.length > 0 && written(rows.map(row => row.map(textOf)))),
    end: () => new Blob(parts, { type: 'text/csv' }),
  }
}

/** A list of objects, by the names of the fields. */
export function jsonWriter({ names }: Heads): TableWriter {
  const parts: string[] = []
  const valueOf = (cell: Cell) => (typeof cell === 'object' && cell !== null ? cell.dateTime : cell)
  const textOf = (row: readonly Cell[]) =>
    JSON.stringify(Object.fromEntries(names.map((name, at) => [name, valueOf(row[at] ?? null)])))
  return {
    rows: rows => parts.push(...rows.map(textOf)) && undefined,
    end: () => new Blob([`[\n${parts.join(',\n')}\n]\n`], { type: 'application/json' }),
  }
}
