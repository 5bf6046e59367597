/** What a person does is on the disk before the screen says so, goes out once, and can be taken back. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createEngine } from '../../client/engine/engine.ts'
import { assert } from '../../shared/assert.ts'
import { pageRecords, pushMutations } from '../../shared/limits.ts'
import { create } from '../support/acts.ts'
import { failTransactions, watchTransactions } from '../support/indexed-db.ts'
import {
  edit,
  list,
  make,
  noForm,
  online,
  opened,
  outOfReach,
  type Person,
  removed,
  saveForm,
  shown,
  twoEditors,
  twoTabs,
  whilePushing,
} from '../support/people.ts'
import { slowToOpen } from '../support/slow-to-open.ts'
import { everything, recordA, recordB, uid } from '../support/tables.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** What every push carried, as it went over the wire. */
const pushed = ({ network }: Person) =>
  network.requests
    .filter(({ path }) => path === '/api/sync/push')
    .map(({ body }) => JSON.stringify((JSON.parse(body) as { mutations: unknown[] }).mutations))

describe('A save', () => {
  test('[OB1] is one durable transaction before the screen says so', async () => {
    const begun: { stores: string[]; durability: unknown }[] = []
    watchTransactions((stores, mode, options) => {
      if (mode === 'readwrite') begun.push({ stores: [...stores], durability: options?.durability })
    })
    const { ani } = await twoEditors()
    await outOfReach(ani)
    begun.length = 0
    const saving = make(ani, 1, recordB({ nama: 'Añi' }))
    expect(await saving).toMatchObject({ outcome: 'saved' })
    expect(begun).toEqual([{ stores: ['acts'], durability: 'strict' }])
    const next = { ...ani, tab: await ani.profile.tab(ani.userId) }
    expect(await shown(next, 1)).toMatchObject({ state: 'unsent', fields: { nama: 'Añi' } })
  })

  test('[OB1] [UI3] takes its draft along, also when nothing was changed after all', async () => {
    const { ani } = await twoTabs()
    for (const nama of ['B', 'A']) {
      const form = await opened(ani, 1)
      const typed = { ...form, fields: { ...form.seen, nama } }
      await ani.tab.engine.keepDraft({ ...typed, id: 'draft' })
      await ani.tab.engine.save({ ...typed, seen: recordB({ nama: 'A', pt: 'P' }), draft: 'draft' })
      expect(await ani.tab.engine.drafts()).toMatchObject({ drafts: [] })
    }
  })

  test('[OB1] [OB3] in two tabs at one moment: both are kept, and sent', async () => {
    const { ani, budi, other } = await twoTabs()
    ani.profile.isDeaf = true
    const forms = [await opened(ani, 1), await opened(other, 1)] as const
    const saves = [saveForm(ani, forms[0], { nama: 'Añi' }), saveForm(other, forms[1], { pt: 'Q' })]
    for (const { outcome } of await Promise.all(saves)) expect(outcome).toBe('saved')
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0 })
    await online(budi)
    expect((await shown(budi, 1))?.fields).toMatchObject({ nama: 'Añi', pt: 'Q' })
  })

  test('[OB3] while another tab sends is kept, and sent afterwards', async () => {
    const { ani, budi, other } = await twoTabs()
    await outOfReach(ani)
    await edit(ani, 1, { nama: 'B' })
    ani.profile.isDeaf = true
    whilePushing(ani, () => edit(other, 1, { nama: 'C', pt: 'Q' }))
    await online(ani)
    ani.profile.isDeaf = false
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0 })
    await online(budi)
    expect((await shown(budi, 1))?.fields).toMatchObject({ nama: 'C', pt: 'Q' })
  })

  test('[OB1] is said to be saved when only what other tabs did cannot be read after it', async () => {
    const failing = failTransactions('UnknownError', Infinity, ['readonly'])
    const { ani } = await twoTabs()
    await outOfReach(ani)
    const older = await opened(ani, 1)
    await edit(ani, 1, { nama: 'B' })
    failing.begin()
    expect(await saveForm(ani, older, { pt: 'Q' })).toMatchObject({ outcome: 'saved' })
    failing.heal()
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0, fault: null })
    expect((await shown(ani, 1))?.fields).toMatchObject({ nama: 'B', pt: 'Q' })
  })

  test('[OB1] is said to be saved when it cannot be read whether the new record was sent before', async () => {
    const failing = failTransactions('UnknownError', Infinity, ['readonly'])
    const { ani } = await twoTabs()
    await outOfReach(ani)
    failing.begin()
    expect(await make(ani, 2, recordB({ nama: 'Baru' }))).toMatchObject({ outcome: 'saved' })
    failing.heal()
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0, fault: null })
  })

  test('[OB1] is said to be saved when only the other tabs cannot be told of it', async () => {
    const { ani } = await twoTabs()
    const world = ani.profile.world([])
    let isClosed = false
    const engine = createEngine({
      ...world,
      channelOf(userId) {
        const channel = world.channelOf(userId)
        const closed = () => assert(!isClosed, 'the channel is open')
        return { ...channel, post: message => (closed(), channel.post(message)) }
      },
    })
    await engine.open({ userId: ani.userId, language: { locale: 'en', yes: 'Yes', no: 'No' } })
    await outOfReach(ani)
    const form = await opened(ani, 1)
    isClosed = true
    const edited = { ...form, fields: { ...form.seen, nama: 'B' } }
    expect(await engine.save(edited)).toMatchObject({ outcome: 'saved', undo: { after: { nama: 'B' } } })
  })

  test('[PG5] does not wait until every page is read, nor does a delete of what is shown', async () => {
    const { ani, budi } = await twoEditors()
    const mutations = Array.from({ length: 2 * pageRecords }, (_, i) => create(i + 1, recordB()))
    for (let from = 0; from < mutations.length; from += pushMutations) {
      const part = mutations.slice(from, from + pushMutations)
      await budi.network.transport.push({ user: budi.userId, client: uid(1), mutations: part })
    }
    await online(ani)
    await ani.tab.engine.close()
    const world = ani.profile.world([])
    const reading = Promise.withResolvers<void>()
    const sealing = slowToOpen(world.sealing, { open: reading.promise, places: /^pages\/record_b\/0$/ })
    const engine = createEngine({ ...world, sealing })
    await engine.open({ userId: ani.userId, language: { locale: 'en', yes: 'Yes', no: 'No' } })
    const { rows } = await engine.query('record_b', everything, 0, 10)
    const [one, other] = rows
    assert(one && other, 'the newest are there')
    const form = { ...noForm, kind: 'record_b', uid: one.uid, seen: one.fields }
    const edited = { ...form, fields: { ...one.fields, nama: 'Añi' } }
    expect(await engine.save(edited)).toMatchObject({ outcome: 'saved' })
    expect(await engine.remove('record_b', other.uid)).toMatchObject({ outcome: 'removed' })
    reading.resolve()
    expect((await engine.outbox()).map(({ op }) => op)).toEqual(['update', 'delete'])
  })
})

