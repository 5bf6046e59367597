/** Client and server together: the real engine, the real server, and a network that misbehaves. */
import { describe, expect, test } from 'vitest'
import type { Query } from '../../client/engine.ts'
import type { SyncTransport } from '../../client/sync/outside.ts'
import { AppError } from '../../shared/errors.ts'
import type { Fields } from '../../shared/record.ts'
import { Network } from '../support/network.ts'
import { Profile, type Tab } from '../support/profile.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { everything, recordA, recordB, uid } from '../support/tables.ts'

interface Person {
  profile: Profile
  network: Network
  tab: Tab
  userId: string
}

async function arrive(server: TestServer, username: string): Promise<Person> {
  const { network, userId } = await server.signIn(username)
  const profile = new Profile()
  profile.transport = network.transport
  return { profile, network, userId, tab: await profile.tab(userId) }
}

async function twoEditors() {
  const server = await startServer()
  await server.addUser('ani', 'editor')
  await server.addUser('budi', 'editor')
  return { server, ani: await arrive(server, 'ani'), budi: await arrive(server, 'budi') }
}

const make = ({ tab }: Person, number: number, fields: Fields, kind = 'record_b') =>
  tab.engine.save({ kind, uid: uid(number), seen: null, fields })

async function edit({ tab }: Person, number: number, fields: Fields, kind = 'record_b') {
  const seen = (await tab.engine.record(kind, uid(number)))?.fields ?? null
  return tab.engine.save({ kind, uid: uid(number), seen, fields: { ...seen, ...fields } })
}

const shown = async ({ tab }: Person, number: number, kind = 'record_b') =>
  tab.engine.record(kind, uid(number))

/** Comes into reach of the server, and stays there until the sync is over. */
async function online({ tab, network }: Person) {
  network.isDown = false
  return tab.sync()
}

const list = async ({ tab }: Person, kind = 'record_b', query: Query = everything) =>
  (await tab.engine.query(kind, query, 0, 1_000)).rows

