/** What a restored server refuses, and what nobody concludes while everything is received anew. */
import { describe, expect, test } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import {
  answer,
  edit,
  list,
  make,
  online,
  opened,
  outOfReach,
  type Person,
  removed,
  saveForm,
  shown,
  twoEditors,
} from '../support/people.ts'
import { undone } from '../support/places.ts'
import { offline } from '../support/profile.ts'
import type { TestServer } from '../support/server.ts'
import { recordA, recordB } from '../support/tables.ts'

const settled = { attention: 0, unsent: 0, state: 'idle' }

/** Each of them, again and again, until all has reached everybody. */
async function allOnline(...people: Person[]) {
  for (let round = 0; round < 2; round++) for (const person of people) await online(person)
}

/** Record B 1 as a backup of clock 1 holds it, where that is another value than the device knows. */
async function rollBackTo1({ services }: TestServer, nama: string): Promise<void> {
  const { db } = services.database
  for (const table of ['ledger', 'refused', 'commits'] as const)
    await db.deleteFrom(table).where('clock', '>', 1).execute()
  await db.updateTable('clock').set({ clock: 1 }).execute()
  await db
    .withTables<{ record_b: { nama: string; version: number } }>()
    .updateTable('record_b')
    .set({ nama, version: 1 })
    .execute()
}

describe('What a restored server cannot take any more', () => {
  test.each([
    ['an edit', ['Budi']],
    ['an edit, taken back and made again', ['Budi', 'Asli', 'Budi']],
  ])('[RB4] [MG3] %s waits for its person, as one question with all values', async (_, edits) => {
    const { server, ani, budi } = await twoEditors()
    await make(ani, 1, recordB({ nama: 'Asli' }))
    await allOnline(ani, budi)
    for (const nama of edits) {
      await edit(budi, 1, { nama })
      await budi.tab.sync()
    }
    await rollBackTo1(server, 'Lain')
    expect(await budi.tab.sync()).toMatchObject({ unsent: 0, attention: 1 })
    expect(await budi.tab.engine.attention()).toMatchObject([
      {
        ...{ outcome: 'conflict', conflicts: ['nama'], base: { nama: 'Asli' } },
        ...{ mine: { nama: 'Budi' }, theirs: { nama: 'Lain' } },
      },
    ])
    await answer(budi, { kind: 'choose', fields: { nama: 'mine' } })
    await allOnline(budi, ani)
    expect((await shown(ani, 1))?.fields['nama']).toBe('Budi')
  })

  test('[RB4] [MG3] all that differs is asked about where a record and a later edit of it are refused', async () => {
    const { server, ani, budi } = await twoEditors()
    await make(ani, 1, recordB({ nama: 'A', pt: 'P' }))
    await online(ani)
    await edit(ani, 1, { pt: 'Q' })
    await allOnline(ani, budi)
    await edit(budi, 1, { nama: 'Budi', pt: 'BUDI' })
    await online(budi)
    await server.rollBackTo(0)
    await online(budi)
    expect(await budi.tab.engine.attention()).toMatchObject([{ reason: 'deleted' }])
    await answer(budi, { kind: 'restore' })
    expect(await online(budi)).toMatchObject(settled)
    await online(ani)
    expect(await ani.tab.engine.attention()).toMatchObject([
      { op: 'create', conflicts: ['pt', 'nama'], mine: { nama: 'A', pt: 'Q' } },
    ])
  })

  test('[RB4] [RB1] what it has taken since shows, though everything else is still to be received', async () => {
    const { server, ani, budi } = await twoEditors()
    await make(ani, 1, recordB({ nama: 'Asli', pt: 'P' }))
    await allOnline(ani, budi)
    for (const nama of ['B', 'Budi']) {
      await edit(budi, 1, { nama })
      await online(budi)
    }
    await online(ani)
    await edit(ani, 1, { pt: 'Q' })
    await rollBackTo1(server, 'Asli')
    ani.profile.transport = { ...ani.network.transport, changes: offline.changes }
    await online(ani)
    expect(await shown(ani, 1)).toMatchObject({ fields: { nama: 'Asli', pt: 'Q' }, state: 'settled' })
    await online(budi)
    await edit(budi, 1, { pt: 'BUDI' })
    expect(await online(budi)).toMatchObject(settled)
    await edit(ani, 1, { pt: 'ANI' })
    expect(await online(ani)).toMatchObject({ attention: 1 })
    expect(await ani.tab.engine.attention()).toMatchObject([{ theirs: { pt: 'BUDI' }, mine: { pt: 'ANI' } }])
  })

  test('[RB4] an edit of a record that its person deleted after it asks nobody', async () => {
    const { server, ani, budi } = await twoEditors()
    await make(ani, 1, recordB({ nama: 'Asli' }))
    await allOnline(ani, budi)
    await edit(budi, 1, { nama: 'Budi' })
    await online(budi)
    await removed(budi, 1)
    await online(budi)
    await server.rollBackTo(0)
    expect(await online(budi)).toMatchObject(settled)
  })

  test('[RB4] [MG5] a delete made while everything comes anew goes over nothing unseen', async () => {
    const { server, ani, budi } = await twoEditors()
    for (const number of [2, 1]) {
      await make(budi, number, recordB({ nama: 'A' }))
      await online(budi)
    }
    await edit(budi, 1, { nama: 'Budi' })
    await allOnline(budi, ani)
    budi.network.isDown = true
    await edit(budi, 1, { nama: 'Budi baru' })
    await server.rollBackTo(1)
    await online(budi)
    ani.network.losing.add('/api/sync/changes')
    await ani.tab.sync()
    await removed(ani, 1)
    expect(await online(ani)).toMatchObject({ attention: 1, unsent: 0 })
    expect(await ani.tab.engine.attention()).toMatchObject([{ op: 'delete', theirs: { nama: 'Budi baru' } }])
  })
})

