/** A list on paper: a plain table of all that it finds, in place of the rows that the screen has drawn. [UI16] */
import { nextTick, onScopeDispose, shallowRef } from 'vue'
import type { Kind } from '../../../shared/metadata.ts'
import type { Query, Row, Selection } from '../../contract.ts'
import { useContext } from '../context.ts'

export interface Paper {
  rows: readonly Row[]
  /** As many as it finds. */
  total: number
  fields: readonly string[]
}

interface Wanted {
  query: Query
  selection?: Selection
}

/** More than a hundred sheets are not read, and take a browser longer than anybody waits. */
const mostRows = 5_000
/** Columns for which a sheet that stands has room. */
const uprightColumns = 7
/** On the page's body while the table stands for the rows: style/print.css. */
const marks = { table: 'prints-table', wide: 'prints-wide' }

export function usePaper(kind: Kind) {
  const { engine } = useContext()
  const paper = shallowRef<Paper | null>(null)

  function end(): void {
    paper.value = null
    document.body.classList.remove(...Object.values(marks))
  }
  onScopeDispose(end)

  /** [MA1] As many as the selection has among all that is found, read through as far as needed. */
  async function selectedRows({ query, isAllBut, uids }: Selection) {
    const those = new Set(uids)
    const rows: Row[] = []
    let found = Infinity
    let wanted = Infinity
    for (let at = 0; at < found && rows.length < Math.min(wanted, mostRows); at += mostRows) {
      const part = await engine.query(kind.name, query, at, mostRows)
      found = part.total
      wanted = isAllBut ? found - uids.length : uids.length
      rows.push(...part.rows.filter(({ uid }) => those.has(uid) !== isAllBut))
    }
    return { rows: rows.slice(0, mostRows), total: rows.length < mostRows ? rows.length : wanted }
  }

  /** Resolves when it is printed, or given up. */
  async function print({ query, selection }: Wanted, fields: readonly string[]): Promise<void> {
    const { rows, total } = selection
      ? await selectedRows(selection)
      : await engine.query(kind.name, query, 0, mostRows)
    paper.value = { rows, total, fields }
    document.body.classList.add(marks.table)
    document.body.classList.toggle(marks.wide, fields.length > uprightColumns)
    await nextTick()
    await new Promise(resolve => {
      window.addEventListener('afterprint', resolve, { once: true })
      window.print()
    })
    end()
  }

  return { paper, print }
}
