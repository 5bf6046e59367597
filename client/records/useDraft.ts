/** Unsaved text that survives a crash: kept a moment after each change, and at once when form or page go away. */
import { onScopeDispose } from 'vue'
import { useContext } from '../context.ts'
import type { Draft, StorageFault } from '../engine.ts'

const pauseMs = 400

export function useDraft(current: () => Omit<Draft, 'at'> | null) {
  const { engine } = useContext()
  let timer: ReturnType<typeof setTimeout> | undefined
  let keeping: Promise<unknown> = Promise.resolve()

  function keepSoon(): void {
    clearTimeout(timer)
    timer = setTimeout(() => void keep(), pauseMs)
  }

  /** Tells what was in the way. That is no reason to interrupt typing: leaving and saving will say it. */
  async function keep(): Promise<StorageFault | null> {
    clearTimeout(timer)
    timer = undefined
    const draft = current()
    if (!draft) return null
    const answer = engine.keepDraft(draft)
    keeping = answer
    const kept = await answer
    return kept.outcome === 'failed' ? kept.fault : null
  }

  /** Nothing is kept from now on that was not asked for again: what comes next must not be overtaken. */
  async function rest(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    await keeping
  }

  async function drop(kind: string, uid: string): Promise<void> {
    await rest()
    await engine.dropDraft(kind, uid)
  }

  /** A draft of this record, or, for a new one, the latest that was never saved. */
  async function find(kind: string, uid: string | null): Promise<Draft | null> {
    if (uid !== null) return engine.draft(kind, uid)
    const drafts = (await engine.drafts()).filter(draft => draft.kind === kind && draft.seen === null)
    return drafts.filter(draft => draft.answers === undefined).toSorted((a, b) => b.at - a.at)[0] ?? null
  }

  function onHidden(): void {
    if (timer !== undefined && document.visibilityState === 'hidden') void keep()
  }
  document.addEventListener('visibilitychange', onHidden)
  onScopeDispose(() => {
    if (timer !== undefined) void keep()
    document.removeEventListener('visibilitychange', onHidden)
  })
  return { keepSoon, keep, rest, drop, find }
}
