/**
 * The rows of a query, fetched in windows as they come into sight. Old rows stay until the first answer to a new
 * query is here; answers to an older query are dropped; at most one question per window is under way.
 */
import { onScopeDispose, shallowRef, triggerRef, watch } from 'vue'
import type { Query, Row } from '../../contract.ts'
import { useContext } from '../context.ts'
import { useSync } from '../stores/sync.ts'

/** About a screenful: little to carry from the worker with every key. */
const windowRows = 50

interface Result {
  windows: Map<number, Row[]>
  total: number
  all: number
}

/** Where the window of a row begins. */
function windowOf(index: number): number {
  return Math.floor(index / windowRows) * windowRows
}

export function useRows(kind: string, query: () => Query, watched: readonly string[]) {
  const { engine } = useContext()
  const result = shallowRef<Result | null>(null)
  const error = shallowRef<unknown>()
  const isLoading = shallowRef(true)
  let generation = 0
  let isFresh = false
  let isAsking = false
  let range: readonly [first: number, last: number] = [0, 1]
  const asked = new Set<number>()

  /** Asks anew; while a first answer is outstanding, only the latest wish is remembered. */
  function restart(): void {
    generation++
    isFresh = false
    asked.clear()
    isLoading.value = true
    if (!isAsking) void askFirst()
  }

  async function askFirst(): Promise<void> {
    isAsking = true
    const mine = generation
    const [first, last] = [windowOf(range[0]), windowOf(range[1] - 1) + windowRows]
    try {
      const { rows, total, all } = await engine.query(kind, query(), first, last - first)
      if (mine === generation) {
        const windows = new Map<number, Row[]>()
        for (let offset = first; offset < last; offset += windowRows)
          windows.set(offset, rows.slice(offset - first, offset - first + windowRows))
        result.value = { windows, total, all }
        isFresh = true
        error.value = undefined
        isLoading.value = false
      }
    } catch (cause) {
      if (mine === generation) {
        error.value = cause
        isLoading.value = false
      }
    }
    isAsking = false
    if (mine !== generation) void askFirst()
    else if (isFresh) fill()
  }

  async function ask(offset: number): Promise<void> {
    const mine = generation
    asked.add(offset)
    try {
      const answer = await engine.query(kind, query(), offset, windowRows)
      if (mine !== generation || !result.value) return
      result.value.windows.set(offset, answer.rows)
      triggerRef(result)
    } catch (cause) {
      if (mine === generation) error.value = cause
    }
  }

  function fill(): void {
    if (!isFresh || !result.value) return
    const last = Math.min(range[1], result.value.total)
    for (let offset = windowOf(range[0]); offset < last; offset += windowRows) {
      if (!result.value.windows.has(offset) && !asked.has(offset)) void ask(offset)
    }
  }

  function show(first: number, last: number): void {
    range = [first, last]
    fill()
  }

  watch(query, restart, { immediate: true })
  useSync().listen(event => {
    if (event.type === 'records' && event.kinds.some(name => watched.includes(name))) restart()
  })
  onScopeDispose(() => generation++)

  function rowAt(index: number): Row | undefined {
    const offset = windowOf(index)
    return result.value?.windows.get(offset)?.[index - offset]
  }

  return { result, error, isLoading, rowAt, shown: () => range, show, restart }
}
