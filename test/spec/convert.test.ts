/** How what version 1 of the database stored becomes acts: once, in its place, and what cannot be read later. */
import { describe, expect, test } from 'vitest'
import { recordB, uid } from '../support/tables.ts'
import { sentBefore } from '../support/seen-before.ts'
import { ProfileBefore, seenIn, serverBefore, storedBefore } from '../support/stored-before.ts'

const before = storedBefore('everything')

/** Seals of these places do not open. */
class ProfileOfOldKeys extends ProfileBefore {
  closed: string[] = []

  override world(bugs: unknown[]): ReturnType<ProfileBefore['world']> {
    const world = super.world(bugs)
    const { sealing } = world
    const isClosed = (place: string) => this.closed.includes(place)
    return {
      ...world,
      sealing: {
        ...sealing,
        with: key => ({
          ...sealing.with(key),
          open: async (place, sealed) => {
            if (isClosed(place)) throw new Error('closed')
            return sealing.with(key).open(place, sealed)
          },
        }),
      },
    }
  }
}

async function profileOf(stored = before): Promise<ProfileOfOldKeys> {
  return ProfileOfOldKeys.putBack(new ProfileOfOldKeys(), stored)
}

describe('What an earlier version stored', () => {
  test('[OB12] what cannot be read stays where it is, and goes on when it can be read again', async () => {
    const profile = await profileOf()
    profile.closed = [`outbox/record_b/${uid(401)}`, `outbox/record_b/${uid(305)}`]
    const first = await profile.tab(before.userId)
    const { unreadable } = before.seen.status
    expect(await first.engine.status()).toMatchObject({ unreadable: unreadable + 3 })
    expect((await first.engine.unreadable()).map(each => each.uid)).toContain(uid(401))
    await first.engine.close()

    profile.closed = []
    const second = await profile.tab(before.userId)
    const whole = await (await profileOf()).tab(before.userId)
    expect(await seenIn(second, before.addresses)).toEqual(await seenIn(whole, before.addresses))
  })

  test('[OB14] what was sent and cannot be read is counted, and listed when it can be', async () => {
    const profile = await profileOf()
    const [id] = before.stores.sent.map(row => String(row['id']))
    profile.closed = [`sent/${id}`]
    const first = await profile.tab(before.userId)
    expect(await first.engine.sent()).toMatchObject({ unreadable: 2 })
    await first.engine.close()

    profile.closed = []
    const { engine } = await profile.tab(before.userId)
    expect(await engine.sent()).toMatchObject(sentBefore(before.seen))
  })

  test('[UP4] two tabs that open it at one moment show the same', async () => {
    const profile = await profileOf()
    const tabs = await Promise.all([profile.tab(before.userId), profile.tab(before.userId)])
    const [one, other] = await Promise.all(tabs.map(tab => seenIn(tab, before.addresses)))
    expect(one?.outbox.length).toBeGreaterThan(60)
    expect(other).toEqual(one)
  })

  test.each([before, { ...before, stores: { ...before.stores, outbox: [], sent: [] } }])(
    '[CH7] an act comes after all that was done before, also when nothing of that is left (%#)',
    async stored => {
      const { engine } = await (await profileOf(stored)).tab(before.userId)
      const edit = { kind: 'record_b', uid: uid(990), seen: null, fields: recordB({ nama: 'Baru' }) }
      const saved = await engine.save({ ...edit, since: 0, asked: null, draft: null })
      expect(saved.outcome === 'saved' && saved.undo?.seq).toBeGreaterThanOrEqual(before.nextSeq)
    },
  )

  test('[UP5, PU3] what had another form is asked for by its id, which never goes out with other content', async () => {
    const server = await serverBefore('everything')
    const { network } = await server.signIn('budi')
    const profile = await profileOf()
    profile.transport = network.transport
    profile.isCutOff = false
    const { sync } = await profile.tab(before.userId)
    await sync()
    const bodies = network.requests.filter(({ path }) => path.includes('/push')).map(({ body }) => body)
    const mutations = bodies.flatMap(body => (JSON.parse(body) as { mutations: object[] }).mutations)
    const deletes = mutations.filter(each => 'op' in each && each.op === 'delete')
    expect(deletes.length).toBeGreaterThan(10)
    for (const each of deletes) expect(each).toHaveProperty('seen')
    expect(network.requests.some(({ path }) => path.includes('/withdraw'))).toBe(true)
  })
})