describe('Push and pull', () => {
  test('[PU7] a Device and its Record As made offline arrive linked, in one sync', async () => {
    const { ani, budi } = await twoEditors()
    ani.network.isDown = true
    await make(ani, 1, { name: 'Gerbang' }, 'device')
    for (const number of [2, 3]) await make(ani, number, recordA({ device_id: { uid: uid(1) } }), 'record_a')
    expect((await list(ani, 'record_a')).map(row => [row.titles['device_id'], row.state])).toEqual([
      ['Gerbang', 'unsent'],
      ['Gerbang', 'unsent'],
    ])
    ani.network.isDown = false
    expect(await ani.tab.sync()).toMatchObject({ state: 'idle', unsent: 0, attention: 0, isComplete: true })
    await budi.tab.sync()
    const id = (await shown(budi, 1, 'device'))?.id
    expect(id).toMatch(/^[0-9]+$/)
    for (const person of [ani, budi])
      expect((await list(person, 'record_a')).map(row => [row.fields['device_id'], row.state])).toEqual([
        [id, 'settled'],
        [id, 'settled'],
      ])
  })

  test('[ST5] a run pushes, then pulls; what was sent is listed', async () => {
    const { ani } = await twoEditors()
    ani.network.requests.length = 0
    await make(ani, 1, recordB({ nama: 'Gudang 9' }))
    await ani.tab.sync()
    const paths = ani.network.requests.map(({ path }) => path.split('?')[0])
    expect(paths.slice(0, 2)).toEqual(['/api/sync/push', '/api/sync/changes'])
    expect(await ani.tab.engine.sent()).toMatchObject([{ uid: uid(1), op: 'create', title: 'Gudang 9' }])
  })

  test('[PU2] [OB5] an answer that is lost: the same bytes are sent again, applied once', async () => {
    const { ani, budi } = await twoEditors()
    ani.network.losing.add('/api/sync/push')
    await make(ani, 1, recordB({ nama: 'Sekali' }))
    expect(await ani.tab.sync()).toMatchObject({ state: 'offline', unsent: 1 })
    expect(await ani.tab.sync()).toMatchObject({ state: 'idle', unsent: 0 })
    const pushes = ani.network.requests.filter(({ path }) => path === '/api/sync/push')
    expect(pushes).toHaveLength(2)
    expect(pushes[1]?.body).toBe(pushes[0]?.body)
    await budi.tab.sync()
    expect((await shown(budi, 1))?.version).toBe(1)
  })

  test('[OB3] an edit made while a push is under way is kept and sent afterwards', async () => {
    const { ani, budi } = await twoEditors()
    const release = ani.network.hold('/api/sync/push')
    await make(ani, 1, recordB({ nama: 'Satu' }))
    await expect.poll(async () => (await ani.tab.engine.status()).phase).toBe('push')
    await new Promise(resolve => setTimeout(resolve, 20))
    await edit(ani, 1, { nama: 'Dua' })
    expect(await ani.tab.engine.outbox()).toHaveLength(2)
    release()
    expect(await ani.tab.sync()).toMatchObject({ unsent: 0, attention: 0 })
    await budi.tab.sync()
    expect((await shown(budi, 1))?.fields['nama']).toBe('Dua')
  })

  test('[RB2] after sending, and before anything is received, the record looks as it was left', async () => {
    const { ani } = await twoEditors()
    await ani.tab.sync()
    ani.network.losing.add('/api/sync/changes')
    await make(ani, 1, recordB({ nama: 'Terkirim' }))
    expect(await ani.tab.sync()).toMatchObject({ state: 'offline', unsent: 0 })
    expect(await shown(ani, 1)).toMatchObject({ state: 'settled', fields: recordB({ nama: 'Terkirim' }) })
    await ani.tab.engine.close()
    ani.network.isDown = true
    ani.tab = await ani.profile.tab(ani.userId)
    expect(await shown(ani, 1)).toMatchObject({ state: 'settled', fields: recordB({ nama: 'Terkirim' }) })
  })

  test('[CH5] a record that someone deletes disappears from the others', async () => {
    const { ani, budi } = await twoEditors()
    await make(ani, 1, recordB())
    await ani.tab.sync()
    await budi.tab.sync()
    await budi.tab.engine.remove('record_b', uid(1))
    await budi.tab.sync()
    await ani.tab.sync()
    expect(await list(ani)).toEqual([])
    expect(await list(budi)).toEqual([])
  })

  test('[CH3] a stream that is cut goes on where the last stored line ended', async () => {
    const { server, ani } = await twoEditors()
    for (let number = 1; number <= 30; number++) await make(ani, number, recordB({ nama: `N ${number}` }))
    await make(ani, 31, { name: 'Gerbang' }, 'device')
    await ani.tab.sync()
    await server.addUser('citra', 'editor')
    const { network, userId } = await server.signIn('citra')
    const profile = new Profile()
    profile.transport = { ...network.transport, changes: cutAfter(network.transport.changes, 1) }
    const tab = await profile.tab(userId)
    expect(await tab.engine.status()).toMatchObject({
      state: 'offline',
      isComplete: false,
      counts: { device: 1, record_b: 0 },
    })
    profile.transport = network.transport
    expect(await tab.sync()).toMatchObject({
      state: 'idle',
      isComplete: true,
      counts: { device: 1, record_b: 30 },
    })
    expect(network.requests.at(-1)?.path).toContain('cursor=')
  })
})

