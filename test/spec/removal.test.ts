/** Data that the browser removed: the engine knows what was lost, and says it until the person has read it. */
import { describe, expect, test } from 'vitest'
import { Profile } from '../support/profile.ts'
import { recordB, uid } from '../support/tables.ts'

const save = (number: number) => ({ kind: 'record_b', uid: uid(number), seen: null, fields: recordB() })

describe('A database that is gone', () => {
  test.each([0, 1, 5_000])('[RM1] with %i unsettled edits last known is reported as lost', async count => {
    const { engine } = await new Profile().tab('user-1', { lastUnsettled: count })
    expect(await engine.status()).toMatchObject({ lost: count, unsent: 0, isComplete: false })
  })

  test('[RM1] stays reported when the tab is closed unread, and in every tab, until somebody has read it', async () => {
    const profile = new Profile()
    const first = await profile.tab('user-1', { lastUnsettled: 3 })
    await first.engine.save(save(1))
    await first.engine.close()
    const [second, third] = [await profile.tab('user-1', { lastUnsettled: 1 }), await profile.tab('user-1')]
    expect([(await second.engine.status()).lost, (await third.engine.status()).lost]).toEqual([3, 3])
    await second.engine.forgetLoss()
    await expect.poll(async () => (await third.engine.status()).lost).toBeNull()
    const fourth = await profile.tab('user-1', { lastUnsettled: 1 })
    expect(await fourth.engine.status()).toMatchObject({ lost: null, unsent: 1 })
  })

  test('[RM1] is no loss where nobody had worked, where it is still there, and of another person', async () => {
    const profile = new Profile()
    expect((await (await profile.tab('ani')).engine.status()).lost).toBeNull()
    expect((await (await profile.tab('ani', { lastUnsettled: 2 })).engine.status()).lost).toBeNull()
    expect((await (await profile.tab('budi', { lastUnsettled: 2 })).engine.status()).lost).toBe(2)
    expect((await (await profile.tab('ani')).engine.status()).lost).toBeNull()
  })
})
