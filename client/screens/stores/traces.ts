/**
 * How many unsettled edits each person had on this browser: kept in localStorage, which the browser does not remove
 * together with the data itself. [RM2]
 */
import type { SyncStatus } from '../../contract.ts'

const key = 'records.unsettled'

/** By user id. */
type Traces = Record<string, number>

function traces(): Traces {
  return JSON.parse(localStorage.getItem(key) ?? '{}') as Traces
}

export function lastUnsettledOf(userId: string): { lastUnsettled?: number } {
  const lastUnsettled = traces()[userId]
  return lastUnsettled === undefined ? {} : { lastUnsettled }
}

/** The count of everybody together; null: nobody worked here, as far as is known. */
export function lastUnsettledOfAll(): number | null {
  const counts = Object.values(traces())
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count)
}

/** What else stands in localStorage of each person, by the id of the account. */
const beside = ['records.recents', 'records.undo']

/** [LK8] Their data is not here any more, and everybody knows: nothing of theirs stays beside it. */
export function forgetTraces(userId: string): void {
  for (const name of [key, ...beside]) {
    const { [userId]: _, ...others } = JSON.parse(localStorage.getItem(name) ?? '{}') as Record<
      string,
      unknown
    >
    localStorage.setItem(name, JSON.stringify(others))
  }
  localStorage.removeItem(`records.lists.${userId}`)
}

type Counts = Pick<SyncStatus, 'unsent' | 'attention' | 'unreadable'>

export function rememberUnsettled(userId: string, { unsent, attention, unreadable }: Counts): void {
  const count = unsent + attention + unreadable
  const known = traces()
  if (known[userId] !== count) localStorage.setItem(key, JSON.stringify({ ...known, [userId]: count }))
}