describe('Two people', () => {
  async function bothHold(fields: Fields) {
    const { server, ani, budi } = await twoEditors()
    await make(ani, 1, fields)
    await online(ani)
    await online(budi)
    ani.network.isDown = budi.network.isDown = true
    return { server, ani, budi }
  }

  test('[MG1] different fields of one record merge without a question', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
    await edit(ani, 1, { nama: 'Ani' })
    await edit(budi, 1, { pt: 'BUDI' })
    await online(ani)
    expect(await online(budi)).toMatchObject({ attention: 0, unsent: 0 })
    await online(ani)
    for (const person of [ani, budi])
      expect((await shown(person, 1))?.fields).toEqual(recordB({ nama: 'Ani', pt: 'BUDI' }))
  })

  test.each([
    ['mine', 'Budi'],
    ['theirs', 'Ani'],
  ] as const)('[MG3] [OB8] the same field conflicts, and %s is what was chosen', async (choice, winner) => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A', unit: true }))
    await edit(ani, 1, { nama: 'Ani' })
    await edit(budi, 1, { nama: 'Budi', unit: false })
    await online(ani)
    expect(await online(budi)).toMatchObject({ attention: 1, unsent: 0, state: 'idle' })
    const [item] = await budi.tab.engine.attention()
    expect(item).toMatchObject({
      outcome: 'conflict',
      reason: 'changed',
      conflicts: ['nama'],
      changed: ['unit', 'nama'],
      base: recordB({ nama: 'A' }),
      mine: recordB({ nama: 'Budi', unit: false }),
      theirs: { fields: recordB({ nama: 'Ani' }) },
    })
    expect(await shown(budi, 1)).toMatchObject({ state: 'conflict', fields: { nama: 'Budi' } })
    await budi.tab.engine.resolve(item?.seq ?? 0, { kind: 'choose', fields: { nama: choice } })
    await online(budi)
    await online(ani)
    for (const person of [ani, budi])
      expect((await shown(person, 1))?.fields).toEqual(recordB({ nama: winner, unit: false }))
    expect(await budi.tab.engine.status()).toMatchObject({ attention: 0, unsent: 0 })
  })

  test('[MG4] an edit of a deleted record: restore with my values, under the id it had', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A' }))
    const id = (await shown(ani, 1))?.id
    await edit(budi, 1, { nama: 'Budi' })
    await ani.tab.engine.remove('record_b', uid(1))
    await online(ani)
    await online(budi)
    const [item] = await budi.tab.engine.attention()
    expect(item).toMatchObject({ outcome: 'conflict', reason: 'deleted', mine: recordB({ nama: 'Budi' }) })
    expect(await shown(budi, 1)).toMatchObject({ state: 'conflict', fields: recordB({ nama: 'Budi' }) })
    await budi.tab.engine.resolve(item?.seq ?? 0, { kind: 'restore' })
    await online(budi)
    await online(ani)
    expect(await shown(ani, 1)).toMatchObject({ id, state: 'settled', fields: recordB({ nama: 'Budi' }) })
  })

  test('[MG4] an edit of a deleted record: let it go', async () => {
    const { ani, budi } = await bothHold(recordB())
    await edit(budi, 1, { nama: 'Budi' })
    await ani.tab.engine.remove('record_b', uid(1))
    await online(ani)
    await online(budi)
    const [item] = await budi.tab.engine.attention()
    await budi.tab.engine.resolve(item?.seq ?? 0, { kind: 'discard' })
    await online(budi)
    expect(await list(budi)).toEqual([])
    expect(await budi.tab.engine.outbox()).toEqual([])
  })

  test.each([
    ['delete', 0],
    ['discard', 1],
  ] as const)('[MG5] a delete of a record changed since: %s leaves %i', async (choice, left) => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A' }))
    await ani.tab.engine.remove('record_b', uid(1))
    await edit(budi, 1, { nama: 'Budi' })
    await online(budi)
    await online(ani)
    const [item] = await ani.tab.engine.attention()
    expect(item).toMatchObject({ outcome: 'conflict', reason: 'changed', op: 'delete', mine: null })
    expect(await shown(ani, 1)).toMatchObject({ state: 'conflict', fields: { nama: 'Budi' } })
    await ani.tab.engine.resolve(item?.seq ?? 0, { kind: choice })
    await online(ani)
    await online(budi)
    expect(await list(ani)).toHaveLength(left)
    expect(await list(budi)).toHaveLength(left)
  })

  test('[PU8] [OB7] a Device that others still use cannot be deleted; the rest goes on', async () => {
    const { ani, budi } = await twoEditors()
    await make(ani, 1, { name: 'Gerbang' }, 'device')
    await online(ani)
    await online(budi)
    await make(budi, 2, recordA({ device_id: (await shown(budi, 1, 'device'))?.id ?? '' }), 'record_a')
    await online(budi)
    await ani.tab.engine.remove('device', uid(1))
    await make(ani, 3, recordB())
    expect(await online(ani)).toMatchObject({ attention: 1, unsent: 0 })
    expect(await ani.tab.engine.attention()).toMatchObject([
      { outcome: 'rejected', issues: [{ code: 'in_use', params: { count: 1 } }] },
    ])
    expect(await shown(ani, 1, 'device')).toMatchObject({ state: 'rejected', fields: { name: 'Gerbang' } })
  })
})

