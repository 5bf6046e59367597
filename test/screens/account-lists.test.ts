/** What a person wants of their lists, on two devices, two tabs, and without a network. */
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { keepListsInStep } from '../../client/screens/account-lists.ts'
import type { SyncStatus } from '../../client/contract.ts'
import type { Accounts } from '../../client/screens/accounts.ts'
import RecordList from '../../client/screens/list/RecordList.vue'
import { useListPreferences } from '../../client/screens/stores/list-preferences.ts'
import { useSync } from '../../client/screens/stores/sync.ts'
import { useSession } from '../../client/screens/stores/session.ts'
import { AppError, type ErrorCode } from '../../shared/errors.ts'
import { type Preferences, received } from '../../shared/preferences.ts'
import { device } from './device-list.ts'
import { settle, type Stage, stage, type StageOptions } from './stage.ts'

const nowMs = Date.parse('2026-01-05T08:30:00Z')
/** The server's clock. */
const serverMs = nowMs + 100
const key = 'records.lists.user-1'
const quietMs = 20

/** What the account keeps, as the server does. */
let account: Preferences
let requests: string[]
let failure: ErrorCode | null
/** Before an answer arrives. */
let meanwhile: () => void

beforeEach(() => {
  account = {}
  requests = []
  failure = null
  meanwhile = () => {}
})

const server: Pick<Accounts, 'preferences'> = {
  async preferences(userId, sent) {
    requests.push(`${sent ? 'POST' : 'GET'} ${userId}`)
    if (failure) throw new AppError(failure)
    if (sent) account = received(account, sent, serverMs)
    const answer = structuredClone(account)
    meanwhile()
    return answer
  },
}

async function signedIn(options: StageOptions = {}): Promise<Stage> {
  const on = await stage(RecordList, {
    path: '/device',
    props: { kind: device, selected: null, isBeside: false },
    ...options,
  })
  await useSession().open()
  onTestFinished(keepListsInStep(server, quietMs))
  await settle()
  return on
}

const stored = () => JSON.parse(localStorage.getItem(key) ?? '{}') as Preferences
const quiet = () => new Promise(resolve => setTimeout(resolve, 2 * quietMs)).then(settle)
const isVisible = () => document.dispatchEvent(new Event('visibilitychange'))
const lobi = { name: 'Lobi', query: { q: 'lobi' }, columns: {} }
afterEach(() => vi.restoreAllMocks())

