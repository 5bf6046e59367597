/** One person with the app open twice: what one tab did a moment ago counts in the other, heard of or not. */
import { describe, expect, test } from 'vitest'
import { assert } from '../../shared/assert.ts'
import { AppError } from '../../shared/errors.ts'
import {
  answer,
  deviceInUse,
  edit,
  list,
  make,
  noForm,
  online,
  openConflict,
  outOfReach,
  type Person,
  removed,
  shown,
  twoTabs,
} from '../support/people.ts'
import { recordB, uid } from '../support/tables.ts'

const byText = (a: string, b: string) => a.localeCompare(b)
const names = async (person: Person) =>
  (await list(person)).map(row => String(row.fields['nama'])).toSorted(byText)

/** The second tab hears nothing of what the first one does from now on. */
async function deaf() {
  const { server, ani, budi, other } = await twoTabs()
  await outOfReach(ani)
  ani.profile.isDeaf = true
  return { server, ani, budi, other }
}

describe('What one tab did unheard', () => {
  test('[OB9] is deleted in the other without a question, and given back by its undo', async () => {
    const { ani, budi, other } = await deaf()
    await edit(ani, 1, { nama: 'Añi baru' })
    await online(ani)
    await outOfReach(ani)
    const undo = await removed(other, 1)
    expect(await online(other)).toMatchObject({ attention: 0, unsent: 0 })
    await online(budi)
    expect(await names(budi)).toEqual([])
    await other.tab.engine.undo(undo)
    expect(await online(other)).toMatchObject({ attention: 0, unsent: 0 })
    expect(await names(other)).toEqual(['Añi baru'])
  })

  test.each(['received', 'not received'])(
    '[OB9] a delete, sent, and %s: undone in the other tab, which has deleted it, too',
    async what => {
      const { ani, budi, other } = await deaf()
      await removed(ani, 1)
      if (what !== 'received') ani.network.losing.add('/api/sync/changes')
      await online(ani)
      const undo = await removed(other, 1)
      await other.tab.sync()
      await other.tab.engine.undo(undo)
      expect(await other.tab.sync()).toMatchObject({ attention: 0, unsent: 0 })
      await online(budi)
      for (const each of [other, budi]) expect(await names(each)).toEqual(['A'])
    },
  )

  test('[OB9] a delete that the other has sent: its undo waits to be sent, and says so', async () => {
    const { ani, other } = await deaf()
    const undo = await removed(other, 1)
    await online(ani)
    other.network.isDown = true
    expect(await other.tab.engine.undo(undo)).toMatchObject({ outcome: 'saved' })
    expect(await other.tab.engine.status()).toMatchObject({ unsent: 1 })
    expect(await names(other)).toEqual(['A'])
  })

  test('[ST2] is there after a sync, though a restored server takes nothing it is offered', async () => {
    const { ani, other, server } = await deaf()
    const { transport } = ani.network
    const push: typeof transport.push = request =>
      request.ids ? Promise.reject(new AppError('unreachable')) : transport.push(request)
    ani.profile.transport = { ...transport, push }
    await server.rollBackTo(0)
    await online(other)
    await edit(ani, 1, { nama: 'Ani baru' })
    const { length } = other.tab.events
    expect(await online(other)).toMatchObject({ error: 'unreachable' })
    expect(await names(other)).toEqual(['Ani baru'])
    const told = other.tab.events.slice(length).map(event => event.type)
    expect(told).toEqual(expect.arrayContaining(['records', 'work']))
  })

  test('[OB7] [UI8] an answer there leaves nothing to answer here, nor does the next question of the same edit', async () => {
    const { ani, budi } = await openConflict()
    const other = { ...budi, tab: await budi.profile.tab(budi.userId) }
    const [item] = await other.tab.engine.attention()
    budi.profile.isDeaf = true
    await answer(budi, { kind: 'choose', fields: { nama: 'mine' } })
    await edit(ani, 1, { nama: 'Añi lagi' })
    await online(ani)
    expect(await online(budi)).toMatchObject({ attention: 1 })
    await other.tab.sync()
    const mine = { kind: 'choose', fields: { nama: 'mine' } } as const
    expect(await other.tab.engine.resolve(item!, mine)).toEqual({ outcome: 'asked anew' })
    expect(await other.tab.engine.attention()).toMatchObject([{ theirs: { nama: 'Añi lagi' } }])
  })

  test('[OB7] [MG3] a form that answers here says nothing of what was edited there, unheard', async () => {
    const { budi } = await openConflict()
    const other = { ...budi, tab: await budi.profile.tab(budi.userId) }
    const [item] = await other.tab.engine.attention()
    assert(item?.outcome === 'conflict', 'he is asked there, too')
    const { kind, uid: own, asked, since } = item
    budi.profile.isDeaf = true
    await edit(budi, 1, { pt: 'Q' })
    const seen = { ...item.theirs, nama: 'Budi' }
    const form = { ...noForm, kind, uid: own, seen, since, asked, fields: { ...seen, divisi: 'Ñ' } }
    expect(await other.tab.engine.save(form)).toMatchObject({ outcome: 'saved' })
    expect(await online(budi)).toMatchObject({ attention: 0, unsent: 0 })
    expect((await shown(budi, 1))?.fields).toEqual(recordB({ nama: 'Budi', pt: 'Q', divisi: 'Ñ' }))
  })
})