describe('Accounts and sync', () => {
  test('[ST4] signed out: sending stops and says so; nothing is lost; after signing in it goes on', async () => {
    const { server, ani } = await twoEditors()
    const signedIn = ani.profile.transport
    ani.profile.transport = {
      ...signedIn,
      push: (await outsider(server)).push,
      changes: (await outsider(server)).changes,
    }
    await make(ani, 1, recordB())
    expect(await ani.tab.sync()).toMatchObject({ state: 'blocked', blockedOn: 'sign-in', unsent: 1 })
    await edit(ani, 1, { nama: 'Tetap bisa' })
    ani.profile.transport = signedIn
    await ani.tab.engine.hint('signed-in')
    expect(await ani.tab.sync()).toMatchObject({ state: 'idle', unsent: 0 })
    expect((await shown(ani, 1))?.fields['nama']).toBe('Tetap bisa')
  })

  test("[PU9] another user's session never sends this user's work", async () => {
    const { ani, budi } = await twoEditors()
    await make(ani, 1, recordB())
    await ani.tab.sync()
    await make(ani, 2, recordB())
    ani.profile.transport = budi.network.transport
    expect(await ani.tab.sync()).toMatchObject({ state: 'blocked', blockedOn: 'sign-in', unsent: 1 })
    await budi.tab.sync()
    expect(await list(budi)).toHaveLength(1)
  })

  test('[ST6] a viewer cannot send, still receives, and keeps what was entered', async () => {
    const server = await startServer()
    await server.addUser('ani', 'editor')
    await server.addUser('vera', 'viewer')
    const ani = await arrive(server, 'ani')
    const vera = await arrive(server, 'vera')
    await make(ani, 1, recordB())
    await ani.tab.sync()
    await make(vera, 2, recordB({ nama: 'Tidak boleh' }))
    expect(await vera.tab.sync()).toMatchObject({
      blockedOn: 'permission',
      unsent: 1,
      counts: { record_b: 2 },
    })
  })
})

describe('Resync', () => {
  test('[RB3] [CH4] a server that forgot our cursor: everything anew, and the outbox is whole', async () => {
    const { server, ani, budi } = await twoEditors()
    await make(ani, 1, recordB({ nama: 'Tetap' }))
    await make(ani, 2, recordB({ nama: 'Hilang' }))
    await ani.tab.sync()
    await budi.tab.sync()
    await ani.tab.engine.remove('record_b', uid(2))
    await ani.tab.sync()
    const { db } = server.services.database
    await db.updateTable('commits').set({ token: 'restored' }).execute()
    await db.deleteFrom('tombstones').execute()
    budi.network.isDown = true
    await make(budi, 9, recordB({ nama: 'Belum terkirim' }))
    budi.network.isDown = false
    expect(await budi.tab.sync()).toMatchObject({ state: 'idle', unsent: 0, isComplete: true })
    expect((await list(budi)).map(row => row.fields['nama']).toSorted()).toEqual(['Belum terkirim', 'Tetap'])
  })
})

/** The connection breaks after so many lines, and the one that was under way is lost. */
function cutAfter(changes: SyncTransport['changes'], lines: number): SyncTransport['changes'] {
  return async function* (cursor) {
    let left = lines
    for await (const line of changes(cursor)) {
      if (left-- === 0) throw new AppError('unreachable')
      yield line
    }
  }
}

function outsider(server: TestServer) {
  return new Network((path, init) => server.request(path, init)).transport
}
