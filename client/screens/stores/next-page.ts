/**
 * [LK11] What this page leaves for the one that is loaded in its place: beside the address, in this tab's history, so that no
 * storage is waited for at a start. It stands on the disk, so that nothing of a person may be in it.
 */

interface ForNext {
  /** Too many wrong tries, or an admin: the data is gone. */
  said: 'wiped' | 'revoked' | null
  /** Whose data has been removed, which the server has to hear. */
  removed: string[]
  /** The name of the note in which the rest is, sealed. */
  left: string | null
}

export type Said = NonNullable<ForNext['said']>

const kept = () => (history.state ?? {}) as Partial<ForNext>

/** `address`: of the next page, where it is not that of this one. */
export function leaveForNext(what: Partial<ForNext>, address?: string): void {
  history.replaceState({ ...kept(), ...what }, '', address)
}

/** Once. */
export function takeRemoved(): string[] {
  const removed = kept().removed ?? []
  if (removed.length > 0) leaveForNext({ removed: [] })
  return removed
}

export const nameLeft = (): string | null => kept().left ?? null

/** Once. */
export function wasSaid(what: Said): boolean {
  const isIt = kept().said === what
  if (isIt) leaveForNext({ said: null })
  return isIt
}
