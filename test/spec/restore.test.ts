/** A server that was restored from a backup is told again what it lost, in order, and as it was: real engine, real server. */
import { describe, expect, test } from 'vitest'
import { readClock } from '../../server/db/clock.ts'
import { createSettling } from '../../server/sync/settling.ts'
import { AppError } from '../../shared/errors.ts'
import {
  edit,
  list,
  make,
  online,
  outOfReach,
  type Person,
  removed,
  shown,
  twoEditors,
} from '../support/people.ts'
import { recordA, recordB, uid } from '../support/tables.ts'

const settled = { attention: 0, unsent: 0, state: 'idle' }

interface Sent {
  ids?: Record<string, string>
  mutations: { id: string; uid: string; op: string }[]
}

/** Each push that reached the server since so many. */
function pushes({ network }: Person, after = 0): Sent[] {
  const all = network.requests.filter(({ path }) => path === '/api/sync/push')
  return all.slice(after).map(({ body }) => JSON.parse(body) as Sent)
}

/** As they stood on the wire, each once. */
function bytes(sent: Sent[]): string[] {
  const all = sent.flatMap(({ mutations }) => mutations.map(each => JSON.stringify(each)))
  return [...new Set(all)]
}

/** Each of them, again and again, until all has reached everybody. */
async function allOnline(...people: Person[]) {
  for (let round = 0; round < 2; round++) for (const person of people) await online(person)
}
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
    await make(ani, 4, recordB({ nama: 'Baru' }))
    await server.rollBackTo(1)
    const before = pushes(ani).length
    for (const person of [ani, budi, ani]) expect(await online(person)).toMatchObject(settled)
    for (const person of [ani, budi]) {
      const names = (await list(person)).map(row => row.fields['nama'])
      expect(new Set(names)).toEqual(new Set(['Di cadangan', 'Hilang, lalu diubah', 'Juga hilang', 'Baru']))
    }
    expect([(await shown(budi, 2))?.id, (await shown(budi, 3))?.id]).toEqual(ids)
    // The first of them learned that the history is lost.
    const [, ...told] = pushes(ani, before)
    expect(told.flatMap(each => Object.values(each.ids ?? {}))).toContain(ids[0])
    const order = told.flatMap(({ mutations }) => mutations.map(each => each.uid))
    expect([...new Set(order)]).toEqual([uid(1), uid(2), uid(4)])
  })

  test('[RB4] [OB5] hears it in the same bytes, one record’s one after the other', async () => {
    const { server, ani } = await twoEditors()
    await make(ani, 1, recordB({ nama: 'Añi' }))
    await online(ani)
    for (const nama of ['Dua', 'Tiga 🌋']) {
      await edit(ani, 1, { nama })
      await online(ani)
    }
    await removed(ani, 1)
    await online(ani)
    const before = pushes(ani)
    await server.rollBackTo(0)
    expect(await online(ani)).toMatchObject(settled)
    const again = pushes(ani, before.length).filter(({ mutations }) => mutations.length > 0)
    expect(bytes(again)).toEqual(bytes(before))
    for (const { mutations } of again) expect(mutations).toHaveLength(1)
    expect(await list(ani)).toEqual([])
  })

  test('[RB4] [PU2] answers from its ledger what it still has, and has it once', async () => {
    const { server, ani, budi } = await twoEditors()
    await make(ani, 1, recordB({ nama: 'Di cadangan' }))
    await online(ani)
    await make(ani, 2, recordB({ nama: 'Hilang' }))
    await online(ani)
    await server.rollBackTo(1)
    await allOnline(ani, budi)
    expect((await shown(budi, 1))?.version).toBe(1)
    expect(await list(budi)).toHaveLength(2)
  })

  test('[RB4] [PU12] restored while a device receives everything anew after a comparison, it is told what it lost', async () => {
    const { server, ani, budi } = await twoEditors()
    await make(ani, 1, recordB({ nama: 'Di cadangan' }))
    await ani.tab.sync()
    await make(ani, 2, recordB({ nama: 'Hilang' }))
    expect(await ani.tab.sync()).toMatchObject(settled)
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
    await allOnline(ani, budi)
    for (const person of [ani, budi]) expect((await shown(person, 2))?.fields['nama']).toBe('Hilang')
  })

  test('[RB4] [PU12] put back between the commit of a push and its answer, it gets back what it lost all the same', async () => {
    const { server, ani, budi } = await twoEditors()
    for (const { network } of [ani, budi]) network.isDown = true
    await make(ani, 1, recordB({ nama: 'Hilang' }))
    await make(budi, 2, recordB({ nama: 'Sejarah lain' }))
    const { database } = server.services
    const { write } = database
    database.write = async work => {
      const answer = await write(work)
      if ((await readClock(database.db)).clock === 1) {
        database.write = write
        await server.rollBackTo(0)
        // As many commits as before, and they are others: by another process, as this one is not done.
        server.services.settling = createSettling(server.services)
        await online(budi)
      }
      return answer
    }
    await allOnline(ani, budi)
    for (const person of [ani, budi]) expect((await shown(person, 1))?.fields['nama']).toBe('Hilang')
  })

  test('[RB4] [OB3] what was done while it is told comes behind it', async () => {
    const { server, ani, budi } = await twoEditors()
    await make(ani, 1, recordB({ nama: 'Hilang' }))
    await online(ani)
    await server.rollBackTo(0)
    ani.network.losing.add('/api/sync/push')
    await ani.tab.sync()
    await edit(ani, 1, { nama: 'Diubah' })
    await allOnline(ani, budi)
    expect(await ani.tab.engine.status()).toMatchObject(settled)
    expect((await shown(budi, 1))?.fields['nama']).toBe('Diubah')
  })

  test.each([true, false])(
    '[RB4] [OB9] a delete that was sent, its Undo on its way; it arrived before: %s. The record is there',
    async isArriving => {
      const { server, ani, budi } = await twoEditors()
      await make(ani, 1, recordB({ nama: 'Kembali' }))
      await online(ani)
      const undo = await removed(ani, 1)
      await online(ani)
      const { transport } = ani.network
      ani.profile.transport = {
        ...transport,
        push: async request => {
          if (isArriving) await transport.push(request)
          throw new AppError('unreachable')
        },
      }
      await ani.tab.engine.undo(undo)
      await ani.tab.sync()
      await server.rollBackTo(0)
      ani.profile.transport = transport
      await allOnline(ani, budi)
      expect(await ani.tab.engine.status()).toMatchObject(settled)
      for (const person of [ani, budi]) expect((await shown(person, 1))?.fields['nama']).toBe('Kembali')
    },
  )

  test('[RB4] [OB6] what was made before the Device that it names is offered again behind it, and asked of nobody', async () => {
    const { server, ani } = await twoEditors()
    await outOfReach(ani)
    await make(ani, 2, recordA({ device_id: { uid: uid(1) } }), 'record_a')
    await ani.tab.sync()
    await make(ani, 1, { name: 'Gerbang' }, 'device')
    expect(await online(ani)).toMatchObject(settled)
    await server.rollBackTo(0)
    expect(await online(ani)).toMatchObject({ ...settled, counts: { device: 1, record_a: 1 } })
    expect((await shown(ani, 2, 'record_a'))?.state).toBe('settled')
  })

  test('[RB4] [OB10] over one flight of which it fails, the others are taken all the same', async () => {
    const { server, ani, budi } = await twoEditors()
    for (const number of [1, 2, 3]) await make(ani, number, recordB({ nama: `N ${number}` }))
    await ani.tab.sync()
    await server.rollBackTo(0)
    const { push } = ani.network.transport
    ani.profile.transport = {
      ...ani.network.transport,
      push: request =>
        request.mutations.some(mutation => mutation.uid === uid(2))
          ? Promise.reject(new AppError('internal'))
          : push(request),
    }
    for (let run = 0; run < 12; run++) await ani.tab.sync()
    expect(await ani.tab.engine.status()).toMatchObject({ ...settled, attention: 1 })
    expect(await ani.tab.engine.attention()).toMatchObject([
      { uid: uid(2), issues: [{ code: 'server_failed' }], mine: recordB({ nama: 'N 2' }) },
    ])
    await online(budi)
    expect((await list(budi)).map(row => row.fields['nama'])).toEqual(['N 3', 'N 1'])
  })

  test('[RB4] [ST3] a slow line: less is offered at once', async () => {
    const { server, ani, budi } = await twoEditors()
    for (let number = 1; number <= 60; number++) await make(ani, number, recordB())
    await online(ani)
    await server.rollBackTo(0)
    const { push } = ani.network.transport
    ani.profile.transport = {
      ...ani.network.transport,
      push: request =>
        request.mutations.length > 20 ? Promise.reject(new AppError('timed_out')) : push(request),
    }
    for (let run = 0; run < 8; run++) await ani.tab.sync()
    expect(await online(budi)).toMatchObject({ counts: { record_b: 60 } })
  })
})
