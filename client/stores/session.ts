/** Who is signed in on this browser, and whether their database is open. Survives reloads and works offline. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { AppError } from '../../shared/errors.ts'
import { useContext } from '../context.ts'
import type { Language, StorageFault } from '../engine.ts'
import type { Account } from '../transport.ts'

const accountKey = 'records.account'
const farewellKey = 'records.farewell'

export type Opening = { state: 'closed' | 'opening' | 'open' } | { state: 'failed'; fault: StorageFault }

function remembered(): Account | null {
  const text = localStorage.getItem(accountKey)
  return text === null ? null : (JSON.parse(text) as Account)
}

export const useSession = defineStore('session', () => {
  const { engine, accounts } = useContext()
  const account = shallowRef<Account | null>(remembered())
  const opening = shallowRef<Opening>({ state: 'closed' })
  /** The server does not know this browser's session any more; local work goes on. */
  const isExpired = ref(false)
  const mayWrite = computed(() => account.value !== null && account.value.role !== 'viewer')
  const isAdmin = computed(() => account.value?.role === 'admin')
  let language: Language = { locale: 'en-GB', yes: 'Yes', no: 'No' }

  async function open(): Promise<void> {
    if (!account.value) return
    opening.value = { state: 'opening' }
    const answer = await engine.open({ userId: account.value.id, language })
    opening.value = answer.outcome === 'open' ? { state: 'open' } : { state: 'failed', fault: answer.fault }
  }

  async function setLanguage(next: Language): Promise<void> {
    language = next
    if (opening.value.state === 'open') await engine.setLanguage(next)
  }

  function remember(next: Account | null): void {
    account.value = next
    if (next) localStorage.setItem(accountKey, JSON.stringify(next))
    else localStorage.removeItem(accountKey)
  }

  async function signIn(credentials: { username: string; password: string }): Promise<void> {
    const next = await accounts.signIn(credentials)
    const isSame = next.id === account.value?.id && opening.value.state === 'open'
    localStorage.removeItem(farewellKey)
    remember(next)
    isExpired.value = false
    if (!isSame) await open()
    await engine.hint('signed-in')
  }

  async function setUp(request: { code: string; username: string; password: string }): Promise<void> {
    await accounts.setup(request)
    await signIn({ username: request.username, password: request.password })
  }

  /** Leaves the person's database where it is. Offline, the server hears of it at the next start. */
  async function signOut(): Promise<void> {
    localStorage.setItem(farewellKey, '1')
    remember(null)
    opening.value = { state: 'closed' }
    await engine.close()
    await farewell()
  }

  async function farewell(): Promise<void> {
    if (localStorage.getItem(farewellKey) === null) return
    await quietly(async () => {
      await accounts.signOut()
      localStorage.removeItem(farewellKey)
    })
  }

  /** Asks the server who we are; being offline is no answer and changes nothing. */
  async function check(): Promise<void> {
    await farewell()
    if (!account.value) return
    await quietly(async () => {
      const current = await accounts.session()
      isExpired.value = current?.id !== account.value?.id
      if (current && !isExpired.value) remember(current)
    })
  }

  /** Another tab signed in or out. */
  async function follow(event: StorageEvent): Promise<void> {
    if (event.key !== accountKey && event.key !== null) return
    const next = remembered()
    const isOther = next?.id !== account.value?.id
    account.value = next
    if (!isOther) return
    if (next) {
      isExpired.value = false
      await open()
    } else {
      opening.value = { state: 'closed' }
      await engine.close()
    }
  }

  return {
    account,
    opening,
    isExpired,
    mayWrite,
    isAdmin,
    open,
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
