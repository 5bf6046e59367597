/** The lock of a person's data in a browser, as the engine keeps it: what opens it, what does not, and what is on the disk. */
import { IDBObjectStore } from 'fake-indexeddb'
import { describe, expect, test, vi } from 'vitest'
import type { Key } from '../../client/contract.ts'
import { nextTryAt } from '../../client/engine/lock/tries.ts'
import { language, passphrase, policy, protectedBy, start } from '../support/locked.ts'
import { noForm } from '../support/people.ts'
import { Profile } from '../support/profile.ts'
import { recordB, uid } from '../support/tables.ts'

const key = { passphrase }
const save = (number: number) => ({ ...noForm, kind: 'record_b', uid: uid(number), fields: recordB() })

describe('A lock that is required', () => {
  test('[LK1] is asked for before anything is stored', async () => {
    const profile = new Profile()
    expect(await start(profile).open()).toEqual({ outcome: 'unprotected' })
    expect(await profile.indexedDB.databases()).toEqual([])
  })

  test('[LK1] [LK3] opens with its passphrase, however that is composed, and with no other', async () => {
    const profile = new Profile()
    const first = await protectedBy(profile)
    expect(await first.engine.save(save(1))).toMatchObject({ outcome: 'saved' })
    await first.engine.close()
    const { open, engine } = start(profile)
    expect(await open()).toMatchObject({ outcome: 'locked', lock: { tries: 0, isWrong: false } })
    expect(await open({ key: { passphrase: 'kuda baterai' } })).toMatchObject({
      outcome: 'locked',
      lock: { tries: 1, isWrong: true },
    })
    expect(await open({ key: { passphrase: passphrase.normalize('NFD') } })).toMatchObject({
      outcome: 'open',
    })
    expect(await engine.status()).toMatchObject({ unsent: 1, lost: null })
  })

  test('[LK2] opens in a second tab while the first is open, and in none afterwards', async () => {
    const profile = new Profile()
    const first = await protectedBy(profile)
    const second = start(profile)
    expect(await second.open()).toMatchObject({ outcome: 'open' })
    await first.engine.close()
    await second.engine.close()
    expect(await start(profile).open()).toMatchObject({ outcome: 'locked' })
  })

  test('[LK8] another person has a lock of their own', async () => {
    const profile = new Profile()
    await (await protectedBy(profile)).engine.close()
    const { engine, open } = start(profile)
    expect(await engine.open({ userId: 'budi', language, policy })).toEqual({ outcome: 'unprotected' })
    expect(await open()).toMatchObject({ outcome: 'locked' })
  })
})

describe('Tries', () => {
  test('[LK4] count across restarts, wait for each other, and the last one destroys the data', async () => {
    const profile = new Profile()
    await (await protectedBy(profile)).engine.close()
    const wrong = { key: { passphrase: 'salah' }, triesAtMost: 5 }
    for (const tries of [1, 2, 3]) {
      const { open } = start(profile)
      expect(await open(wrong)).toMatchObject({
        outcome: 'locked',
        lock: { tries, triesAtMost: 5, isWrong: true },
      })
    }
    // Within the pause nothing is tried, right or wrong.
    expect(await start(profile).open({ key })).toMatchObject({
      outcome: 'locked',
      lock: { tries: 3, isWrong: false },
    })
    profile.now += 5_000
    expect(await start(profile).open(wrong)).toMatchObject({ outcome: 'locked', lock: { tries: 4 } })
    profile.now += 15_000
    expect(await start(profile).open(wrong)).toEqual({ outcome: 'wiped' })
    expect(await profile.indexedDB.databases()).toEqual([])
    expect(await start(profile).open()).toEqual({ outcome: 'unprotected' })
  })

  test('[LK4] a right one begins the count anew', async () => {
    const profile = new Profile()
    await (await protectedBy(profile)).engine.close()
    const { open, engine } = start(profile)
    await open({ key: { passphrase: 'salah' } })
    expect(await open({ key })).toMatchObject({ outcome: 'open' })
    await engine.close()
    expect(await start(profile).open()).toMatchObject({ lock: { tries: 0 } })
  })

  test('[LK4] pauses grow, and a clock that is set back makes nobody wait longer than one of them', () => {
    const seconds = [0, 1, 2, 3, 4, 5, 6, 7, 8, 20].map(
      count => nextTryAt({ count, lastAt: 10_000 }, 10_000) / 1000,
    )
    expect(seconds).toEqual([0, 10, 10, 15, 25, 40, 70, 130, 310, 310])
    expect(nextTryAt({ count: 3, lastAt: 9_000_000 }, 1_000)).toBe(6_000)
  })
})

