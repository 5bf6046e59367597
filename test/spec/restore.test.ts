/** A server that was restored from a backup, and one that fails over a mutation: told with the real engine and server. */
import { describe, expect, test } from 'vitest'
import { readClock } from '../../server/db/clock.ts'
import { createTransport } from '../../client/engine/sync/transport.ts'
import { AppError } from '../../shared/errors.ts'
import { edit, list, make, online, type Person, shown, twoEditors } from '../support/people.ts'
import { recordA, recordB, uid } from '../support/tables.ts'

describe('A server restored from a backup', () => {
  test('[RB4] [PU12] [PU13] gets back what it lost, under the ids it had, before anything new', async () => {
    const { server, ani, budi } = await twoEditors()
    await make(ani, 1, recordB({ nama: 'Di cadangan' }))
    await ani.tab.sync()
    await make(ani, 2, recordB({ nama: 'Hilang' }))
    await make(budi, 3, recordB({ nama: 'Juga hilang' }))
    for (const person of [ani, budi, ani]) await person.tab.sync()
    const ids = [(await shown(ani, 2))?.id, (await shown(ani, 3))?.id]
    ani.network.isDown = true
    await edit(ani, 2, { nama: 'Hilang, lalu diubah' })
    await server.rollBackTo(1)
    for (const person of [ani, budi, ani])
      expect(await online(person)).toMatchObject({ unsent: 0, attention: 0 })
    for (const person of [ani, budi]) {
      const names = (await list(person)).map(row => row.fields['nama'])
      expect(new Set(names)).toEqual(new Set(['Di cadangan', 'Hilang, lalu diubah', 'Juga hilang']))
    }
    expect([(await shown(budi, 2))?.id, (await shown(budi, 3))?.id]).toEqual(ids)
  })

  test('[RB4] [PU12] restored while a device receives everything anew after a comparison, it is told what it lost', async () => {
    const { server, ani, budi } = await twoEditors()
    await make(ani, 1, recordB({ nama: 'Di cadangan' }))
    await ani.tab.sync()
    await make(ani, 2, recordB({ nama: 'Hilang' }))
    expect(await ani.tab.sync()).toMatchObject({ unsent: 0, attention: 0 })
    const { transport } = ani.network
    ani.profile.transport = {
      ...transport,
      digest: async () => {
        ani.network.losing.add('/api/sync/changes')
        return { kinds: { record_b: Array<string>(256).fill('lain') } }
      },
    }
    ani.profile.now += 24 * 60 * 60 * 1000
    expect(await ani.tab.sync()).toMatchObject({ state: 'waiting', error: 'unreachable' })
    ani.profile.transport = transport
    await server.rollBackTo(1)
    for (const person of [ani, budi, ani]) await person.tab.sync()
    for (const person of [ani, budi]) expect((await shown(person, 2))?.fields['nama']).toBe('Hilang')
  })

  test('[RB4] [PU12] put back between the commit of a push and its answer, it gets back what it lost all the same', async () => {
    const { server, ani, budi } = await twoEditors()
    await make(ani, 1, recordB({ nama: 'Hilang' }))
    await make(budi, 2, recordB({ nama: 'Sejarah lain' }))
    const { database } = server.services
    const { write } = database
    database.write = async work => {
      const answer = await write(work)
      if ((await readClock(database.db)).clock === 1) {
        database.write = write
        await server.rollBackTo(0)
        // As many commits as before, and they are others.
        await online(budi)
      }
      return answer
    }
    await online(ani)
    for (const person of [ani, budi, ani]) await person.tab.sync()
    for (const person of [ani, budi]) expect((await shown(person, 1))?.fields['nama']).toBe('Hilang')
  })

  test('[RB4] [OB10] over one mutation of which it fails, the others are taken all the same', async () => {
    const { server, ani, budi } = await twoEditors()
    for (const number of [1, 2, 3]) await make(ani, number, recordB({ nama: `N ${number}` }))
    await ani.tab.sync()
    await server.rollBackTo(0)
    failOver(ani, 2)
    let runs = 0
    while ((await ani.tab.sync()).attention === 0) if (++runs > 20) break
    expect(await ani.tab.sync()).toMatchObject({ unsent: 0, attention: 1, state: 'idle' })
    expect(await ani.tab.engine.attention()).toMatchObject([
      { uid: uid(2), issues: [{ code: 'server_failed' }], mine: recordB({ nama: 'N 2' }) },
    ])
    await online(budi)
    expect((await list(budi)).map(row => row.fields['nama'])).toEqual(['N 1', 'N 3'])
  })

  test('[RB4] [OB6] what was made before the Device that it names is offered again behind it, and asked of nobody', async () => {
    const { server, ani } = await twoEditors()
    ani.network.isDown = true
    await make(ani, 2, recordA({ device_id: { uid: uid(1) } }), 'record_a')
    await make(ani, 1, { name: 'Gerbang' }, 'device')
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0 })
    await server.rollBackTo(0)
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0, counts: { device: 1, record_a: 1 } })
    expect((await shown(ani, 2, 'record_a'))?.state).toBe('settled')
  })

  test('[RB4] [MG3] asks about all that differs where it refuses a record and a later edit of it', async () => {
    const { server, ani, budi } = await twoEditors()
    await make(ani, 1, recordB({ nama: 'A', pt: 'P' }))
    await online(ani)
    await edit(ani, 1, { pt: 'Q' })
    await online(ani)
    await online(budi)
    await edit(budi, 1, { nama: 'Budi', pt: 'BUDI' })
    await online(budi)
    await server.rollBackTo(0)
    await online(budi)
    const [gone] = await budi.tab.engine.attention()
    await budi.tab.engine.resolve(gone?.seq ?? 0, { kind: 'restore' })
    expect(await online(budi)).toMatchObject({ attention: 0, unsent: 0 })
    await online(ani)
    expect(await ani.tab.engine.attention()).toMatchObject([{ conflicts: ['pt', 'nama'] }])
  })

  test('[RB4] asks nobody about an edit of a record that they deleted after it', async () => {
    const { server, ani, budi } = await twoEditors()
    await make(ani, 1, recordB({ nama: 'Asli' }))
    await online(ani)
    await online(budi)
    await edit(budi, 1, { nama: 'Budi' })
    await online(budi)
    await budi.tab.engine.remove('record_b', uid(1))
    await online(budi)
    await server.rollBackTo(0)
    expect(await online(budi)).toMatchObject({ attention: 0, unsent: 0 })
  })

  test.each([
    ['an edit', ['Budi']],
    ['an edit, taken back and made again', ['Budi', 'Asli', 'Budi']],
  ])('[RB4] %s that it cannot take any more waits for a person, with all values', async (_, edits) => {
    const { server, ani, budi } = await twoEditors()
    await make(ani, 1, recordB({ nama: 'Asli' }))
    await ani.tab.sync()
    await budi.tab.sync()
    for (const nama of edits) {
      await edit(budi, 1, { nama })
      await budi.tab.sync()
    }
    const { db } = server.services.database
    await db.deleteFrom('ledger').where('clock', '>', 1).execute()
    await db.deleteFrom('commits').where('clock', '>', 1).execute()
    await db.updateTable('clock').set({ clock: 1 }).execute()
    await db
      .withTables<{ record_b: { nama: string; version: number } }>()
      .updateTable('record_b')
      .set({ nama: 'Lain', version: 1 })
      .execute()
    expect(await budi.tab.sync()).toMatchObject({ unsent: 0, attention: 1 })
    expect(await budi.tab.engine.attention()).toMatchObject([
      {
        outcome: 'conflict',
        conflicts: ['nama'],
        base: { nama: 'Asli' },
        mine: { nama: 'Budi' },
        theirs: { fields: { nama: 'Lain' } },
      },
    ])
  })
})

