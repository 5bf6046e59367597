/** A file's table as a screen shows it: its columns with the first values that say something. Pure. */
import type { TableColumn, TableShape } from '../../contract-import.ts'
import type { Cell } from '../exchange/cells.ts'
import type { FileTable } from './table-file.ts'

const samplesPerColumn = 3
/** Rows in which they are looked for. */
const rowsLookedAt = 200
/** More is not read on a screen. */
const charactersShown = 80

export function shapeOf({ names, rows, lines: _, ...table }: FileTable): TableShape {
  const first = rows.slice(0, rowsLookedAt)
  const columns = names.map((name, at): TableColumn => {
    const texts = new Set(first.flatMap(row => textOf(row[at] ?? null) || []))
    return { name, samples: [...texts].slice(0, samplesPerColumn) }
  })
  return { ...table, columns, rows: rows.length }
}

function textOf(cell: Cell): string {
  const text = typeof cell === 'object' ? (cell?.dateTime.replace('T', ' ') ?? '') : String(cell)
  return text.trim().slice(0, charactersShown)
}
