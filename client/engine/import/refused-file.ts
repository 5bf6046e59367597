/** [IM8] The refused rows of a file as they stood there, with the reasons behind them: mended, it can be read again. */
import type { RefusedWords } from '../../contract-import.ts'
import type { Issue } from '../../../shared/fields.ts'
import { csvWriter } from '../exchange/csv.ts'
import type { Comparison } from './compare-rows.ts'
import type { FileTable } from './table-file.ts'

const rowsPerBreath = 500

export async function refusedFile(
  { names, rows }: FileTable,
  comparison: Comparison,
  { words, pause }: { words: RefusedWords; pause(milliseconds: number): Promise<void> },
): Promise<Blob> {
  // A file that was mended has the reasons of before.
  const own = names.flatMap((name, at) => (name.trim() === words.reason ? [] : [at]))
  const labels = [...own.map(at => names[at] ?? ''), words.reason]
  const writer = csvWriter({ names: labels, labels }, { hasMark: true, yes: 'true', no: 'false' })
  const refused = comparison.verdicts.rowsOf(['refused'], { offset: 0, limit: Infinity }).rows
  for (let at = 0; at < refused.length; at += rowsPerBreath) {
    if (at > 0) await pause(0)
    const some = refused.slice(at, at + rowsPerBreath).map(row => {
      const cells = rows[row] ?? []
      const reasons = comparison.row(row).issues.map(issue => reasonOf(issue, words))
      return [...own.map(column => cells[column] ?? null), reasons.join('; ')]
    })
    writer.rows(some)
  }
  return writer.end()
}

function reasonOf({ field, code, params = {} }: Issue, { labels, issues }: RefusedWords): string {
  const text = (issues[code] ?? code).replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(params[name] ?? whole),
  )
  const label = labels[field]
  return label === undefined ? text : `${label}: ${text}`
}
