/** Deleting a record at once, with a way back for as long as the message is on the screen. [OB9] */
import { useContext } from '../context.ts'
import type { Undo } from '../../contract.ts'
import { useDesk } from '../stores/desk.ts'
import { useWords } from '../words/useWords.ts'

export function useRemoval() {
  const { engine } = useContext()
  const desk = useDesk()
  const { t, faultText } = useWords()

  async function undo(removed: Undo, title: string): Promise<void> {
    const answer = await engine.undoRemove(removed)
    if (answer.outcome === 'saved') desk.say(t('detail.restored', { title }))
    else desk.warn(faultText(answer.outcome === 'failed' ? answer.fault : 'unknown'))
  }

  return async function remove(record: { kind: string; uid: string; title: string }): Promise<boolean> {
    const answer = await engine.remove(record.kind, record.uid)
    if (answer.outcome === 'failed') {
      desk.warn(faultText(answer.fault))
      return false
    }
    desk.say(t('detail.deleted', { title: record.title }), {
      label: t('detail.undo'),
      run: () => void undo(answer.undo, record.title),
    })
    return true
  }
}
