/** The way back from the last act: in the message on the screen, and by Ctrl/⌘+Z while no field has the focus. [UI25] */
import { kindNamed } from '../../../shared/metadata.ts'
import { useContext } from '../context.ts'
import type { Undo } from '../../contract.ts'
import { useDesk } from './desk.ts'
import { useWords } from '../words/useWords.ts'

/** `done` null: there is nothing to take back. */
interface Offer {
  done: Undo | null
  text: string
  /** After it was taken back. */
  onUndone?: () => void
}

export function useUndo() {
  const { engine, kinds } = useContext()
  const desk = useDesk()
  const { t, label, faultText } = useWords()

  function titleOf({ kind: name, before, after }: Undo): string {
    const kind = kindNamed(kinds, name)
    return String((kind && (before ?? after)?.[kind.title]) || (kind ? label(kind.label) : name))
  }

  async function undo(done: Undo, onUndone: () => void): Promise<void> {
    const answer = await engine.undo(done)
    if (answer.outcome === 'saved') {
      desk.say(t('undo.done', { title: titleOf(done) }))
      onUndone()
    } else if (answer.outcome === 'too late') desk.warn(t('undo.tooLate', { title: titleOf(done) }))
    else {
      const action = offer(done, onUndone)
      desk.warn(faultText(answer.outcome === 'failed' ? answer.fault : 'unknown'), action)
    }
  }

  function offer(done: Undo, onUndone: () => void) {
    desk.undoable = () => void undo(done, onUndone)
    return { label: t('undo.action'), run: () => void desk.undo() }
  }

  return function offerUndo({ done, text, onUndone = () => {} }: Offer): void {
    desk.undoable = null
    desk.say(text, done ? offer(done, onUndone) : undefined)
  }
}
