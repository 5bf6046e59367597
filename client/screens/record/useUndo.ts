/** The way back from the last act: in the message on the screen, and by Ctrl/⌘+Z while no field has the focus. [OB9] */
import { useContext } from '../context.ts'
import type { Undo } from '../../contract.ts'
import { useDesk } from '../stores/desk.ts'
import { useWords } from '../words/useWords.ts'

export function useUndo() {
  const { engine } = useContext()
  const desk = useDesk()
  const { t, faultText } = useWords()

  async function undo(done: Undo): Promise<void> {
    const answer = await engine.undo(done)
    if (answer.outcome === 'saved') desk.say(t('undo.done'))
    else desk.warn(faultText(answer.outcome === 'failed' ? answer.fault : 'unknown'))
  }

  /** null: there is nothing to take back. */
  return function offerUndo(done: Undo | null, text: string): void {
    desk.undoable = done && (() => void undo(done))
    desk.say(text, done ? { label: t('undo.action'), run: () => void desk.undo() } : undefined)
  }
}
