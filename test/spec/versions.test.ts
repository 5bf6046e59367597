/** An app that is updated while work is unsent, and apps that are older or newer than their server. */
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createTransport } from '../../client/engine/sync/transport.ts'
import { AppError } from '../../shared/errors.ts'
import { kinds } from '../../shared/kinds.ts'
import { currentFields, schemaVersion } from '../../shared/schema.ts'
import { PROTOCOL_VERSION } from '../../shared/version.ts'
import { draftOf, draftsIn } from '../support/drafts.ts'
import { answer, arrive, edit, list, make, type Person, shown, twoEditors } from '../support/people.ts'
import { next, kindsWithoutFloor, secondKinds, updateApp, updateServer } from '../support/second-version.ts'
import { recordB } from '../support/tables.ts'

function inSecond({ nama, ...rest }: ReturnType<typeof recordB>) {
  return { ...rest, judul: nama ?? null, lantai: 'dasar' }
}

/** The mutations of each push that reached the server, each as text. */
function pushed({ network }: Person): string[][] {
  return network.requests
    .filter(({ path }) => path === '/api/sync/push')
    .map(({ body }) =>
      (JSON.parse(body) as { mutations: unknown[] }).mutations.map(each => JSON.stringify(each)),
    )
}

/** What concerns typing and showing alone. */
const aboutShowing = new Set([
  ...['label', 'typed', 'dayEnd', 'weight', 'identifies', 'own', 'prefill', 'help'],
  'scanned',
  'readBy',
])

describe('The schema', () => {
  test('[PV3] what the fields mean is that of this version: a change needs `since`, and its hash', () => {
    const meaning = kinds.map(({ name, fields }) => [
      name,
      fields.map(field =>
        Object.fromEntries(Object.entries(field).filter(([property]) => !aboutShowing.has(property))),
      ),
    ])
    const hash = createHash('sha256').update(JSON.stringify(meaning)).digest('hex')
    expect({ version: schemaVersion(kinds), hash }).toEqual({
      version: 2,
      hash: '437660bb8f4b4c3f9033c1ac030cb11802fd82f488ef495f84e9a25d14fddfee',
    })
  })

  test('[PV3] the version is that of the youngest field', () => {
    expect(schemaVersion(secondKinds)).toBe(next)
    expect(schemaVersion([])).toBe(1)
  })

  test('[PV4] read by name: once or twice is the same, and a value under today’s name counts', () => {
    const kind = secondKinds.find(({ name }) => name === 'record_b')!
    const once = currentFields(kind, recordB({ nama: '' }))
    expect(once).toEqual(inSecond(recordB({ nama: '' })))
    expect(currentFields(kind, once)).toEqual(once)
    expect(currentFields(kind, { nama: 'dulu', judul: 'kini', lantai: '9' })).toEqual({
      judul: 'kini',
      lantai: '9',
    })
  })
})

describe('An app that is updated', () => {
  test('[PV4] [OB5] reads what the older one stored, and sends what is on its way to the byte as it was', async () => {
    const { server, ani, budi } = await twoEditors()
    await make(ani, 1, recordB({ nama: 'Di halaman' }))
    await ani.tab.sync()
    await edit(ani, 1, { nama: 'Diubah' })
    ani.network.losing.add('/api/sync/push')
    await make(ani, 2, recordB({ nama: 'Di jalan' }))
    await ani.tab.sync()
    ani.network.isDown = true
    await make(ani, 3, recordB({ nama: 'Belum dikirim' }))
    await edit(ani, 2, { nama: 'Di jalan, lalu diubah' })
    const [, onItsWay] = pushed(ani)

    await updateServer(server)
    await updateApp(ani)
    const names = new Set(['Belum dikirim', 'Di jalan, lalu diubah', 'Diubah'])
    expect(new Set((await list(ani)).map(row => row.fields['judul']))).toEqual(names)
    await edit(ani, 3, { lantai: 'atas' })

    ani.network.isDown = false
    expect(await ani.tab.sync()).toMatchObject({ unsent: 0, attention: 0 })
    expect(pushed(ani)[2]?.slice(0, 2)).toEqual(onItsWay)
    await updateApp(budi)
    await budi.tab.sync()
    for (const person of [ani, budi]) {
      const rows = await list(person)
      expect(new Set(rows.map(row => row.fields['judul']))).toEqual(names)
      expect(rows.filter(row => row.fields['lantai'] === 'atas')).toHaveLength(1)
    }
  })

  test('[PV4] [OB7] asks about an older conflict in today’s words', async () => {
    const { server, ani, budi } = await twoEditors()
    await make(ani, 1, recordB({ nama: 'Asli' }))
    await ani.tab.sync()
    await budi.tab.sync()
    await edit(ani, 1, { nama: 'Ani' })
    await ani.tab.sync()
    await edit(budi, 1, { nama: 'Budi' })
    await budi.tab.sync()
    await updateServer(server)
    await updateApp(budi)
    expect((await budi.tab.engine.attention())[0]).toMatchObject({
      changed: ['judul'],
      base: { judul: 'Asli' },
      mine: { judul: 'Budi' },
      theirs: { judul: 'Ani', lantai: 'dasar' },
    })
    await answer(budi, { kind: 'choose', fields: { judul: 'mine' } })
    expect(await budi.tab.sync()).toMatchObject({ unsent: 0, attention: 0 })
    expect((await shown(budi, 1))?.fields['judul']).toBe('Budi')
  })

  test('[PV4] offers a restored server what the older one had sent, as it was', async () => {
    const { server, ani } = await twoEditors()
    await make(ani, 1, recordB({ nama: 'Hilang' }))
    await ani.tab.sync()
    const [sent] = pushed(ani)
    await updateServer(server)
    await updateApp(ani)
    await server.rollBackTo(0)
    expect(await ani.tab.sync()).toMatchObject({ unsent: 0, attention: 0 })
    expect(pushed(ani).at(-1)).toEqual(sent)
    expect((await shown(ani, 1))?.fields).toEqual(inSecond(recordB({ nama: 'Hilang' })))
  })

  test('[PV4] [UI3] offers the draft of the older one', async () => {
    const { ani } = await twoEditors()
    const draft = draftOf(1, { fields: recordB({ nama: 'Konsep' }) })
    await ani.tab.engine.keepDraft(draft)
    await updateApp(ani)
    expect(await draftsIn(ani.tab.engine, draft)).toMatchObject([{ fields: inSecond(draft.fields) }])
  })
})

