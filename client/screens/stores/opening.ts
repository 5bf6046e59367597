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
  Terms,
} from '../../contract.ts'
import type { Policy } from '../../../shared/policy.ts'
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
  /** [LK6] Too long without the server. [LK9] The lock was taken off, and has to be there. */
  | { state: 'overdue' | 'must sign in' }

type Way = Pick<LockOptions, 'key' | 'protect'>

interface World {
  engine: Engine
  sessionKey: SessionKey
  now(): number
  account: Readonly<Ref<Account | null>>
  /** [LK7] One try too many: nothing of theirs is here any more. */
  onWiped(): Promise<void>
  /** [LK3] Before anything of it is shown. */
  onOpen(notes: Notes): Promise<void>
}

const termsOf = ({ lockAfterMinutes, offlineDays }: Policy, askedAt?: number): Terms => ({
  ...{ lockAfterMinutes, offlineDays },
  ...(askedAt !== undefined && { askedAt }),
})

export function openingOf({ engine, sessionKey, now, account, onWiped, onOpen }: World) {
  const opening = shallowRef<Opening>({ state: 'closed' })
  /** [LK12] Whether the data has a lock, and what was kept beside it; null, which counts as locked: not known. */
  const hasLock = ref<boolean | null>(null)
  const notes = shallowRef<Notes>({})
  let language: Language = { locale: 'en-GB', yes: 'Yes', no: 'No' }
  /** Typed at this sign-in, until the data is open. */
  let password: string | null = null
  /** [LK9] Whom the server has let in on this page. */
  let letIn: string | null = null

  /** [LK6] By this device's clock; the engine knows how late it has been before. */
  function isOverdue({ policy, askedAt }: Account): boolean {
    return policy !== undefined && askedAt !== undefined && now() - askedAt > policy.offlineDays * dayMs
  }

  /** What is on the screen stays until it is known how it went. */
  async function enter(way: Way = {}): Promise<void> {
    if (!account.value) return
    // [LK6] Here, as there is no other way in.
    if (isOverdue(account.value)) {
      opening.value = { state: 'overdue' }
      return
    }
    const asked = language
    const answer = await openDatabase(account.value, way)
    // Spoken meanwhile, as the words come later than the data.
    if (answer.outcome === 'open' && language !== asked) await engine.setLanguage(language)
    if (answer.outcome !== 'open') forget()
    if (answer.outcome === 'open') {
      password = null
      sessionKey.forget()
      hasLock.value = answer.isLocked
      ;({ notes: notes.value } = answer)
      await onOpen(notes.value)
      opening.value = { state: 'open' }
    } else if (answer.outcome === 'locked') opening.value = { state: 'locked', lock: answer.lock }
    else if (answer.outcome === 'unprotected')
      opening.value = { state: 'unprotected', hasPassword: password !== null }
    else if (answer.outcome === 'wiped') await onWiped()
    else if (answer.outcome === 'overdue' || answer.outcome === 'must sign in')
      opening.value = { state: answer.outcome }
    else opening.value = { state: 'failed', fault: answer.fault }
  }

  function openDatabase({ id, policy, askedAt }: Account, way: Way = {}) {
    const asked = policy && {
      policy: policy.deviceLock,
      triesAtMost: policy.triesAtMost,
      terms: termsOf(policy, askedAt),
    }
    const made = sessionKey.made !== null && { sessionKey: sessionKey.made }
    const isLetIn = letIn === id
    const known = { userId: id, language, isLetIn, ...lastUnsettledOf(id) }
    return engine.open({ ...known, ...asked, ...made, ...way })
  }

  function forget(): void {
    hasLock.value = null
    notes.value = {}
  }

  /** The server has said who is here, and what it asks of them. */
  async function heard(): Promise<void> {
    const { policy, askedAt } = account.value ?? {}
    if (opening.value.state === 'overdue') await enter()
    else if (policy) await engine.keepTo(termsOf(policy, askedAt))
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
    isOverdue: () => account.value !== null && isOverdue(account.value),
    heard,
    forget,
    enter,
    openAgain,
    hasNothingUnsent,
    unlock: (key: Key) => enter({ key }),
    protect,
    askForLock,
    typed(text: string | null): void {
      password = text
    },
    letIn(userId: string): void {
      letIn = userId
    },
    async setLanguage(next: Language): Promise<void> {
      language = next
      if (opening.value.state === 'open') await engine.setLanguage(next)
    },
  }
}
