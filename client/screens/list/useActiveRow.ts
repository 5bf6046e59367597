/** The row that keys act on: it stays with its record, wherever others put it in the list. */
import { ref, watch, type WatchSource } from 'vue'
import type { Row } from '../../contract.ts'

interface Rows {
  /** The uid of the record whose detail is open. */
  selected(): string | null
  /** Changes with the list. */
  result: WatchSource
  rowAt(index: number): Row | undefined
  locate(uid: string): Promise<number>
  /** A row has been walked to, and is here. */
  onArrival(index: number): void
}

export function useActiveRow({ selected, result, rowAt, locate, onArrival }: Rows) {
  const active = ref(-1)
  /** The record of the active row; null while its row is not here yet. */
  let chosen: string | null = null

  function choose(index: number): void {
    active.value = index
    chosen = rowAt(index)?.uid ?? null
  }

  function walkTo(index: number): void {
    choose(index)
    if (chosen !== null) onArrival(index)
  }

  const wanted = (): string | null => selected() ?? chosen
  watch(
    [selected, result],
    async ([now], [before]) => {
      if (now === before && active.value >= 0 && chosen === null) {
        if (rowAt(active.value)) walkTo(active.value)
        return
      }
      const uid = wanted()
      if (uid === null || rowAt(active.value)?.uid === uid) return
      const index = await locate(uid)
      if (uid !== wanted()) return
      active.value = index
      chosen = uid
    },
    { immediate: true },
  )

  return { active, choose, walkTo }
}
