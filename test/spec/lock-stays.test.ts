/** Who may change or take off the lock of a person's data, and how long it opens without the server. */
import { describe, expect, test } from 'vitest'
import { passphrase, protectedBy, start } from '../support/locked.ts'
import { Profile } from '../support/profile.ts'

const protect = { passphrase: 'kunci si pencuri', isPassword: false }
const key = { passphrase }
const dayMs = 24 * 60 * 60 * 1000

describe('Who found it open', () => {
  test.each(['drop passkeys', 'take off'] as const)(
    '[LK9] cannot %s without the passphrase, and each try counts',
    async change => {
      const profile = new Profile()
      const { engine, open } = await protectedBy(profile)
      await engine.close()
      await open({ key, policy: 'offered', triesAtMost: 5 })
      const asked = { change, passphrase: 'salah' }
      expect(await engine.changeLock(asked)).toMatchObject({ outcome: 'wrong', lock: { tries: 1 } })
      for (const tries of [2, 3])
        expect(await engine.changeLock(asked)).toMatchObject({ lock: { tries, isWrong: true } })
      expect(await engine.changeLock({ change, passphrase })).toMatchObject({
        outcome: 'wrong',
        lock: { tries: 3, isWrong: false },
      })
      expect(await engine.protection()).toMatchObject({ protection: { isLocked: true } })
      profile.now += 5_000
      await engine.changeLock(asked)
      profile.now += 15_000
      expect(await engine.changeLock(asked)).toEqual({ outcome: 'wiped' })
      expect(await profile.indexedDB.databases()).toEqual([])
    },
  )

  test('[LK9] cannot take it off at all where it is required', async () => {
    const { engine } = await protectedBy(new Profile())
    expect(await engine.changeLock({ change: 'take off', passphrase })).toEqual({ outcome: 'refused' })
    expect(await engine.protection()).toMatchObject({ protection: { isLocked: true } })
  })
})

test('[LK9] taken off by choice, and required since: it opens once its person has signed in', async () => {
  const profile = new Profile()
  const { engine, open } = await protectedBy(profile)
  await engine.close()
  await open({ key, policy: 'offered' })
  expect(await engine.changeLock({ change: 'take off', passphrase })).toEqual({ outcome: 'changed' })
  await engine.close()
  expect(await start(profile).open({ policy: 'offered' })).toMatchObject({ outcome: 'open', isLocked: false })
  expect(await start(profile).open()).toEqual({ outcome: 'must sign in' })
  expect(await start(profile).open({ protect })).toEqual({ outcome: 'must sign in' })
  expect(await start(profile).open({ isLetIn: true })).toEqual({ outcome: 'unprotected' })
  expect(await start(profile).open({ isLetIn: true, protect })).toMatchObject({ isLocked: true })
})

describe('Without the server for longer than the policy allows', () => {
  const termsOf = (askedAt: number) => ({ lockAfterMinutes: 10, offlineDays: 30, askedAt })

  test('[LK6] nothing opens it, and no try is made', async () => {
    const profile = new Profile()
    const terms = termsOf(profile.now)
    await (await protectedBy(profile)).engine.close()
    profile.now += 31 * dayMs
    expect(await start(profile).open({ terms, key })).toEqual({ outcome: 'overdue' })
    expect(await start(profile).open({ terms: termsOf(profile.now), key })).toMatchObject({ outcome: 'open' })
  })

  test('[LK6] it locks while it is open, and a clock that is set back opens it no more', async () => {
    const profile = new Profile()
    const terms = { ...termsOf(profile.now), lockAfterMinutes: 1440 * 365 }
    const { engine, open } = await protectedBy(profile)
    await engine.close()
    const heard: string[] = []
    await engine.subscribe(({ type }) => heard.push(type))
    await open({ terms, key })
    const start0 = profile.now
    profile.now += 31 * dayMs
    const look = [...profile.timers].find(({ milliseconds }) => milliseconds === 10_000)
    look?.call()
    await expect.poll(() => heard).toContain('locking')
    await engine.close()
    profile.now = start0
    expect(await start(profile).open({ terms, key })).toEqual({ outcome: 'overdue' })
    // Heard again, what the clock said before counts no more.
    expect(await start(profile).open({ terms: termsOf(profile.now), key })).toMatchObject({ outcome: 'open' })
  })
})