describe('Two tabs', () => {
  test('[OB3] what one does is shown in the other at once', async () => {
    const { ani, other } = await twoTabs()
    await outOfReach(ani)
    await edit(ani, 1, { nama: 'B' })
    await expect.poll(() => names(other)).toEqual(['B'])
    await make(other, 2, recordB({ nama: 'Baru' }))
    await expect.poll(() => names(ani)).toEqual(['B', 'Baru'])
    await removed(ani, 1)
    await expect.poll(() => shown(other, 1)).toBeNull()
  })

  test('[OB7] what may be sent again, as one has heard, waits for nobody in the other', async () => {
    const { ani, budi } = await deviceInUse()
    await removed(ani, 1, 'device')
    const other = { ...ani, tab: await ani.profile.tab(ani.userId) }
    await online(ani)
    expect(await online(other)).toMatchObject({ attention: 1 })
    await removed(budi, 2, 'record_a')
    await online(budi)
    ani.network.losing.add('/api/sync/push')
    expect(await online(ani)).toMatchObject({ attention: 0, unsent: 1 })
    await expect.poll(() => other.tab.engine.attention()).toEqual([])
  })

  test('[OB5] [OB9] what one took back does not leave with the other, which has not heard of it', async () => {
    const { ani, budi, other } = await twoTabs()
    await outOfReach(ani)
    const undo = await removed(ani, 1)
    await make(ani, 2, recordB({ nama: 'Lain' }))
    await expect.poll(() => other.tab.engine.outbox()).toHaveLength(2)
    ani.profile.isDeaf = true
    await ani.tab.engine.undo(undo)
    expect(await online(other)).toMatchObject({ attention: 0, unsent: 0 })
    await online(budi)
    expect((await list(budi)).map(row => row.uid)).toEqual([uid(2), uid(1)])
  })

  test.each(['sent before', 'sent together'])(
    '[OB4] [MG4] brought back in both, with something else typed in the one: that counts; %s',
    async when => {
      const { ani, budi, other } = await deaf()
      await removed(budi, 1)
      await online(budi)
      await edit(ani, 1, { nama: 'B' })
      await online(ani)
      await online(other)
      const [item] = await other.tab.engine.attention()
      assert(item, 'it is asked about')
      const seen = recordB({ nama: 'B', pt: 'P' })
      const form = { ...noForm, ...item, seen, fields: { ...seen, nama: 'C' } }
      ani.profile.isDeaf = true
      await answer(ani, { kind: 'restore' })
      if (when === 'sent before') await online(ani)
      expect(await other.tab.engine.save(form)).toMatchObject({ outcome: 'saved' })
      expect(await online(other)).toMatchObject({ attention: 0, unsent: 0 })
      await online(budi)
      expect((await shown(budi, 1))?.fields).toEqual({ ...seen, nama: 'C' })
    },
  )
})
