/**
 * Keeps what a person wants of their lists in step with their account, and with the other tabs of this browser. Loaded
 * behind the first screen: nothing waits for it, and what fails is tried again the next time. [AC10]
 */
import { effectScope, watch } from 'vue'
import { AppError } from '../../shared/errors.ts'
import { differing, type Preferences } from '../../shared/preferences.ts'
import type { Accounts } from './accounts.ts'
import { useListPreferences } from './stores/list-preferences.ts'
import { useSession } from './stores/session.ts'
import { useSync } from './stores/sync.ts'
import { useEvent } from './ui/useEvent.ts'
import { useSettled } from './ui/useSettled.ts'

/** A column is moved several times before it stands where it should. */
const quietMs = 2_000

type Account = Pick<Accounts, 'preferences'>

/** Returns how to end it. */
export function keepListsInStep(account: Account, pauseMs = quietMs): () => void {
  const scope = effectScope(true)
  scope.run(() => follow(account, pauseMs))
  return () => scope.stop()
}

function follow(account: Account, pauseMs: number): void {
  const session = useSession()
  const lists = useListPreferences()
  const sync = useSync()
  let isUnderWay = false
  let isDue = false
  /** What both had after the last exchange. */
  let agreed: Preferences | null = null

  async function exchange(): Promise<void> {
    isDue = isUnderWay
    const userId = session.account?.id
    // [LK12] What a view asks for is nobody's before its person's data is open.
    if (isUnderWay || userId === undefined || session.isExpired || session.opening.state !== 'open') return
    isUnderWay = true
    try {
      await meet(userId)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (session.account?.id === userId) lists.failure = error.code
    } finally {
      isUnderWay = false
    }
    if (isDue) await exchange()
  }

  async function meet(userId: string): Promise<void> {
    const isTheirs = () => session.account?.id === userId && session.opening.state === 'open'
    const theirs = await account.preferences(userId)
    if (!isTheirs()) return
    lists.receive(theirs)
    const { entries: mine } = lists
    if (Object.keys(differing(mine, theirs)).length > 0) {
      const answer = await account.preferences(userId, mine)
      if (!isTheirs()) return
      lists.receive(answer, mine)
    }
    lists.failure = null
    agreed = lists.entries
  }

  const settled = useSettled(() => lists.entries, pauseMs)
  watch(settled, entries => entries !== agreed && exchange())
  watch([() => session.account?.id, () => session.isExpired, () => session.opening.state], exchange)
  watch(
    () => sync.status?.connectedAt ?? null,
    at => at !== null && lists.failure && new AppError(lists.failure).retry === 'later' && exchange(),
  )
  useEvent(window, 'online', exchange)
  useEvent(document, 'visibilitychange', () => document.visibilityState === 'visible' && exchange())
  useEvent(window, 'storage', lists.follow)
  void exchange()
}
