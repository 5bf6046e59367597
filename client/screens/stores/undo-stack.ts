/**
 * What each person did last on this browser, as the numbers of their acts: what those hold stands on the disk already,
 * sealed. [UI81, PG4] Shared by all tabs, so that it is read anew whenever it is asked.
 */
import { defineStore } from 'pinia'
import type { ActRef } from '../../contract.ts'
import { useSession } from './session.ts'

const key = 'records.undo'
const keptAtMost = 20

/** What one gesture did: one act, or many. */
type Gesture = readonly ActRef[]

export const useUndoStack = defineStore('undo-stack', () => {
  const session = useSession()
  const all = () => JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, Gesture[]>
  const own = () => (session.account && all()[session.account.id]) ?? []

  function keep(gestures: Gesture[]): void {
    if (!session.account) return
    localStorage.setItem(
      key,
      JSON.stringify({ ...all(), [session.account.id]: gestures.slice(0, keptAtMost) }),
    )
  }

  const isSame = (a: Gesture, b: Gesture) => a.every(({ seq }, i) => b[i]?.seq === seq)

  return {
    push: (gesture: Gesture) => keep([gesture, ...own()]),
    /** The last one that is still there. */
    last: (): Gesture | null => own()[0] ?? null,
    drop: (gesture: Gesture) => keep(own().filter(each => !isSame(each, gesture))),
  }
})