describe('An app older than its server', () => {
  test('[PV6] keeps what it does not know, goes on, and shows it after its update', async () => {
    const { server, ani, budi } = await twoEditors()
    await make(ani, 1, recordB({ nama: 'Lama' }))
    await ani.tab.sync()
    await updateServer(server)
    await updateApp(budi)
    await edit(budi, 1, { lantai: 'atas' })
    await budi.tab.sync()
    expect(await ani.tab.sync()).toMatchObject({ state: 'idle', error: null })
    expect(ani.tab.bugs).toEqual([])
    expect((await shown(ani, 1))?.fields).toEqual({ ...recordB(), nama: null })
    ani.network.isDown = true
    await updateApp(ani)
    const now = { ...inSecond(recordB({ nama: 'Lama' })), lantai: 'atas' }
    expect((await shown(ani, 1))?.fields).toEqual(now)
  })

  test('[PV6] saves the fields it knows, and leaves the others as they are', async () => {
    const { server, ani, budi } = await twoEditors()
    await updateServer(server)
    await updateApp(budi)
    await make(budi, 1, { ...inSecond(recordB({ nama: 'Baru' })), lantai: 'atas' })
    await budi.tab.sync()
    await updateApp(ani, kindsWithoutFloor)
    await ani.tab.sync()
    expect(await edit(ani, 1, { pt: 'ZZZ' })).toMatchObject({ outcome: 'saved' })
    expect(await ani.tab.sync()).toMatchObject({ unsent: 0, attention: 0 })
    await budi.tab.sync()
    expect((await shown(budi, 1))?.fields).toMatchObject({ pt: 'ZZZ', judul: 'Baru', lantai: 'atas' })
  })

  test('[PV6] keeps records of a kind it does not know, and their deletions', async () => {
    const { server, ani, budi } = await twoEditors()
    for (const number of [1, 2]) await make(budi, number, recordB({ nama: `N ${number}` }))
    await budi.tab.sync()
    ani.profile.kinds = kinds.filter(({ name }) => name !== 'record_b')
    await ani.tab.engine.close()
    ani.tab = await ani.profile.tab(ani.userId)
    expect(await ani.tab.sync()).toMatchObject({ state: 'idle', isComplete: true })
    await budi.tab.engine.remove('record_b', (await list(budi))[0]!.uid)
    await budi.tab.sync()
    await ani.tab.sync()
    ani.network.isDown = true
    ani.profile.kinds = kinds
    await ani.tab.engine.close()
    ani.tab = await ani.profile.tab(ani.userId)
    expect(await list(ani)).toEqual(await list(budi))
    await server.services.database.close()
  })

  test('[PV5] is told to update, keeps its outbox, and sends it then', async () => {
    const { ani } = await twoEditors()
    const { transport } = ani.network
    const tooOld = () => Promise.reject(new AppError('protocol_unsupported'))
    ani.profile.transport = { ...transport, push: tooOld }
    await make(ani, 1, recordB({ nama: 'Menunggu' }))
    expect(await ani.tab.sync()).toMatchObject({ state: 'blocked', blockedOn: 'upgrade', unsent: 1 })
    ani.profile.transport = transport
    expect(await ani.tab.sync()).toMatchObject({ state: 'idle', blockedOn: null, unsent: 0, attention: 0 })
  })
})

describe('An app newer than its server', () => {
  test('[PV5] waits for the server’s update, keeps its outbox, and sends it then', async () => {
    const { server, ani } = await twoEditors()
    await updateApp(ani)
    await make(ani, 1, inSecond(recordB({ nama: 'Terlalu baru' })))
    expect(await ani.tab.sync()).toMatchObject({ state: 'blocked', blockedOn: 'server-upgrade', unsent: 1 })
    const [sent] = pushed(ani)
    await updateServer(server)
    expect(await ani.tab.sync()).toMatchObject({ state: 'idle', blockedOn: null, unsent: 0, attention: 0 })
    expect(pushed(ani)[1]).toEqual(sent)
    const other = await arrive(server, 'budi')
    await updateApp(other)
    expect((await shown(other, 1))?.fields['judul']).toBe('Terlalu baru')
  })

  test.each([
    [[1, PROTOCOL_VERSION - 1], 'server_outdated'],
    [[PROTOCOL_VERSION + 1], 'protocol_unsupported'],
    ['bukan daftar', 'protocol_unsupported'],
  ])('[PV5] a server that speaks %j: %s', async (supported, code) => {
    const problem = { code: 'protocol_unsupported', details: { supported } }
    const { push } = createTransport(async () => Response.json(problem, { status: 409 }))
    await expect(push({ user: '', client: '', mutations: [] })).rejects.toMatchObject({ code })
  })
})