describe('What opens it can be changed', () => {
  test('[LK1] another passphrase, and the one before opens no more', async () => {
    const profile = new Profile()
    const { engine } = await protectedBy(profile, true)
    const to = { passphrase: 'yang lain sekali', isPassword: false }
    expect(await engine.changeLock({ change: 'passphrase', from: 'salah', to })).toMatchObject({
      outcome: 'wrong',
      lock: { tries: 1 },
    })
    expect(await engine.changeLock({ change: 'passphrase', from: passphrase, to })).toEqual({
      outcome: 'changed',
    })
    expect(await engine.protection()).toMatchObject({ protection: { isLocked: true, isPassword: false } })
    await engine.close()
    expect(await start(profile).open({ key })).toMatchObject({ outcome: 'locked' })
    expect(await start(profile).open({ key: to })).toMatchObject({ outcome: 'open' })
  })

  test('[LK1] a passkey beside it, until it is removed', async () => {
    const profile = new Profile()
    const { engine } = await protectedBy(profile)
    const secret = new Uint8Array(32).fill(7)
    const passkey = { credentialId: 'AQID', input: new Uint8Array(32).fill(1) }
    await engine.changeLock({ change: 'add passkey', passphrase, passkey, secret })
    expect(await engine.protection()).toMatchObject({ protection: { passkeys: 1 } })
    await engine.close()
    const { open, engine: next } = start(profile)
    const by = (given: Uint8Array<ArrayBuffer>): { key: Key } => ({
      key: { credentialId: 'AQID', secret: given },
    })
    expect(await open()).toMatchObject({ lock: { passkeys: [passkey] } })
    expect(await open(by(new Uint8Array(32)))).toMatchObject({ outcome: 'locked', lock: { tries: 0 } })
    expect(await open(by(secret))).toMatchObject({ outcome: 'open' })
    await next.changeLock({ change: 'drop passkeys', passphrase })
    await next.close()
    expect(await start(profile).open(by(secret))).toMatchObject({ outcome: 'locked' })
  })

  test('[LK1] [LK5] taken off it is open, and put on again everything is sealed anew', async () => {
    const profile = new Profile()
    const { engine, open } = await protectedBy(profile)
    await engine.save(save(1))
    await engine.close()
    await open({ key, policy: 'offered' })
    await engine.changeLock({ change: 'take off', passphrase })
    expect(await engine.protection()).toMatchObject({ protection: { isLocked: false } })
    await engine.close()
    const offered = start(profile)
    expect(await offered.open({ policy: 'offered' })).toMatchObject({ outcome: 'open' })
    expect(await offered.engine.status()).toMatchObject({ unsent: 1 })
    await offered.engine.close()
    const again = start(profile)
    await again.open({ policy: 'offered', protect: { passphrase, isPassword: false } })
    expect(await again.engine.status()).toMatchObject({ unsent: 1, unreadable: 0 })
  })
})

/** From then on nothing is written, as when the browser is killed. */
function cutOffAfter(writes: number): () => void {
  let left = writes
  const spies = (['put', 'add', 'clear', 'delete'] as const).map(name => {
    const real = IDBObjectStore.prototype[name] as (...given: unknown[]) => unknown
    return vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(function (
      this: unknown,
      ...given: unknown[]
    ) {
      if (left-- <= 0) throw new DOMException('cut off', 'AbortError')
      return real.apply(this, given) as never
    } as never)
  })
  return () => {
    for (const spy of spies) spy.mockRestore()
  }
}

describe('Data that had no lock', () => {
  /** As an earlier version of the app left it: pages, an act, a draft. */
  async function worked(profile: Profile) {
    const { engine, open } = start(profile)
    expect(await open({ policy: 'off' })).toMatchObject({ outcome: 'open' })
    await engine.save(save(1))
    await engine.keepDraft({ ...save(2), id: uid(9) })
    await engine.keepNote('lists', { view: 'Añi' })
    return engine
  }

  test('[LK5] goes along, with work, drafts and the numbers of acts', async () => {
    const profile = new Profile()
    const before = await worked(profile)
    const [done] = await before.outbox()
    await before.close()
    const { engine, open } = await protectedBy(profile)
    expect(await engine.status()).toMatchObject({ unsent: 1, lost: null, unreadable: 0 })
    expect(await engine.drafts()).toMatchObject({ drafts: [{ uid: uid(2) }], unreadable: [] })
    expect(await engine.outbox()).toEqual([done])
    expect(await open()).toMatchObject({ isLocked: true, notes: { lists: { view: 'Añi' } } })
    expect(await engine.save(save(3))).toMatchObject({ outcome: 'saved' })
    expect((await profile.indexedDB.databases()).map(({ name }) => name)).toEqual(['records:ani:2'])
  })

  test('[LK5] a tab that has it open saves nothing that would be left behind', async () => {
    const profile = new Profile()
    const old = await worked(profile)
    const { engine } = await protectedBy(profile)
    expect(await old.save(save(4))).toMatchObject({ outcome: 'failed' })
    expect(await engine.status()).toMatchObject({ unsent: 1 })
  })

  test.each(Array.from({ length: 24 }, (_, writes) => writes))(
    '[LK5] cut off at write %i, nothing is lost',
    async writes => {
      const profile = new Profile()
      const before = await worked(profile)
      await before.close()
      const stop = cutOffAfter(writes)
      await start(profile).open({ protect: { passphrase, isPassword: false } })
      stop()
      const { open, engine } = start(profile)
      const answer = await open({ key })
      if (answer.outcome === 'unprotected') await open({ protect: { passphrase, isPassword: false } })
      expect(await engine.status()).toMatchObject({ unsent: 1, lost: null, unreadable: 0 })
      expect(await engine.drafts()).toMatchObject({ drafts: [{ uid: uid(2) }], unreadable: [] })
    },
  )
})
