/** How a CSV is laid out, told by its beginning. Pure. */
import Papa from 'papaparse'

export interface Layout {
  separator: string
  lineEnd: '\r\n' | '\n' | '\r'
  /** Rows before the names: `sep=;`, for a spreadsheet. */
  skipped: number
  /** Some lines end with `\r\n` and most with `\n`. */
  endsLoosely: boolean
}

const separators = [',', ';', '\t', '|', Papa.RECORD_SEP, Papa.UNIT_SEP]
const rowsLookedAt = 50
const told = /^sep=(.)(?:\r\n?|\n)/i

export function layoutOf(head: string): Layout {
  const said = told.exec(head)
  const body = said ? head.slice(said[0].length) : head
  const unquoted = body.replace(/"[^"]*"/g, '')
  const both = unquoted.split('\r\n').length - 1
  const feeds = unquoted.split('\n').length - 1 - both
  const returns = unquoted.split('\r').length - 1 - both
  const lineEnd =
    both > 0 && both >= feeds ? '\r\n' : feeds > 0 || both > 0 ? '\n' : returns > 0 ? '\r' : '\r\n'
  return {
    separator: said?.[1] ?? separatorOf(body, lineEnd),
    lineEnd,
    skipped: said ? 1 : 0,
    endsLoosely: lineEnd === '\n' && both > 0,
  }
}

/** The one that parts all rows into as many cells, or else the most likely one that parts the names. */
function separatorOf(head: string, lineEnd: string): string {
  const candidates = separators.flatMap(separator => {
    const rows = rowsOf(head, separator, lineEnd)
    const width = rows[0]?.length ?? 1
    return width > 1 ? [{ separator, width, isEven: rows.every(row => row.length === width) }] : []
  })
  const [best] = candidates.filter(({ isEven }) => isEven).toSorted((a, b) => b.width - a.width)
  if (best) return best.separator
  const likely = Papa.parse(head, { preview: rowsLookedAt }).meta.delimiter
  const known = candidates.find(({ separator }) => separator === likely) ?? candidates[0]
  return known?.separator ?? ','
}

/** Without the last, which may be cut off, where there are others; and without blank ones. */
function rowsOf(head: string, delimiter: string, newline: string): string[][] {
  const config = { delimiter, newline: newline as '\n', preview: rowsLookedAt, skipEmptyLines: true }
  const { data } = Papa.parse<string[]>(head, config)
  return data.length > 1 && data.length < rowsLookedAt ? data.slice(0, -1) : data
}
