/** The person signed in on this browser, and whether their database is open. Survives reloads and works offline. */
import { defineStore } from 'pinia'
import { computed, nextTick, ref, type Ref, shallowRef } from 'vue'
import { useContext } from '../context.ts'
import type { Kind } from '../../../shared/metadata.ts'
import { asReadBy } from '../../../shared/read-by.ts'
import type { StorageFault } from '../../contract.ts'
import type { Account } from '../accounts.ts'
import { openingOf } from './opening.ts'
import { useLeft } from './left.ts'
import { wasSaid } from './next-page.ts'
import { partingOf } from './parting.ts'
import { quietly } from './quietly.ts'
import { removeData } from './remove-data.ts'
import { revocationOf } from './revocation.ts'
import { signingInOf } from './signing-in.ts'
import { forgetTraces, lastUnsettledOfAll } from './traces.ts'

export const useSession = defineStore('session', () => {
  const { engine, sessionKey, accounts, browsers, signedIn, now, startAnew } = useContext()
  const left = useLeft()
  const account = shallowRef<Account | null>(null)
  /** The server does not know this browser's session any more; local work goes on. */
  const isExpired = ref(false)
  /** When the server was asked last, without an answer: what an admin wants of this browser may not be known here. */
  const askedInVainAt = ref<number | null>(null)
  /** [RM2] This browser was used before, and remembers nothing of it. */
  const isRemoved = ref(false)
  /** [LK7] One try too many: nothing is left here of whoever that was. */
  const isWiped = ref(wasSaid('wiped'))
  const at = { onWiped: () => leaveWiped(), onOpen: left.comeBack }
  const way = openingOf({ engine, sessionKey, now, account, ...at })
  const { opening, enter } = way
  const { farewell, goAnew } = partingOf({ ...useContext(), opening })
  const revocation = revocationOf({ engine, browsers, account, leave: close, onLeft: goAnew })
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
    if (!account.value) opening.value = { state: 'closed' }
    else await enter()
  }

  async function leaveWiped(): Promise<void> {
    if (account.value) forgetTraces(account.value.id)
    isWiped.value = true
    if ((await close()) === null) await goAnew('wiped')
  }

  /** Fails with AppError. */
  async function askAgain(): Promise<void> {
    const session = await accounts.session().catch(orObeyed)
    await revocation.obey(session?.revoked ?? [])
    const current = session?.account
    isExpired.value = current?.id !== account.value?.id
    if (!current || isExpired.value) return
    account.value = { ...current, askedAt: now() }
    disk = 'stale'
    await open()
  }

  /** [AC5] Done only when the disk knows, or the screen says that it does not. */
  async function begin(known: Account): Promise<void> {
    way.letIn(known.id)
    account.value = { ...known, askedAt: now() }
    disk = 'stale'
    isRemoved.value = false
    isExpired.value = false
    isWiped.value = false
    revocation.isRevoked.value = false
    await open()
  }

  /**
   * [LK8] With nothing unsent, their data goes; otherwise it stays, locked. Offline, the server hears of it at the next
   * start. Returns what kept it from the disk: then they are still signed in.
   */
  async function signOut(): Promise<StorageFault | null> {
    const { value: mine } = account
    const isDone = mine !== null && opening.value.state === 'open' && (await way.hasNothingUnsent())
    const fault = await close()
    if (fault !== null) return fault
    const answer = isDone ? await removeData(engine, mine.id) : null
    const isGone = answer?.outcome === 'wiped' && mine !== null
    // Nobody is asked for anything before: whoever signs out may be gone the next moment.
    await goAnew(null, isGone ? [mine.id] : [])
    return answer?.outcome === 'failed' ? answer.fault : null
  }

  async function leave(): Promise<StorageFault | null> {
    const fault = await close()
    if (fault === null) await goAnew(null)
    return fault
  }

  async function close(): Promise<StorageFault | null> {
    const answer = await signedIn.change(() => ({ account: null, owesFarewell: true }))
    if (answer.outcome === 'failed') return answer.fault
    account.value = null
    way.typed(null)
    sessionKey.forget()
    way.forget()
    // The way in is shown by the page that comes.
    opening.value = { state: 'opening' }
    await engine.close()
    return null
  }

  /** Asks the server who we are; being offline is no answer and changes nothing. */
  async function check(): Promise<void> {
    await farewell()
    if (!account.value) return askForTraces()
    const asked = now()
    let isHeard = false
    await quietly(async () => {
      const told = await accounts.session().catch(orObeyed)
      isHeard = true
      await revocation.obey(told?.revoked ?? [])
      const current = told && { ...told.account, askedAt: now() }
      isExpired.value = current?.id !== account.value?.id
      if (!current || isExpired.value) return
      account.value = current
      await way.heard()
      // Unless somebody signed out or in meanwhile. Not on disk, the role is as old as it was: no harm.
      await signedIn.change(before =>
        before?.account?.id === current.id
          ? { ...before, account: current }
          : (before ?? { account: current, owesFarewell: false }),
      )
    })
    askedInVainAt.value = isHeard ? null : asked
  }

  /**
   * [RM2] A session without anything on disk: cookies outlive what the browser removes. [BP4] Data of whoever has signed out,
   * which may have to go.
   */
  async function askForTraces(): Promise<void> {
    const known = await signedIn.read()
    if (known.outcome === 'failed' || (known.value && lastUnsettledOfAll() === null)) return
    await quietly(async () => {
      const told = await accounts.session().catch(orObeyed)
      await revocation.obey(told?.revoked ?? [])
      if (told && !known.value) isRemoved.value = true
    })
  }

  /** [BP4] [LK6] While nothing is open, nobody else hears what the server wants. */
  async function checkWhileClosed(): Promise<void> {
    if (opening.value.state === 'open') return
    if (account.value || lastUnsettledOfAll() !== null) await check()
  }

  /** [BP4] Nobody is signed in where somebody's data had to go. */
  async function orObeyed(error: unknown): Promise<null> {
    if (!(await revocation.obeyIn(error))) throw error
    return null
  }

  /** Another tab signed in or out. */
  async function follow(): Promise<void> {
    const known = await signedIn.read()
    if (known.outcome === 'failed') return
    const next = known.value?.account ?? null
    const isOther = next?.id !== account.value?.id
    const wasSomebody = account.value !== null
    account.value = next
    if (!isOther) return
    way.forget()
    opening.value = { state: next ? 'opening' : 'closed' }
    // The screens go first: what is being typed there is kept with the work of whoever typed it.
    await nextTick()
    if (wasSomebody) {
      await engine.close()
      if (await startAnew()) return
    }
    if (next) {
      isExpired.value = false
      await open()
    }
  }

  return {
    ...way,
    ...revocation,
    ...rightsOf(account),
    ...{ account, isExpired, askedInVainAt, isRemoved, isWiped },
    ...{ recall, open, askAgain, check, checkWhileClosed, follow },
    ...{ leave, leaveWiped, signOut },
    ...signingInOf({ accounts, sessionKey, engine, way, obeyIn: revocation.obeyIn, begin, farewell }),
  }
})

function rightsOf(account: Readonly<Ref<Account | null>>) {
  return {
    mayWrite: computed(() => account.value !== null && account.value.role !== 'viewer'),
    isAdmin: computed(() => account.value?.role === 'admin'),
    /** [SC7] */
    mayGrant: computed(() => account.value?.role === 'admin' || account.value?.role === 'manager'),
    /** [SC9] A kind as this person meets it. */
    met(kind: Kind): Kind {
      return account.value?.isLimited ? asReadBy(account.value.role, kind) : kind
    },
  }
}
