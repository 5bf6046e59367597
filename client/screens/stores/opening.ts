/** The way into one person's data: open, or what stands before it. [LK1] */
import { nextTick, ref, type Ref, shallowRef } from 'vue'
import type {
  Engine,
  Key,
  Language,
  LockOptions,
  LockView,
  NewPassphrase,
  Notes,
  StorageFault,
} from '../../contract.ts'
import type { Account } from '../accounts.ts'
import type { SessionKey } from '../session-key.ts'
import { lastUnsettledOf } from './traces.ts'

const dayMs = 24 * 60 * 60 * 1000

export type Opening =
  | { state: 'closed' | 'opening' | 'open' }
  | { state: 'failed'; fault: StorageFault }
  /** [LK1] */
  | { state: 'locked'; lock: LockView }
  /** [LK1] `hasPassword`: their password was typed a moment ago, and may be the passphrase. */
  | { state: 'unprotected'; hasPassword: boolean }
  /** [LK6] Too long without the server. */
  | { state: 'overdue' }

type Way = Pick<LockOptions, 'key' | 'protect' | 'isAlone'>

interface World {
  engine: Engine
  sessionKey: SessionKey
  now(): number
  account: Readonly<Ref<Account | null>>
  /** [LK7] One try too many: nothing of theirs is here any more. */
  onWiped(userId: string): Promise<void>
}

export function openingOf({ engine, sessionKey, now, account, onWiped }: World) {
  const opening = shallowRef<Opening>({ state: 'closed' })
  /** Whether the data that is open has a lock, and what was kept beside it. */
  const hasLock = ref(false)
  const notes = shallowRef<Notes>({})
  let language: Language = { locale: 'en-GB', yes: 'Yes', no: 'No' }
  /** Typed at this sign-in, until the data is open. */
  let password: string | null = null

  /** [LK6] By this device's clock: whoever sets that back opens what they could open anyway. */
  function isOverdue({ policy, askedAt }: Account): boolean {
    return policy !== undefined && askedAt !== undefined && now() - askedAt > policy.offlineDays * dayMs
  }

  /** What is on the screen stays until it is known how it went. */
  async function enter(way: Way = {}): Promise<void> {
    if (!account.value) return
    const answer = await openDatabase(account.value, way)
    if (answer.outcome === 'open') {
      password = null
      sessionKey.forget()
      hasLock.value = answer.isLocked
      ;({ notes: notes.value } = answer)
      opening.value = { state: 'open' }
    } else if (answer.outcome === 'locked') opening.value = { state: 'locked', lock: answer.lock }
    else if (answer.outcome === 'unprotected')
      opening.value = { state: 'unprotected', hasPassword: password !== null }
    else if (answer.outcome === 'wiped') await onWiped(account.value.id)
    else opening.value = { state: 'failed', fault: answer.fault }
  }

  function openDatabase({ id, policy }: Account, way: Way = {}) {
    const asked = policy && { policy: policy.deviceLock, triesAtMost: policy.triesAtMost }
    const made = sessionKey.made !== null && { sessionKey: sessionKey.made }
    return engine.open({ userId: id, language, ...lastUnsettledOf(id), ...asked, ...made, ...way })
  }

  /** `chosen`: null where they want none, `password` for the one they signed in with. */
  function protect(chosen: NewPassphrase | 'password' | null): Promise<void> {
    const own = { passphrase: password ?? '', isPassword: true }
    return enter({ protect: chosen === 'password' ? own : chosen })
  }

  /** The same person's database in a new worker; the screens stay as they are. */
  async function openAgain(): Promise<boolean> {
    if (!account.value) return false
    return (await openDatabase(account.value)).outcome === 'open'
  }

  async function hasNothingUnsent(): Promise<boolean> {
    const { unsent, attention, unreadable, lost } = await engine.status()
    const kept = await engine.drafts()
    const isWithoutDrafts = kept.outcome === 'read' && kept.drafts.length + kept.unreadable.length === 0
    return unsent + attention + unreadable === 0 && lost === null && isWithoutDrafts
  }

  /** [LK1] Data that has no lock is to have one. */
  async function askForLock(): Promise<void> {
    opening.value = { state: 'unprotected', hasPassword: false }
    await nextTick()
    await engine.close()
  }

  return {
    opening,
    hasLock,
    notes,
    isOverdue,
    enter,
    openAgain,
    hasNothingUnsent,
    unlock: (key: Key) => enter({ key }),
    protect,
    askForLock,
    typed(text: string | null): void {
      password = text
    },
    async setLanguage(next: Language): Promise<void> {
      language = next
      if (opening.value.state === 'open') await engine.setLanguage(next)
    },
  }
}
