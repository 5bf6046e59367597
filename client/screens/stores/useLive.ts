/** Something small from the engine, loaded again whenever the engine says it may have changed. */
import { onScopeDispose, shallowRef, type ShallowRef } from 'vue'
import type { EngineEvent } from '../../contract.ts'
import { useSync } from './sync.ts'

interface Live<T> {
  value: Readonly<ShallowRef<T | undefined>>
  /** The last load failed; `value` is what it was before. */
  error: Readonly<ShallowRef<unknown>>
  reload(): Promise<void>
}

/** Answers that come late, after a newer load has begun, are dropped. */
export function useLive<T>(load: () => Promise<T>, isMeant: (event: EngineEvent) => boolean): Live<T> {
  const value = shallowRef<T>()
  const error = shallowRef<unknown>()
  let generation = 0

  async function reload(): Promise<void> {
    const mine = ++generation
    try {
      const next = await load()
      if (mine !== generation) return
      value.value = next
      error.value = undefined
    } catch (cause) {
      if (mine === generation) error.value = cause
    }
  }

  onScopeDispose(() => generation++)
  useSync().listen(event => {
    if (isMeant(event)) void reload()
  })
  void reload()
  return { value, error, reload }
}