describe('What is sent', () => {
  test.each(['the same tab', 'the tab that is opened next'])(
    '[OB5] [PU2] is the same to the byte when its answer was lost, from %s',
    async from => {
      const { ani, budi } = await twoEditors()
      await outOfReach(ani)
      await make(ani, 1, recordB({ nama: 'Gudang 🌋' }))
      ani.network.losing.add('/api/sync/push')
      expect(await online(ani)).toMatchObject({ unsent: 1 })
      await outOfReach(ani)
      await edit(ani, 1, { nama: 'Lain' })
      if (from !== 'the same tab') {
        await ani.tab.engine.close()
        ani.tab = await ani.profile.tab(ani.userId)
      }
      expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0 })
      const [first, again] = pushed(ani)
      expect(again).toBe(first)
      await online(budi)
      expect((await list(budi)).map(row => row.fields['nama'])).toEqual(['Lain'])
    },
  )

  test('[OB6] goes in one request behind what it refers to, also the second time', async () => {
    const { ani } = await twoEditors()
    await outOfReach(ani)
    const fields = recordA({ device_id: { uid: uid(1) } })
    await make(ani, 2, fields, 'record_a')
    await make(ani, 1, { name: 'Gerbang' }, 'device')
    await outOfReach(ani)
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0 })
    expect(pushed(ani)).toHaveLength(1)
    expect((await shown(ani, 2, 'record_a'))?.references['device_id']).toBe(uid(1))
  })

  test('[OB2] leaves once: acts that come to nothing are not sent at all', async () => {
    const { ani } = await twoTabs()
    await outOfReach(ani)
    await make(ani, 7, recordB({ nama: 'É' }))
    await edit(ani, 7, { nama: 'B' })
    await removed(ani, 7)
    ani.network.requests.length = 0
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0 })
    expect(pushed(ani)).toEqual([])
  })
})
