/** A run that hangs: it is given up, another takes over, and what the first would still write is refused. */
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../client/engine/disk/database.ts'
import { nothingPulled, pulledIn, writePages } from '../../client/engine/disk/pages.ts'
import { land, nothingLanded } from '../../client/engine/disk/work.ts'
import { make, type Person, shown, twoEditors } from '../support/people.ts'
import { Profile, type Tab } from '../support/profile.ts'
import { recordB } from '../support/tables.ts'

const givenUpMs = 10 * 60_000

/** Lets ten minutes pass in which nothing is heard of a run. */
function letTimePass({ timers }: Profile): void {
  for (const timer of [...timers])
    if (timer.milliseconds === givenUpMs) {
      timers.delete(timer)
      timer.call()
    }
}

/** Another tab is opened, and takes the lock from the one in which no time passes any more. */
async function takeOver({ profile, userId }: Person): Promise<Tab> {
  const frozen = new Set(profile.timers)
  const opening = profile.tab(userId)
  await expect.poll(() => profile.timers.size).toBeGreaterThan(frozen.size)
  for (const timer of frozen) profile.timers.delete(timer)
  letTimePass(profile)
  return opening
}

const statusOf = ({ tab }: Person) => tab.engine.status()

describe('A run of which nothing is heard', () => {
  test('[ST7] is given up after ten minutes, and the next one sends', async () => {
    const { ani } = await twoEditors()
    await ani.tab.sync()
    const release = ani.network.hold('/api/sync/push')
    await make(ani, 1, recordB({ nama: 'Menggantung é' }))
    await expect.poll(() => statusOf(ani)).toMatchObject({ state: 'running', phase: 'push' })
    letTimePass(ani.profile)
    expect(await statusOf(ani)).toMatchObject({ state: 'waiting', error: 'timed_out', unsent: 1 })
    release()
    expect(await ani.tab.sync()).toMatchObject({ state: 'idle', error: null, unsent: 0 })
    expect((await shown(ani, 1))?.fields['nama']).toBe('Menggantung é')
    expect(ani.tab.bugs).toEqual([])
  })

  test('[ST7] in a frozen tab that holds the lock: another tab takes it over, and sends', async () => {
    const { ani } = await twoEditors()
    const { transport } = ani.profile
    ani.profile.transport = { ...transport, push: () => new Promise(() => {}) }
    await make(ani, 1, recordB())
    await expect.poll(() => statusOf(ani)).toMatchObject({ phase: 'push' })
    ani.profile.transport = transport
    const other = await takeOver(ani)
    expect(await other.sync()).toMatchObject({ state: 'idle', unsent: 0 })
  })

  test('[ST7] what it would still write, after another one has pulled, is refused', async () => {
    const { ani, budi } = await twoEditors()
    await make(budi, 1, recordB({ nama: 'Pertama' }))
    await budi.tab.sync()
    const release = ani.network.hold('/api/sync/changes')
    await ani.tab.engine.syncNow()
    await expect.poll(() => statusOf(ani)).toMatchObject({ phase: 'pull' })
    letTimePass(ani.profile)
    await make(budi, 2, recordB({ nama: 'Kedua' }))
    await budi.tab.sync()
    release()
    await ani.tab.sync()
    expect([await shown(ani, 1), await shown(ani, 2)].map(each => each?.fields['nama'])).toEqual([
      'Pertama',
      'Kedua',
    ])
  })

  test('[ST7] [PU12] what it would settle, after another one has taken over, is refused', async () => {
    const { ani } = await twoEditors()
    await ani.tab.sync()
    const { transport } = ani.profile
    const answering = Promise.withResolvers<void>()
    ani.profile.transport = {
      ...transport,
      async push(sent) {
        const answer = await transport.push(sent)
        await answering.promise
        return answer
      },
    }
    await make(ani, 1, recordB())
    await expect.poll(() => statusOf(ani)).toMatchObject({ phase: 'push' })
    ani.profile.transport = { ...transport, push: () => new Promise(() => {}) }
    const other = await takeOver(ani)
    await other.engine.syncNow()
    await expect.poll(() => other.engine.status()).toMatchObject({ phase: 'push' })
    answering.resolve()
    await expect.poll(() => statusOf(ani)).toMatchObject({ state: 'waiting', fault: 'connection' })
    expect(await other.engine.status()).toMatchObject({ unsent: 1 })
  })

  test('[ST7] pages computed before another run wrote are not written over its own', async () => {
    const profile = new Profile()
    const open = () => openDatabase({ ...profile.world([]), userId: 'user-1' })
    const [frozen, awake] = [await open(), await open()]
    await writePages(awake, [], { ...nothingPulled, revision: 1, cursor: 'baru' })
    const late = { ...nothingPulled, revision: 1, cursor: 'lama' }
    await expect(writePages(frozen, [], late)).rejects.toThrow('storage: connection')
    await expect(land(frozen, { ...nothingLanded, pulled: late })).rejects.toThrow('storage: connection')
    expect((await awake.run(pulledIn)).cursor).toBe('baru')
  })
})
