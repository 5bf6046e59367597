/** The person signed in on this browser, and whether their database is open. Survives reloads and works offline. */
import { defineStore } from 'pinia'
import { computed, nextTick, ref, shallowRef } from 'vue'
import { AppError } from '../../../shared/errors.ts'
import { useContext } from '../context.ts'
import type { Language, StorageFault } from '../../contract.ts'
import type { Account } from '../accounts.ts'
import { lastUnsettledOf, lastUnsettledOfAll } from './traces.ts'

export type Opening = { state: 'closed' | 'opening' | 'open' } | { state: 'failed'; fault: StorageFault }

export const useSession = defineStore('session', () => {
  const { engine, accounts, signedIn } = useContext()
  const account = shallowRef<Account | null>(null)
  const opening = shallowRef<Opening>({ state: 'closed' })
  /** The server does not know this browser's session any more; local work goes on. */
  const isExpired = ref(false)
  /** [RM2] This browser was used before, and remembers nothing of it. */
  const isRemoved = ref(false)
  const mayWrite = computed(() => account.value !== null && account.value.role !== 'viewer')
  const isAdmin = computed(() => account.value?.role === 'admin')
  let language: Language = { locale: 'en-GB', yes: 'Yes', no: 'No' }
  /** The disk's word on who is signed in: not read yet, not what it should be, or right. */
  let disk: 'unread' | 'stale' | 'right' = 'unread'
  let recalled: Promise<void> | null = null

  /** The account that the disk remembers, asked once; when it does not answer, `opening` has failed. */
  function recall(): Promise<void> {
    return (recalled ??= agreeWithDisk())
  }

  async function agreeWithDisk(): Promise<void> {
    const { value: mine } = account
    const answer =
      disk === 'unread'
        ? await signedIn.read()
        : await signedIn.change(() => ({ account: mine, owesFarewell: false }))
    if (answer.outcome === 'failed') {
      opening.value = { state: 'failed', fault: answer.fault }
      return
    }
    disk = 'right'
    if (!answer.value) isRemoved.value = lastUnsettledOfAll() !== null
    account.value = answer.value?.account ?? null
  }

  async function open(): Promise<void> {
    // At once: whoever was open before, nothing of theirs is this person's.
    opening.value = { state: 'opening' }
    // Without a pause when it is known already: the worker begins before the screen is drawn.
    if (disk === 'unread') await recall()
    // Asked again by a person, after a failure.
    if (disk !== 'right') await agreeWithDisk()
    if (disk !== 'right') return
    if (!account.value) {
      opening.value = { state: 'closed' }
      return
    }
    const answer = await openDatabase(account.value.id)
    opening.value = answer.outcome === 'open' ? { state: 'open' } : { state: 'failed', fault: answer.fault }
  }

  const openDatabase = (userId: string) => engine.open({ userId, language, ...lastUnsettledOf(userId) })

  /** The same person's database in a new worker; the screens stay as they are. */
  async function openAgain(): Promise<boolean> {
    if (!account.value) return false
    return (await openDatabase(account.value.id)).outcome === 'open'
  }

  async function setLanguage(next: Language): Promise<void> {
    language = next
    if (opening.value.state === 'open') await engine.setLanguage(next)
  }

  /** [AC5] Done only when the disk knows, or the screen says that it does not. */
  async function signIn(credentials: { username: string; password: string }): Promise<void> {
    account.value = await accounts.signIn(credentials)
    disk = 'stale'
    isRemoved.value = false
    isExpired.value = false
    await open()
    await engine.hint('signed-in')
  }

  async function setUp(request: { code: string; username: string; password: string }): Promise<void> {
    await accounts.setup(request)
    await signIn({ username: request.username, password: request.password })
  }

  /**
   * Leaves the person's database where it is. Offline, the server hears of it at the next start. Returns what
   * kept it from the disk: then they are still signed in.
   */
  async function signOut(): Promise<StorageFault | null> {
    const answer = await signedIn.change(() => ({ account: null, owesFarewell: true }))
    if (answer.outcome === 'failed') return answer.fault
    account.value = null
    opening.value = { state: 'closed' }
    await engine.close()
    await farewell()
    return null
  }

  async function farewell(): Promise<void> {
    const known = await signedIn.read()
    if (known.outcome === 'failed' || !known.value?.owesFarewell) return
    await quietly(async () => {
      await accounts.signOut()
      await signedIn.change(now => ({ account: now?.account ?? null, owesFarewell: false }))
    })
  }

  /** Asks the server who we are; being offline is no answer and changes nothing. */
  async function check(): Promise<void> {
    await farewell()
    if (!account.value) return askForTraces()
    await quietly(async () => {
      const current = await accounts.session()
      isExpired.value = current?.id !== account.value?.id
      if (!current || isExpired.value) return
      account.value = current
      // Unless somebody signed out or in meanwhile. Not on disk, the role is as old as it was: no harm.
      await signedIn.change(now =>
        now?.account?.id === current.id
          ? { ...now, account: current }
          : (now ?? { account: current, owesFarewell: false }),
      )
    })
  }

  /** [RM2] A session without anything on disk: cookies outlive what the browser removes. */
  async function askForTraces(): Promise<void> {
    const known = await signedIn.read()
    if (known.outcome === 'failed' || known.value) return
    await quietly(async () => {
      if (await accounts.session()) isRemoved.value = true
    })
  }

  /** Another tab signed in or out. */
  async function follow(): Promise<void> {
    const known = await signedIn.read()
    if (known.outcome === 'failed') return
    const next = known.value?.account ?? null
    const isOther = next?.id !== account.value?.id
    account.value = next
    if (!isOther) return
    opening.value = { state: next ? 'opening' : 'closed' }
    // The screens go first: what is being typed there is kept with the work of whoever typed it.
    await nextTick()
    if (next) {
      isExpired.value = false
      await open()
    } else await engine.close()
  }

  return {
    account,
    opening,
    isExpired,
    isRemoved,
    mayWrite,
    isAdmin,
    recall,
    open,
    openAgain,
    setLanguage,
    signIn,
    setUp,
    signOut,
    check,
    follow,
  }
})

/** Runs what may fail for want of a connection or a session without anybody having to do something now. */
async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
