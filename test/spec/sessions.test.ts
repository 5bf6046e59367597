/** Sync while nobody, somebody else, or somebody with fewer rights is signed in; and after a resync. */
import { describe, expect, test } from 'vitest'
import { changeAccount } from '../../server/db/accounts.ts'
import { Network } from '../support/network.ts'
import { arrive, edit, list, make, online, shown, twoEditors } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { recordB, uid } from '../support/tables.ts'

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

  test("[PU9] nor that of a device which has never sent anything, and does not become the other's", async () => {
    const { ani, budi } = await twoEditors()
    ani.profile.transport = budi.network.transport
    await make(ani, 1, recordB())
    expect(await ani.tab.sync()).toMatchObject({ state: 'blocked', blockedOn: 'sign-in', unsent: 1 })
    ani.profile.transport = ani.network.transport
    expect(await ani.tab.sync()).toMatchObject({ state: 'idle', unsent: 0 })
  })

  test('[PU9] a run that waited for its turn until somebody else had signed in sends nothing', async () => {
    const { ani, budi } = await twoEditors()
    const turn = Promise.withResolvers<void>()
    const holding = ani.profile
      .world([])
      .locksOf(ani.userId)
      .run('sync', () => turn.promise)
    await make(ani, 1, recordB())
    await ani.tab.engine.syncNow()
    await ani.tab.engine.close()
    ani.profile.transport = budi.network.transport
    turn.resolve()
    await holding
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(budi.network.requests.filter(({ path }) => path.includes('push'))).toHaveLength(0)
    ani.profile.transport = ani.network.transport
    const again = await ani.profile.tab(ani.userId)
    expect(await again.sync()).toMatchObject({ unsent: 0, blockedOn: null })
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

describe('A role that is taken away', () => {
  test('[ST6] with work unsent: nothing is lost, the status says why, and with the role back it goes out', async () => {
    const { server, ani, budi } = await twoEditors()
    const become = (role: string) => changeAccount(server.services.database, ani.userId, { role })
    await make(ani, 1, recordB({ nama: 'Sudah ada' }))
    await ani.tab.sync()
    ani.network.isDown = true
    await make(ani, 2, recordB({ nama: 'Sebelum dicabut é' }))
    await edit(ani, 1, { nama: 'Diubah' })
    await become('viewer')
    await make(budi, 3, recordB({ nama: 'Dari Budi' }))
    await budi.tab.sync()
    const unsent = await ani.tab.engine.outbox()
    expect(await online(ani)).toMatchObject({ blockedOn: 'permission', unsent: 2, counts: { record_b: 3 } })
    expect(await ani.tab.engine.outbox()).toEqual(unsent)
    expect((await shown(ani, 1))?.fields['nama']).toBe('Diubah')
    expect(new Set((await list(budi)).map(row => row.fields['nama']))).toEqual(
      new Set(['Dari Budi', 'Sudah ada']),
    )
    await become('editor')
    expect(await ani.tab.sync()).toMatchObject({ blockedOn: null, unsent: 0, attention: 0 })
    await budi.tab.sync()
    expect((await list(budi)).map(row => row.fields['nama'])).toContain('Sebelum dicabut é')
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
    expect(new Set((await list(budi)).map(row => row.fields['nama']))).toEqual(
      new Set(['Belum terkirim', 'Tetap']),
    )
  })
})

function outsider(server: TestServer) {
  return new Network((path, init) => server.request(path, init)).transport
}
