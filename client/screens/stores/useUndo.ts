/** The way back from what was done: in the message on the screen, and by Ctrl/⌘+Z while no field has the focus. [UI25] [UI81] */
import { kindNamed } from '../../../shared/metadata.ts'
import { useContext } from '../context.ts'
import type { ActRef, GroupRef, GroupUndone, SentRef, Undo } from '../../contract.ts'
import { useDesk } from './desk.ts'
import { type Gesture, useUndoStack } from './undo-stack.ts'
import { useWords } from '../words/useWords.ts'

/** `done`: of several acts, the newest first; null: there is nothing to take back. */
interface Offer {
  done: Undo | readonly ActRef[] | GroupRef | null
  text: string
  /** After it was taken back. */
  onUndone?: () => void
}

const refOf = ({ kind, uid, seq }: ActRef): ActRef => ({ kind, uid, seq })

function gestureOf(done: Undo | readonly ActRef[] | GroupRef): Gesture {
  if ('group' in done) return { group: done.group }
  return 'length' in done ? done.map(refOf) : [refOf(done)]
}

export function useUndo() {
  const { engine, kinds } = useContext()
  const desk = useDesk()
  const stack = useUndoStack()
  const { t, count, label, faultText, formats } = useWords()

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
  async function takeEach(acts: readonly ActRef[], onUndone: () => void): Promise<void> {
    let taken = 0
    for (const ref of acts) {
      const done = await known(ref)
      if (done && (await engine.undo(done)).outcome === 'saved') taken++
    }
    stack.drop(acts)
    sayTaken({ taken, left: acts.length - taken })
    onUndone()
  }

  function sayTaken({ taken, left }: Pick<GroupUndone, 'taken' | 'left'>): void {
    const { number } = formats.value
    if (left === 0) desk.say(count('undo.groupDone', taken))
    else desk.warn(t('undo.groupPartly', { taken: number(taken), left: number(left) }))
  }

  /** [IM7] [MA3] In one go. false: nothing of it is known here any more. */
  async function takeGroup(group: GroupRef, onUndone = () => {}): Promise<boolean> {
    stack.drop(group)
    const answer = await engine.undoGroup(group)
    if (answer.outcome === 'failed') {
      stack.push(group)
      const action = offer(async () => void (await takeGroup(group, onUndone)))
      desk.warn(faultText(answer.fault), action)
      return true
    }
    if (answer.taken + answer.left === 0) return false
    sayTaken(answer)
    onUndone()
    return true
  }

  function offer(run: () => Promise<void>) {
    desk.undoable = () => void run()
    return { label: t('undo.action'), run: () => void desk.undo() }
  }

  function offerUndo({ done, text, onUndone = () => {} }: Offer): void {
    desk.undoable = null
    if (!done || ('length' in done && done.length === 0)) return desk.say(text)
    const gesture = gestureOf(done)
    stack.push(gesture)
    const run = async () => {
      if ('seq' in done) await take(done, onUndone)
      else if ('group' in gesture) await takeGroup(gesture, onUndone)
      else await takeEach(gesture, onUndone)
    }
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
    for (let last = stack.last(); last; last = stack.last()) {
      if ('group' in last) {
        if (await takeGroup(last)) return
        continue
      }
      const [first] = last
      stack.drop(last)
      if (last.length > 1) return takeEach(last, () => {})
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
