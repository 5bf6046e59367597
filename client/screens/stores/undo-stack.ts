/**
 * What each person did last on this browser, as the numbers of their acts or the name of many: what those hold stands on
 * the disk already, sealed. [UI81, PG4] Shared by all tabs, so that it is read anew whenever it is asked.
 */
import { defineStore } from 'pinia'
import type { ActRef, GroupRef } from '../../contract.ts'
import { useSession } from './session.ts'

const key = 'records.undo'
const keptAtMost = 20

/** What one gesture did: one act, or several; or as many as one wants, which go by one name. */
export type Gesture = readonly ActRef[] | GroupRef

function isSame(a: Gesture, b: Gesture): boolean {
  if ('group' in a || 'group' in b) return 'group' in a && 'group' in b && a.group === b.group
  return a.every(({ seq }, i) => b[i]?.seq === seq)
}

export const useUndoStack = defineStore('undo-stack', () => {
  const session = useSession()
  const all = () => JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, Gesture[]>
  const own = () => (session.account && all()[session.account.id]) ?? []

  /** As many of the newest as there is room for: what cannot be kept for later was done all the same. [OB1] */
  function keep(gestures: readonly Gesture[]): void {
    if (!session.account) return
    const kept = gestures.slice(0, keptAtMost)
    try {
      localStorage.setItem(key, JSON.stringify({ ...all(), [session.account.id]: kept }))
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
      if (kept.length > 0) keep(kept.slice(0, -1))
    }
  }

  return {
    push: (gesture: Gesture) => keep([gesture, ...own()]),
    /** The last one that is still there. */
    last: (): Gesture | null => own()[0] ?? null,
    drop: (gesture: Gesture) => keep(own().filter(each => !isSame(each, gesture))),
  }
})
