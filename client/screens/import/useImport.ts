/** Reading a list in, from the file to the way back: which step comes after which. */
import { computed, ref } from 'vue'
import type { Kind } from '../../../shared/metadata.ts'
import type { ImportPlan } from '../../contract.ts'
import { useContext } from '../context.ts'
import { useDesk } from '../stores/desk.ts'
import { useUndo } from '../stores/useUndo.ts'
import { goodRows } from './plan.ts'
import { useComparing } from './useComparing.ts'
import { useImportWords } from './useImportWords.ts'
import { useReading } from './useReading.ts'
import { useWriting } from './useWriting.ts'

export function useImport(kind: Kind) {
  const { engine } = useContext()
  const { t, count } = useImportWords()
  const desk = useDesk()
  const { offerUndo } = useUndo()
  const reading = useReading(kind.name)
  const comparing = useComparing()
  const writing = useWriting()
  const { file, isReading } = reading
  const { plan, diff, isStale } = comparing
  const isChangedMeanwhile = ref(false)
  const isUndone = ref(false)
  const isBusy = computed(() => isReading.value || writing.isWriting.value)

  /** `again`: the plan to go on with. */
  async function open(chosen: File, { sheet, again }: { sheet?: number; again?: ImportPlan } = {}) {
    if (isBusy.value) return
    comparing.forget()
    // What the message tells of is another file's.
    if (writing.saved.value) desk.forget()
    writing.forget()
    isChangedMeanwhile.value = false
    isUndone.value = false
    // The sheets of another file are no choice.
    if (chosen !== file.value) reading.letGo()
    const found = await reading.read(chosen, sheet)
    if (found) await comparing.begin(again ?? found)
    else if (!reading.file.value) desk.say(t('import.givenUp'))
  }

  /** Whatever is under way ends by that, and says so itself. */
  async function giveUp(): Promise<void> {
    await engine.letGoTable()
    if (writing.isWriting.value || isReading.value) return
    comparing.forget()
    reading.letGo()
    desk.say(t('import.givenUp'))
  }

  async function write(): Promise<void> {
    if (!diff.value || isStale.value) return
    isChangedMeanwhile.value = false
    const answer = await writing.write()
    if (answer?.outcome === 'changed') {
      diff.value = answer.diff
      isChangedMeanwhile.value = true
    } else if (answer?.outcome === 'given up') await openAgain()
    else if (answer?.outcome === 'saved')
      offerUndo({
        done: answer.group,
        text: count('import.done.said', answer.added + answer.changed),
        onUndone: () => (isUndone.value = true),
      })
  }

  /** The worker has let go of the rows, and what was said of them stands. */
  async function openAgain(): Promise<void> {
    const [chosen, again, sheet] = [file.value, plan.value, reading.table.value?.sheet]
    desk.say(t('import.givenUp'))
    if (chosen && again) await open(chosen, { ...(sheet !== undefined && { sheet }), again })
  }

  const mayWrite = computed(() => {
    if (!diff.value || isStale.value || isBusy.value) return false
    return goodRows(diff.value) > 0 && !diff.value.asksDateOrder
  })

  return { reading, comparing, writing, isBusy, isChangedMeanwhile, isUndone, mayWrite, open, giveUp, write }
}
