/** Data that the browser removed: the engine knows what was lost, and says it until the person has read it. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../../client/engine/disk/database.ts'
import { request, watchTransactions } from '../support/indexed-db.ts'
import { list, make, noForm, online, twoEditors } from '../support/people.ts'
import { Profile } from '../support/profile.ts'
import { recordB, uid } from '../support/tables.ts'

const save = (number: number) => ({ ...noForm, kind: 'record_b', uid: uid(number), fields: recordB() })

afterEach(() => {
  vi.restoreAllMocks()
})

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

  test('[RM3] removed under an open tab, that tab calls nothing saved that could never be read', async () => {
    const profile = new Profile()
    const { engine } = await profile.tab()
    await engine.save(save(1))
    await request(profile.indexedDB.deleteDatabase('records:user-1'))
    expect(await engine.save(save(2))).toEqual({ outcome: 'failed', fault: 'removed' })
    await engine.close()
    const again = await profile.tab('user-1', { lastUnsettled: 1 })
    expect(await again.engine.save(save(2))).toMatchObject({ outcome: 'saved' })
    expect(await again.engine.status()).toMatchObject({ lost: 1, unsent: 1, unreadable: 0 })
  })

  test('[RM1] [RM3] removed under an open tab, everything else is fetched again when the app is', async () => {
    const { ani } = await twoEditors()
    await make(ani, 1, recordB({ nama: 'Di server' }))
    await online(ani)
    await request(ani.profile.indexedDB.deleteDatabase(`records:${ani.userId}`))
    expect(await ani.tab.sync()).toMatchObject({ fault: 'removed' })
    await ani.tab.engine.close()
    ani.tab = await ani.profile.tab(ani.userId, { lastUnsettled: 0 })
    await ani.tab.sync()
    expect((await list(ani)).map(row => row.fields['nama'])).toEqual(['Di server'])
  })

  test('[RM3] removed while a tab opens, between its key and its name, nothing is sealed with a key that is kept nowhere', async () => {
    const profile = new Profile()
    const world = { ...profile.world([]), userId: 'user-1' }
    const first = await openDatabase(world)
    first.close()
    let transactions = 0
    watchTransactions(() => {
      // The look at whose it is, the key, a name that is there; and then the next one's.
      if (++transactions === 4) throw new DOMException('removed', 'UnknownError')
    })
    const pause = async (milliseconds: number) => {
      if (milliseconds > 1_000) return world.pause(milliseconds)
      await request(profile.indexedDB.deleteDatabase('records:user-1'))
    }
    await expect(openDatabase({ ...world, pause })).rejects.toMatchObject({ fault: 'removed' })
    expect(transactions).toBeGreaterThan(4)
  })
})