describe('A record that is made again in another flight', () => {
  /** Budi has edited Ani's Device, and made a Record A that names it. */
  async function referredTo() {
    const { server, ani, budi } = await twoEditors()
    await make(ani, 1, { name: 'Gerbang' }, 'device')
    await online(ani)
    await online(budi)
    await edit(budi, 1, { name: 'Gerbang utara' }, 'device')
    await online(budi)
    const device_id = (await shown(budi, 1, 'device'))?.id ?? ''
    await make(budi, 2, recordA({ device_id }), 'record_a')
    await online(budi)
    const record_a = (await shown(budi, 2, 'record_a'))?.id
    await server.rollBackTo(0)
    return { ani, budi, device_id, record_a }
  }

  test('[RS4] [PU13] brought back by its person, it has the id by which others name it', async () => {
    const { ani, budi, device_id } = await referredTo()
    await online(budi)
    await answer(budi, { kind: 'restore' })
    await budi.tab.engine.close()
    budi.tab = await budi.profile.tab(budi.userId)
    await allOnline(budi, ani)
    expect(await online(budi)).toMatchObject(settled)
    expect((await shown(budi, 1, 'device'))?.id).toBe(device_id)
  })

  test('[RS4] [PU13] refused in passing, it has the id it had', async () => {
    const { ani, budi, record_a } = await referredTo()
    for (const person of [budi, ani, budi, budi]) await online(person)
    expect((await shown(budi, 2, 'record_a'))?.id).toBe(record_a)
  })

  test('[PU13] from an old form, when nobody remembers that it was deleted, it has the id it had', async () => {
    const { server, ani, budi } = await twoEditors()
    for (const number of [2, 1]) await make(ani, number, recordB({ nama: 'A' }))
    await allOnline(ani, budi)
    const [form, id] = [await opened(ani, 1), (await shown(ani, 1))?.id]
    await removed(ani, 1)
    await allOnline(ani)
    await server.services.database.db.deleteFrom('tombstones').execute()
    await saveForm(ani, form, { nama: 'B' })
    await answer(ani, { kind: 'restore' })
    expect(await online(ani)).toMatchObject(settled)
    expect((await shown(ani, 1))?.id).toBe(id)
  })

  test('[RS4] [PU13] brought back before the server lost it, it has the id it had', async () => {
    const { server, ani, budi } = await twoEditors()
    for (const number of [2, 1]) await make(ani, number, recordB({ nama: 'A' }))
    await allOnline(ani, budi)
    const id = (await shown(budi, 1))?.id
    const undo = await removed(budi, 1)
    await allOnline(budi, ani)
    await outOfReach(budi)
    await undone(budi, undo)
    await server.rollBackTo(0)
    expect(await online(budi)).toMatchObject(settled)
    expect((await shown(budi, 1))?.id).toBe(id)
  })
})

describe('From what is not there yet', () => {
  /** Ani has Record B 1 and an edit of it; from now on nothing but pushes gets through to her. */
  async function receivingAnew() {
    const { server, ani, budi } = await twoEditors()
    await make(budi, 1, recordB({ nama: 'A' }))
    await allOnline(budi, ani)
    return { server, ani, budi }
  }

  test('[RB3] a resync that is cut off asks nobody, hides nothing, and leaves all work as it was', async () => {
    const { ani, budi } = await receivingAnew()
    ani.network.isDown = true
    await edit(ani, 1, { pt: 'ANI' })
    await make(ani, 2, recordB({ nama: 'Baru' }))
    const { transport } = ani.network
    let isCut = true
    ani.profile.transport = {
      ...transport,
      push: () => Promise.reject(new AppError('cursor_expired')),
      async *changes(...given) {
        for await (const line of transport.changes(...given)) {
          if (isCut) throw new AppError('unreachable')
          yield line
        }
      },
    }
    await online(ani)
    expect(await ani.tab.engine.status()).toMatchObject({ unsent: 2, attention: 0 })
    expect(new Set((await list(ani)).map(row => row.fields['nama']))).toEqual(new Set(['A', 'Baru']))
    isCut = false
    ani.profile.transport = transport
    await allOnline(ani, budi)
    expect(await ani.tab.engine.status()).toMatchObject(settled)
    expect((await shown(budi, 1))?.fields).toMatchObject({ nama: 'A', pt: 'ANI' })
  })

  test('[RB3] [MG4] a device that opens, or receives all anew, does not take a record for deleted', async () => {
    const { ani } = await receivingAnew()
    ani.network.isDown = true
    await edit(ani, 1, { pt: 'ANI' })
    await ani.tab.engine.close()
    ani.tab = await ani.profile.tab(ani.userId)
    expect(await ani.tab.engine.status()).toMatchObject({ unsent: 1, attention: 0 })
    expect(await ani.tab.engine.attention()).toEqual([])
  })
})
