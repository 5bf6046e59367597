/** The rows of a file on their way into this browser, in one transaction. [IM7] [IM9] */
import { ref, shallowRef } from 'vue'
import type { Imported, StorageFault } from '../../contract.ts'
import { useContext } from '../context.ts'

export type Saved = Extract<Imported, { outcome: 'saved' }>

export function useWriting() {
  const { engine } = useContext()
  const isWriting = ref(false)
  const saved = shallowRef<Saved | null>(null)
  const fault = shallowRef<StorageFault | null>(null)

  async function write(): Promise<Imported | null> {
    isWriting.value = true
    fault.value = null
    const answer = await engine.importTable().finally(() => (isWriting.value = false))
    if (answer.outcome === 'saved') saved.value = answer
    if (answer.outcome !== 'failed') return answer
    fault.value = answer.fault
    return null
  }

  function forget(): void {
    saved.value = null
    fault.value = null
  }

  return { isWriting, saved, fault, write, forget }
}
