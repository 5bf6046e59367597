/** Going through the rows of a list, by keys, mouse and fingers: the one they are on, those they select, the one they open. */
import type { ScrollBox } from '../ui/virtual-rows.ts'
import { useActiveRow } from './useActiveRow.ts'
import { useGridKeys } from './useGridKeys.ts'
import type { ListSelection } from './useSelection.ts'

interface Rows {
  walking: Omit<Parameters<typeof useActiveRow>[0], 'onArrival'>
  total(): number
  /** null while there are no rows. */
  scroller(): ScrollBox | null | undefined
  /** The detail opens beside the list, so walking the rows opens it. */
  isBeside(): boolean
  selection: ListSelection
  openRecord(uid: string): void
}

export function useWalking({ walking, total, scroller, isBeside, selection, openRecord }: Rows) {
  const { active, choose, walkTo } = useActiveRow({
    ...walking,
    onArrival(index) {
      if (isBeside() && walking.selected() !== null) openAt(index)
    },
  })

  function openAt(index: number): void {
    const row = walking.rowAt(index)
    choose(index)
    if (row) openRecord(row.uid)
  }

  function open(index: number): void {
    selection.letGo()
    openAt(index)
  }

  function step(index: number): void {
    if (total() === 0) return
    walkTo(Math.min(Math.max(0, index), total() - 1))
    scroller()?.reveal(active.value)
  }

  /** Keys go on from there. */
  function select(index: number, isRange: boolean): void {
    if (isRange) void selection.extend(active.value < 0 ? index : active.value, index)
    else selection.toggle(index)
    choose(index)
    scroller()?.focus()
  }

  /** From the search box into the rows. */
  function walk(): void {
    scroller()?.focus()
    step(Math.max(0, active.value))
  }

  const rowsInSight = () => scroller()?.rowsInSight() ?? 10
  const onKey = useGridKeys({ active, total, rowsInSight, step, open, selection })
  return { active, choose, open, select, walk, onKey }
}
