/** The engine's last word on sending and receiving, and the listeners of its events. */
import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import { useContext } from '../context.ts'
import type { EngineEvent, SyncStatus } from '../../contract.ts'

type Listener = (event: EngineEvent) => void

export const useSync = defineStore('sync', () => {
  const { engine } = useContext()
  const status = shallowRef<SyncStatus | null>(null)
  const listeners = new Set<Listener>()

  async function start(): Promise<void> {
    await engine.subscribe(event => {
      if (event.type === 'status' && !isShown(event.status)) status.value = event.status
      for (const listener of listeners) listener(event)
    })
  }

  /** Whoever shows it would be drawn again, and a save tells it twice. */
  const isShown = (told: SyncStatus) => JSON.stringify(told) === JSON.stringify(status.value)

  /** For as long as the calling component lives. */
  function listen(listener: Listener): void {
    listeners.add(listener)
    onScopeDispose(() => listeners.delete(listener))
  }

  /** Nothing of one person's state may show for the next. */
  function forget(): void {
    status.value = null
  }

  return { status, start, listen, forget }
})