/** The server fails over whatever is about this record. */
function failOver({ profile, network }: Person, number: number): void {
  const { push } = network.transport
  profile.transport = {
    ...network.transport,
    push: request =>
      request.mutations.some(mutation => mutation.uid === uid(number))
        ? Promise.reject(new AppError('internal'))
        : push(request),
  }
}

describe('A mutation that makes the server fail', () => {
  test('[OB10] is set aside after it alone has failed five times; the rest go on', async () => {
    const { ani } = await twoEditors()
    ani.network.isDown = true
    for (const number of [1, 2, 3, 4]) await make(ani, number, recordB({ nama: `N ${number}` }))
    ani.network.isDown = false
    failOver(ani, 2)
    let runs = 0
    while ((await ani.tab.sync()).attention === 0) if (++runs > 20) break
    expect(await ani.tab.sync()).toMatchObject({ unsent: 0, attention: 1 })
    expect(await ani.tab.engine.attention()).toMatchObject([
      {
        uid: uid(2),
        outcome: 'rejected',
        issues: [{ code: 'server_failed' }],
        mine: recordB({ nama: 'N 2' }),
      },
    ])
    ani.profile.transport = ani.network.transport
    await ani.tab.engine.resolve((await ani.tab.engine.attention())[0]?.seq ?? 0, { kind: 'retry' })
    expect(await ani.tab.sync()).toMatchObject({ unsent: 0, attention: 0, counts: { record_b: 4 } })
  })

  test('[OB10] is not what somebody in between says in the place of a server that is away', async () => {
    const { ani } = await twoEditors()
    ani.profile.transport = createTransport(() =>
      Promise.resolve(new Response('<html>Bad gateway</html>', { status: 504 })),
    )
    await make(ani, 1, recordB())
    for (let run = 0; run < 10; run++)
      expect(await ani.tab.sync()).toMatchObject({ unsent: 1, attention: 0, error: 'unavailable' })
    ani.profile.transport = ani.network.transport
    expect(await ani.tab.sync()).toMatchObject({ unsent: 0, attention: 0 })
  })
})

describe('A line on which a request takes too long', () => {
  const slow = (most: number, { network, profile }: Person) => {
    const { push } = network.transport
    profile.transport = {
      ...network.transport,
      push: request =>
        request.mutations.length > most ? Promise.reject(new AppError('timed_out')) : push(request),
    }
  }

  test('[ST3] less is sent at once, until it arrives', async () => {
    const { ani } = await twoEditors()
    ani.network.isDown = true
    for (let number = 1; number <= 60; number++) await make(ani, number, recordB())
    ani.network.isDown = false
    slow(20, ani)
    for (let run = 0; run < 8; run++) await ani.tab.sync()
    expect(await ani.tab.sync()).toMatchObject({ unsent: 0, attention: 0, state: 'idle' })
  })

  test('[ST3] [RB4] so it is with what a restored server is offered', async () => {
    const { server, ani, budi } = await twoEditors()
    for (let number = 1; number <= 60; number++) await make(ani, number, recordB())
    await online(ani)
    await server.rollBackTo(0)
    slow(20, ani)
    for (let run = 0; run < 8; run++) await ani.tab.sync()
    expect(await online(budi)).toMatchObject({ counts: { record_b: 60 } })
  })
})
