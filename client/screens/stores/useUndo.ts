/** The way back from what was done: in the message on the screen, and by Ctrl/⌘+Z while no field has the focus. [UI25] [UI81] */
import { kindNamed } from '../../../shared/metadata.ts'
import { useContext } from '../context.ts'
import type { ActRef, SentRef, Undo } from '../../contract.ts'
import { useDesk } from './desk.ts'
import { useUndoStack } from './undo-stack.ts'
import { useWords } from '../words/useWords.ts'

/** `done`: of a group, its acts, newest first; null: there is nothing to take back. */
interface Offer {
  done: Undo | readonly ActRef[] | null
  text: string
  /** After it was taken back. */
  onUndone?: () => void
}

const refOf = ({ kind, uid, seq }: ActRef): ActRef => ({ kind, uid, seq })

export function useUndo() {
  const { engine, kinds } = useContext()
  const desk = useDesk()
  const stack = useUndoStack()
  const { t, count, label, faultText } = useWords()

  function titleOf({ kind: name, before, after }: Undo): string {
    const kind = kindNamed(kinds, name)
    return String((kind && (before ?? after)?.[kind.title]) || (kind ? label(kind.label) : name))
  }

  /** `failed`: it can be tried again. */
  async function undo(done: Undo, onUndone = () => {}): Promise<'saved' | 'too late' | 'failed'> {
    const answer = await engine.undo(done)
    if (answer.outcome === 'saved') desk.say(t('undo.done', { title: titleOf(done) }))
    else if (answer.outcome === 'too late') desk.warn(t('undo.tooLate', { title: titleOf(done) }))
    else {
      const action = offer(() => take(done, onUndone))
      desk.warn(faultText(answer.outcome === 'failed' ? answer.fault : 'unknown'), action)
      return 'failed'
    }
    return answer.outcome
  }

  async function take(done: Undo, onUndone: () => void): Promise<void> {
    const outcome = await undo(done, onUndone)
    if (outcome !== 'failed') stack.drop([refOf(done)])
    if (outcome === 'saved') onUndone()
  }

  /** [OB30] As the device's storage knows it; null: not any more, or it could not be read, which the status says. */
  async function known(ref: ActRef | SentRef): Promise<Undo | null> {
    const answer = await engine.undoOf(ref)
    return answer.outcome === 'read' ? answer.undo : null
  }

  /** [UI82] Each for itself; what became of them is said once. */
  async function takeGroup(acts: readonly ActRef[], onUndone: () => void): Promise<void> {
    let taken = 0
    for (const ref of acts) {
      const done = await known(ref)
      if (done && (await engine.undo(done)).outcome === 'saved') taken++
    }
    stack.drop(acts)
    const left = acts.length - taken
    if (left === 0) desk.say(count('undo.groupDone', taken))
    else desk.warn(t('undo.groupPartly', { taken, left }))
    onUndone()
  }

  function offer(run: () => Promise<void>) {
    desk.undoable = () => void run()
    return { label: t('undo.action'), run: () => void desk.undo() }
  }

  function offerUndo({ done, text, onUndone = () => {} }: Offer): void {
    desk.undoable = null
    if (!done || ('length' in done && done.length === 0)) return desk.say(text)
    const acts = 'length' in done ? done.map(refOf) : [refOf(done)]
    stack.push(acts)
    const run = () => ('length' in done ? takeGroup(acts, onUndone) : take(done, onUndone))
    desk.say(text, offer(run))
  }

  /** [UI81] What was done before that, also before a restart. false: nothing is kept of it. */
  function undoLast(): boolean {
    const isKept = stack.last() !== null
    if (isKept) void takeLast()
    return isKept
  }

  /** What is not known any more is passed over. */
  async function takeLast(): Promise<void> {
    for (let acts = stack.last(); acts; acts = stack.last()) {
      const [first] = acts
      stack.drop(acts)
      if (acts.length > 1) return takeGroup(acts, () => {})
      const done = first ? await known(first) : null
      if (done) return void (await undo(done))
    }
  }

  /** [UI83] Of what was sent: it goes out as a new edit. */
  async function undoSent(sent: SentRef, title: string): Promise<void> {
    const done = await known(sent)
    if (done) await undo(done)
    else desk.warn(t('undo.tooLate', { title }))
  }

  return { offerUndo, undoLast, undoSent }
}
