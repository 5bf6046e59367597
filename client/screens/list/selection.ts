/** Which records of a list are selected, as a rule: some alone, or all that it finds but for some. Pure. [MA1] */
import type { Query, Selection } from '../../contract.ts'

export interface Picked {
  isAllBut: boolean
  /** The exceptions, or the chosen. */
  uids: ReadonlySet<string>
}

export const none: Picked = { isAllBut: false, uids: new Set() }
export const all: Picked = { isAllBut: true, uids: new Set() }

export function isPicked({ isAllBut, uids }: Picked, uid: string): boolean {
  return uids.has(uid) !== isAllBut
}

/** These as well, or without these. */
export function withThese(picked: Picked, these: Iterable<string>, isWanted: boolean): Picked {
  const uids = new Set(picked.uids)
  for (const uid of these) {
    if (isWanted === picked.isAllBut) uids.delete(uid)
    else uids.add(uid)
  }
  return { isAllBut: picked.isAllBut, uids }
}

/** `total`: as many as the list finds. */
export function countOf({ isAllBut, uids }: Picked, total: number): number {
  return isAllBut ? Math.max(0, total - uids.size) : uids.size
}

/** How much of a list is selected, as the check above it says. */
export type Extent = 'none' | 'some' | 'all'

export function extentOf(picked: Picked, total: number): Extent {
  const count = countOf(picked, total)
  if (count === 0) return 'none'
  return count < total ? 'some' : 'all'
}

/** What a rule is bound to: in another order a list finds the same. */
export function questionOf({ search, filters, states }: Query): string {
  return JSON.stringify([search.trim(), filters, states])
}

/** Some alone stay those, also when the list would not find them any more. */
export function selectionOf(kind: string, query: Query, { isAllBut, uids }: Picked): Selection {
  const whole = { ...query, search: '', filters: [], states: [] }
  return { kind, query: isAllBut ? query : whole, isAllBut, uids: [...uids] }
}
