/** Unsaved text that survives a crash: kept a moment after each change, and at once when form or page go away. */
import { useContext } from '../context.ts'
import type { Draft, Engine, StorageFault } from '../../contract.ts'
import { type Effect, type Event, type State, transition } from './draft-state.ts'
import { whenLeaving } from './when-leaving.ts'

const pauseMs = 400

/** `typed`: what stands in the form; `onKept`: it is on the disk. */
export function useDraft(typed: () => Omit<Draft, 'id' | 'at'>, onKept: () => unknown) {
  const { engine } = useContext()
  let state: State = { kind: 'clean' }
  /** [UI3] No other form has it, so that nothing of another's is ever written over. */
  let id = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  /** null: nothing of the draft is under way. */
  let writing: ReturnType<Engine['keepDraft']> | null = null

  function send(event: Event): void {
    const step = transition(state, event)
    state = step.state
    perform(step.effect)
  }

  function perform(effect: Effect): void {
    if (effect !== null) clearTimeout(timer)
    if (effect === 'wait') timer = setTimeout(() => send({ kind: 'now' }), pauseMs)
    if (effect === 'keep') void keep()
    // The engine does one after the other.
    if (effect === 'drop') void engine.dropDraft(id)
  }

  async function keep(): Promise<void> {
    const answer = engine.keepDraft({ ...typed(), id })
    writing = answer
    const { outcome } = await answer
    if (writing !== answer) return
    writing = null
    send({ kind: outcome === 'saved' ? 'kept' : 'failed' })
    if (outcome === 'saved') onKept()
  }

  /** Tells why what is typed is not on the disk. */
  async function keepNow(): Promise<StorageFault | null> {
    send({ kind: 'again' })
    if (state.kind !== 'keeping') return null
    const answer = await writing
    return answer?.outcome === 'failed' ? answer.fault : null
  }

  /** What the save has to wait for: the draft on its way to the disk. null: nothing. */
  function hold(): Promise<unknown> | null {
    send({ kind: 'save' })
    return writing && Promise.allSettled([writing])
  }

  whenLeaving(() => send({ kind: 'now' }))
  return {
    id: () => id,
    /** With a draft of its own from now on: none yet, or one that was taken up. */
    begin(as: string, { isDraft }: { isDraft: boolean }): void {
      id = as
      send({ kind: 'begun', isDraft })
    },
    change: (isDirty: boolean) => send({ kind: isDirty ? 'typed' : 'emptied' }),
    keepNow,
    hold,
    release: (isDirty: boolean) => send({ kind: 'ended', isDirty }),
  }
}
