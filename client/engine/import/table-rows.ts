/** Rows as they are read, which say at once when they grow beyond what is taken. Pure. */
import type { Cell } from '../exchange/cells.ts'
import { mostColumns, mostKept, mostOfCell, mostRows, placeOfCell, refuse } from './limits.ts'

export interface Rows {
  /** Above each column; '': nothing stands there. */
  names: string[]
  /** A row ends with its last cell that says something: what is behind it is blank. */
  rows: Cell[][]
  lines: number[]
}

/** A column with more different texts than that has no use for a list of them. */
const mostShared = 2048

/** The same text, without the piece of the file that it was cut from. `column`: whose texts often are the same. */
export type Keep = (text: string, column: number) => string

/** Texts that come again and again in a column are kept once. */
export function textKeeper(): Keep {
  const shared: Map<string, string>[] = []
  return (text, column) => {
    const texts = (shared[column] ??= new Map())
    const found = texts.get(text)
    if (found !== undefined) return found
    const own = apart(text)
    if (texts.size < mostShared) texts.set(own, own)
    return own
  }
}

/** Engines keep the whole text that a part was cut from, for as long as the part is there; not so one they made anew. */
function apart(text: string): string {
  return text.length < 13 ? text : ` ${text}`.slice(1)
}

/** Counts what stays in memory. */
export function keptCount(): (text: string) => void {
  let sum = 0
  return text => {
    if (text.length > mostOfCell) refuse('cell too long')
    sum += text.length + placeOfCell
    if (sum > mostKept) refuse('too large')
  }
}

const textOf = (cell: Cell | undefined) =>
  typeof cell === 'object' ? (cell?.dateTime ?? '') : String(cell ?? '')

export interface RowsTaken {
  /** `line`: from 1. A row in which nothing stands is left out. */
  add(cells: Cell[], line: number): void
  end(): Rows
}

interface RowsOptions {
  /** Of columns that have names of their own; without, the first row has them. */
  namesOf?: () => string[]
  /** Where texts come with nothing that they were cut from, they are kept as they are. */
  keep?: Keep
}

export function takeRows({ namesOf, keep: kept = textKeeper() }: RowsOptions = {}): RowsTaken {
  const count = keptCount()
  const rows: Cell[][] = []
  const lines: number[] = []
  let head: Cell[] | null = namesOf ? [] : null
  let width = 0

  function keep(cell: Cell | undefined, column: number): Cell {
    if (typeof cell !== 'string') {
      count('')
      return cell ?? null
    }
    count(cell)
    return cell === '' ? null : kept(cell, column)
  }

  return {
    add(cells, line) {
      const end = cells.findLastIndex(cell => cell !== null && cell !== '') + 1
      if (end > mostColumns) refuse('too many columns')
      if (end === 0) return
      const row = cells.slice(0, end).map(keep)
      if (head === null) {
        head = row
        return
      }
      if (rows.length === mostRows) refuse('too many rows')
      width = Math.max(width, end)
      rows.push(row)
      lines.push(line)
    },
    end() {
      if (rows.length === 0) refuse('empty')
      const names = namesOf?.() ?? (head ?? []).map(textOf)
      while (names.length < width) names.push('')
      return { names, rows, lines }
    },
  }
}

/** Columns by name, in the order in which they come. */
export function columnsByName(): { names: string[]; indexOf(name: string): number } {
  const names: string[] = []
  const indices = new Map<string, number>()
  return {
    names,
    indexOf(name) {
      const known = indices.get(name)
      if (known !== undefined) return known
      if (names.length === mostColumns) refuse('too many columns')
      if (name.length > mostOfCell) refuse('cell too long')
      const own = apart(name)
      indices.set(own, names.length)
      return names.push(own) - 1
    },
  }
}
