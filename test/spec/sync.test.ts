/** Client and server together: the real engine, the real server, and a network that misbehaves. */
import { IDBDatabase } from 'fake-indexeddb'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { SyncTransport } from '../../client/engine/sync/outside.ts'
import { AppError } from '../../shared/errors.ts'
import { edit, list, make, removed, shown, twoEditors } from '../support/people.ts'
import { offline, Profile } from '../support/profile.ts'
import { everything, recordA, recordB, uid } from '../support/tables.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

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
    expect(await ani.tab.engine.sent()).toMatchObject({
      sent: [{ uid: uid(1), op: 'create', title: 'Gudang 9' }],
    })
  })

  test('[PU2] [OB5] an answer that is lost: the same bytes are sent again, applied once', async () => {
    const { ani, budi } = await twoEditors()
    ani.network.losing.add('/api/sync/push')
    await make(ani, 1, recordB({ nama: 'Sekali' }))
    expect(await ani.tab.sync()).toMatchObject({ state: 'idle', unsent: 0 })
    const pushes = ani.network.requests.filter(({ path }) => path === '/api/sync/push')
    expect(pushes).toHaveLength(2)
    const [first, second] = pushes.map(({ body }) => /"mutations":\[.*?\}\]/.exec(body)?.[0])
    expect([first, second]).toEqual([expect.stringContaining('Sekali'), first])
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
    expect(await ani.tab.engine.outbox()).toMatchObject([{ op: 'create', title: 'Dua' }])
    release()
    expect(await ani.tab.sync()).toMatchObject({ unsent: 0, attention: 0 })
    await budi.tab.sync()
    expect((await shown(budi, 1))?.fields['nama']).toBe('Dua')
  })

  test('[RB2] after sending, and before anything is received, the record looks as it was left', async () => {
    const { ani } = await twoEditors()
    await ani.tab.sync()
    ani.profile.transport = { ...ani.network.transport, changes: offline.changes }
    await make(ani, 1, recordB({ nama: 'Terkirim' }))
    expect(await ani.tab.sync()).toMatchObject({ error: 'unreachable', unsent: 0 })
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
    await removed(budi, 1)
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
      state: 'waiting',
      error: 'unreachable',
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

  test('[CH8] a record deleted in one part of an answer and brought back in the next one is there', async () => {
    const { ani, budi } = await twoEditors()
    await make(ani, 1, recordB({ nama: 'Kembali' }))
    await ani.tab.sync()
    await budi.tab.sync()
    const undo = await removed(budi, 1)
    await budi.tab.sync()
    const { changes } = ani.network.transport
    // What a client that was cut off is sent: the rest of that answer, and then what has happened since.
    ani.profile.transport = {
      ...ani.network.transport,
      async *changes(cursor, history, reader) {
        let last = cursor
        for await (const line of changes(cursor, history, reader)) {
          last = line.cursor
          yield { ...line, more: true }
        }
        await budi.tab.engine.undo(undo)
        await budi.tab.sync()
        yield* changes(last, history, reader)
      },
    }
    expect(await ani.tab.sync()).toMatchObject({ counts: { record_b: 1 } })
    expect(await shown(ani, 1)).toMatchObject({ state: 'settled', fields: { nama: 'Kembali' } })
  })

  test('[PG2] pages and cursor are stored together: a write that fails leaves neither, and nothing is missed', async () => {
    const { server, ani } = await twoEditors()
    await make(ani, 1, { name: 'Gerbang' }, 'device')
    for (let number = 2; number <= 20; number++) await make(ani, number, recordB({ nama: `N ${number}` }))
    await ani.tab.sync()
    await server.addUser('citra', 'editor')
    const { network, userId } = await server.signIn('citra')
    const profile = new Profile()
    profile.transport = network.transport
    failPageWrites({ after: 1 })
    const tab = await profile.tab(userId)
    expect(await tab.engine.status()).toMatchObject({ fault: 'quota', counts: { device: 1, record_b: 0 } })
    vi.restoreAllMocks()
    await tab.engine.close()
    network.isDown = true
    const again = await profile.tab(userId)
    expect(await again.engine.status()).toMatchObject({ counts: { device: 1, record_b: 0 } })
    network.isDown = false
    expect(await again.sync()).toMatchObject({ isComplete: true, counts: { device: 1, record_b: 19 } })
    expect((await again.engine.query('record_b', everything, 0, 100)).total).toBe(19)
  })
})

/** The device is full: writes of pages fail, once so many have succeeded. */
function failPageWrites({ after }: { after: number }): void {
  const original = IDBDatabase.prototype.transaction
  let written = 0
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...given) {
    const writesPages = given[1] === 'readwrite' && [...given[0]].includes('pages')
    if (writesPages && written++ >= after) throw new DOMException('injected', 'QuotaExceededError')
    return original.apply(this, given)
  })
}

/** The connection breaks after so many lines, and the one that was under way is lost. */
function cutAfter(changes: SyncTransport['changes'], lines: number): SyncTransport['changes'] {
  return async function* (...given) {
    let left = lines
    for await (const line of changes(...given)) {
      if (left-- === 0) throw new AppError('unreachable')
      yield line
    }
  }
}
