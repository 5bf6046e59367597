/** How far the worker has come with a file's rows. [IM9] */
import { computed, shallowRef } from 'vue'
import type { EngineEvent } from '../../contract.ts'
import { useSync } from '../stores/sync.ts'

type Progress = Extract<EngineEvent, { type: 'progress' }>

/** `of`: null while nothing is under way. */
export function useProgress(of: () => Progress['of'] | null) {
  const told = shallowRef<Progress | null>(null)
  useSync().listen(event => {
    if (event.type === 'progress') told.value = event
  })
  /** From 0 to 1; null: nobody knows. */
  return computed(() => {
    const { of: what, done = 0, total = 0 } = told.value ?? {}
    return what === of() && total > 0 ? Math.min(1, done / total) : null
  })
}
