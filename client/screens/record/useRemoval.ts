/** Deleting a record at once, with a way back. [UI25] */
import { useContext } from '../context.ts'
import { useDesk } from '../stores/desk.ts'
import { useWords } from '../words/useWords.ts'
import { useUndo } from '../stores/useUndo.ts'

export function useRemoval() {
  const { engine } = useContext()
  const desk = useDesk()
  const offerUndo = useUndo()
  const { t, faultText } = useWords()

  return async function remove(record: { kind: string; uid: string; title: string }): Promise<boolean> {
    const answer = await engine.remove(record.kind, record.uid)
    if (answer.outcome === 'failed') desk.warn(faultText(answer.fault))
    else offerUndo({ done: answer.undo, text: t('detail.deleted', { title: record.title }) })
    return answer.outcome === 'removed'
  }
}
