/** A table as JSON: a list of objects, or one object that holds such a list. [IM1] */
import type { Cell } from '../exchange/cells.ts'
import { membersIn, membersOf } from './json-members.ts'
import { mostOfRow, refuse } from './limits.ts'
import { jsonScan } from './json-scan.ts'
import { columnsByName, type Rows, takeRows } from './table-rows.ts'

/** `lines`: the how many-th object it is. What is no JSON: `damaged`; what is no list of objects: `foreign`. */
export async function readJson(texts: AsyncIterable<string>): Promise<Rows> {
  const columns = columnsByName()
  const rows = takeRows({ namesOf: () => columns.names })
  let line = 0

  function cellsOf(members: Iterable<[string, Cell]>): Cell[] {
    const cells: Cell[] = []
    for (const [name, cell] of members) {
      const index = columns.indexOf(name)
      while (cells.length < index) cells.push(null)
      cells[index] = cell
    }
    return cells
  }

  const scan = jsonScan(object => rows.add(cellsOf(membersOf(object)), ++line))
  for await (const text of texts) {
    scan.push(text)
    const unfinished = scan.unfinished()
    if (unfinished.length <= mostOfRow) continue
    // Its first members tell which limit it breaks.
    cellsOf(membersIn(unfinished))
    refuse('cell too long')
  }
  scan.end()
  return rows.end()
}
