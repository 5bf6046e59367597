/** The rows of a file with a verdict, fetched in windows as they come into sight. */
import { shallowRef, triggerRef, watch } from 'vue'
import type { ImportDiff, ImportRow, StorageFault, Verdict } from '../../contract.ts'
import { useContext } from '../context.ts'

const windowRows = 50
const windowOf = (index: number) => Math.floor(index / windowRows) * windowRows

export function useTableRows(wanted: () => readonly Verdict[], diff: () => ImportDiff | null) {
  const { engine } = useContext()
  const windows = shallowRef(new Map<number, ImportRow[]>())
  const fault = shallowRef<StorageFault | null>(null)
  let asked = new Set<number>()
  let range: readonly [first: number, last: number] = [0, 1]

  async function ask(offset: number): Promise<void> {
    const mine = asked
    asked.add(offset)
    const answer = await engine.tableRows(wanted(), offset, windowRows)
    // Somebody asks for something else by now.
    if (mine !== asked) return
    fault.value = answer.outcome === 'failed' ? answer.fault : null
    if (answer.outcome === 'failed') return
    windows.value.set(offset, answer.rows)
    triggerRef(windows)
  }

  function show(first: number, last: number): void {
    range = [first, last]
    for (let offset = windowOf(first); offset < last; offset += windowRows)
      if (!asked.has(offset)) void ask(offset)
  }

  watch(
    [wanted, diff],
    () => {
      asked = new Set()
      windows.value = new Map()
      if (diff()) show(...range)
    },
    { immediate: true },
  )

  const rowAt = (index: number): ImportRow | undefined =>
    windows.value.get(windowOf(index))?.[index % windowRows]

  return { rowAt, show, fault }
}