describe('Preferences of lists', () => {
  test('[AC10] what another device has chosen shows here at once, and is kept for the time without a network', async () => {
    account = { 'view device 1': { value: lobi, at: 5 }, 'default device': { value: '1', at: 5 } }
    const on = await signedIn()
    expect(requests).toEqual(['GET user-1'])
    expect(stored()).toEqual(account)
    await on.screen.get('.views .chip').trigger('click')
    await vi.waitFor(() => on.screen.get('.views .foot'))
    expect(on.screen.findAll('.views li .option').map(each => each.text())).toEqual(['All Devices', 'Lobi'])
  })

  test('[AC10] what is here alone is sent, and what is chosen goes a moment after the last change', async () => {
    await signedIn({ lists: JSON.stringify({ x: { value: 1, at: 3 } }) })
    expect(requests).toEqual(['GET user-1', 'POST user-1'])
    expect(account).toEqual({ x: { value: 1, at: 3 } })
    const lists = useListPreferences()
    lists.put({ x: 2 })
    lists.put({ x: 3, y: 4 })
    expect(requests).toHaveLength(2)
    await quiet()
    expect(requests.slice(2)).toEqual(['GET user-1', 'POST user-1'])
    expect(account).toEqual({ x: { value: 3, at: nowMs + 1 }, y: { value: 4, at: nowMs } })
  })

  test('[AC10] nothing is asked again while nothing has changed', async () => {
    account = { x: { value: 1, at: 5 } }
    await signedIn()
    await quiet()
    expect(requests).toEqual(['GET user-1'])
    isVisible()
    await settle()
    window.dispatchEvent(new Event('online'))
    await quiet()
    expect(requests).toHaveLength(3)
  })

  test.each<ErrorCode>(['unreachable', 'not_found', 'wrong_user', 'too_large'])(
    '[AC10] a failure (%s) loses nothing, is no bug, and it is tried again the next time',
    async code => {
      failure = code
      await signedIn()
      const lists = useListPreferences()
      lists.put({ x: 1 })
      await quiet()
      expect([stored(), lists.failure]).toEqual([{ x: { value: 1, at: nowMs } }, code])
      failure = null
      isVisible()
      await settle()
      expect([account, lists.failure]).toEqual([{ x: { value: 1, at: nowMs } }, null])
    },
  )

  test('[AC10] what failed for want of a network goes when the server answers again', async () => {
    failure = 'unreachable'
    await signedIn({ lists: JSON.stringify({ x: { value: 1, at: 3 } }) })
    failure = null
    useSync().status = { connectedAt: 7 } as SyncStatus
    await settle()
    expect(account).toEqual({ x: { value: 1, at: 3 } })
    useSync().status = { connectedAt: null } as SyncStatus
    useSync().status = { connectedAt: 8 } as SyncStatus
    await quiet()
    expect(requests).toEqual(['GET user-1', 'GET user-1', 'POST user-1'])
  })

  test('[AC10] [AC11] what is chosen while an answer is under way holds', async () => {
    await signedIn({ lists: JSON.stringify({ x: { value: 1, at: 3 } }) })
    const lists = useListPreferences()
    lists.put({ x: 2 })
    meanwhile = () => {
      meanwhile = () => {}
      lists.put({ x: 3 })
    }
    await quiet()
    await quiet()
    expect([stored(), account]).toEqual([account, { x: { value: 3, at: nowMs + 1 } }])
  })

  test('[AC11] a device whose clock is ahead takes the time that its account gave', async () => {
    await signedIn({ lists: JSON.stringify({ x: { value: 1, at: nowMs + 9_000_000 } }) })
    expect(stored()).toEqual({ x: { value: 1, at: serverMs } })
    account = received(account, { x: { value: 2, at: serverMs + 1 } }, serverMs + 1)
    isVisible()
    await settle()
    expect(stored()).toEqual({ x: { value: 2, at: serverMs + 1 } })
  })

  test('[AC10] nobody else’s: who signs in gets their own, and an answer to somebody else is let go', async () => {
    account = { x: { value: 'of sri', at: 5 } }
    await signedIn()
    const session = useSession()
    meanwhile = () => {
      account = {}
      session.account = { id: 'user-2', username: 'budi', name: 'Budi', role: 'viewer' }
    }
    isVisible()
    await settle()
    expect(localStorage.getItem('records.lists.user-2')).toBe(null)
    expect(requests).toEqual(['GET user-1', 'GET user-1', 'GET user-2'])
    expect(useListPreferences().entries).toEqual({})
  })

  test('[AC10] what another tab chooses shows in this one', async () => {
    await signedIn()
    localStorage.setItem(key, JSON.stringify({ 'view device 1': { value: lobi, at: 5 } }))
    window.dispatchEvent(new StorageEvent('storage', { key }))
    expect(useListPreferences().entries).toEqual({ 'view device 1': { value: lobi, at: 5 } })
  })

  test('[AC10] what two tabs write in turn is kept by both', async () => {
    await signedIn()
    const lists = useListPreferences()
    localStorage.setItem(key, JSON.stringify({ theirs: { value: 1, at: 5 } }))
    lists.put({ mine: 2 })
    expect(stored()).toEqual({ theirs: { value: 1, at: 5 }, mine: { value: 2, at: nowMs } })
  })

  test('[UP4] [UI50] columns that the app kept before are still there', async () => {
    const columns = { tablet: { names: ['changed_by'], widths: {} } }
    const preferences = JSON.stringify({ language: 'en', lists: { 'user-1': { device: { columns } } } })
    await signedIn({ preferences })
    expect(account).toEqual({ 'columns device tablet': { value: columns.tablet, at: 0 } })
  })
})
