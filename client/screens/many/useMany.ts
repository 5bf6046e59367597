/** What an act on many records would do, and doing it: the newest wish counts, and an answer to an older one is dropped. [MA2] [MA3] */
import { ref, shallowRef } from 'vue'
import type { ManyAct, ManyDone, ManyPreview, Selection, StorageFault } from '../../contract.ts'
import { useContext } from '../context.ts'
import { useSync } from '../stores/sync.ts'

export function useMany(selection: () => Selection) {
  const { engine } = useContext()
  const preview = shallowRef<ManyPreview | null>(null)
  const fault = ref<StorageFault | null>(null)
  const isLooking = ref(false)
  const isBusy = ref(false)
  const progress = shallowRef<{ done: number; total: number } | null>(null)
  let lastLook = 0

  useSync().listen(event => {
    if (event.type === 'progress' && event.of === 'write' && isBusy.value) progress.value = event
  })

  /** null: there is nothing to look at. */
  async function look(act: ManyAct | null): Promise<void> {
    const mine = ++lastLook
    preview.value = null
    fault.value = null
    isLooking.value = act !== null
    if (!act) return
    const answer = await engine.previewMany(selection(), act)
    if (mine !== lastLook) return
    isLooking.value = false
    if (answer.outcome === 'failed') fault.value = answer.fault
    else preview.value = answer.preview
  }

  /** null: nothing was written. */
  async function run(act: ManyAct): Promise<ManyDone | null> {
    isBusy.value = true
    fault.value = null
    const answer = await engine.actOnMany(selection(), act)
    isBusy.value = false
    progress.value = null
    if (answer.outcome === 'saved') return answer
    fault.value = answer.fault
    return null
  }

  return { preview, fault, isLooking, isBusy, progress, look, run }
}
