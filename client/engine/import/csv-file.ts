/** A table as CSV (RFC 4180), with any separator. [IM1] */
import Papa from 'papaparse'
import { breath, mostColumns, mostOfRow, refuse } from './limits.ts'
import { layoutOf } from './csv-layout.ts'
import { type Rows, takeRows } from './table-rows.ts'

export interface CsvTable extends Rows {
  separator: string
}

interface Parsed {
  data: string[][]
  errors: { code: string }[]
  /** `cursor`: how far whole rows reach. */
  meta: { cursor: number }
}

/** What export puts before a text that a spreadsheet would compute. */
const neutral = /^'+[=+\-@\t\r]/

const restored = (text: string) => (text.startsWith("'") && neutral.test(text) ? text.slice(1) : text)

/** `head`: its beginning. Quotes that do not end: `damaged`, as the rest of the file would be one cell. */
export async function readCsv(head: string, texts: AsyncIterable<string>): Promise<CsvTable> {
  const { separator, lineEnd, skipped, endsLoosely } = layoutOf(head)
  const parser = new Papa.Parser({ delimiter: separator, newline: lineEnd })
  const rows = takeRows()
  let line = 0
  let rest = ''
  let wanted = 0

  /** A row grows until it is whole, or too long. */
  function parse(isLast: boolean): void {
    const { data, errors, meta } = parser.parse(rest, 0, !isLast) as Parsed
    if (isLast && errors.some(({ code }) => code === 'MissingQuotes')) refuse('damaged')
    for (const cells of data) {
      if (++line <= skipped) continue
      if (endsLoosely) cells.push((cells.pop() ?? '').replace(/\r$/, ''))
      rows.add(cells.map(restored), line)
    }
    rest = isLast ? '' : rest.slice(meta.cursor)
    // Each time twice as much, or what is one row would be read again and again.
    wanted = rest.length * 2
    if (rest.length > breath / 4) checkUnfinished(parser.parse(rest, 0, false) as Parsed, rest)
  }

  for await (const text of texts) {
    rest += text
    if (rest.length >= wanted) parse(false)
  }
  parse(true)
  return { ...rows.end(), separator }
}

function checkUnfinished({ data: [cells = []] }: Parsed, rest: string): void {
  if (cells.length > mostColumns) refuse('too many columns')
  if (rest.length > mostOfRow) refuse('cell too long')
}
