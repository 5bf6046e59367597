/** What gets no answer, or makes the server fail, or is too large: it holds up nothing else, and in the end it is withdrawn. */
import { describe, expect, test } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import {
  answer,
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
import { giveUp, hourMs, silence, tryToSend, word } from '../support/silence.ts'
import { recordA, recordB, uid } from '../support/tables.ts'

const settled = { attention: 0, unsent: 0, state: 'idle' }

const unreachable = () => Promise.reject<never>(new AppError('unreachable'))
const isDelete = ({ op }: { op: string }) => op === 'delete'

/** Both have Record B 1. */
async function bothKnow() {
  const { server, ani, budi } = await twoEditors()
  await make(ani, 1, recordB({ nama: 'A', pt: 'P' }))
  await online(ani)
  await online(budi)
  return { server, ani, budi }
}

function heal({ profile, network }: Person): void {
  profile.transport = network.transport
}

async function names(person: Person) {
  await online(person)
  return (await list(person)).map(row => String(row.fields['nama'])).sort((a, b) => a.localeCompare(b))
}

describe('A flight that alone gets no answer', () => {
  test('[OB15] waits behind all that does not depend on it', async () => {
    const { ani, budi } = await twoEditors()
    silence(ani, { isArriving: false })
    ani.network.isDown = true
    for (const [at, nama] of ['Satu', word, 'Tiga'].entries()) await make(ani, at + 1, recordB({ nama }))
    ani.network.isDown = false
    await tryToSend(ani)
    expect(await ani.tab.engine.status()).toMatchObject({ unsent: 1, attention: 0 })
    expect(await names(budi)).toEqual(['Satu', 'Tiga'])
  })

  test('[OB15] is withdrawn in the end however often the app is opened anew', async () => {
    const { ani } = await twoEditors()
    silence(ani, { isArriving: false })
    await make(ani, 1, recordB({ nama: word }))
    for (let hour = 0; hour < 8; hour++) {
      await ani.tab.engine.close()
      ani.tab = await ani.profile.tab(ani.userId)
      ani.profile.now += hourMs
      await tryToSend(ani)
    }
    expect(await ani.tab.engine.status()).toMatchObject({ attention: 1, unsent: 0 })
  })

  test('[OB15] is withdrawn after seven tries, which take half an hour', async () => {
    const { ani } = await twoEditors()
    silence(ani, { isArriving: false })
    await make(ani, 1, recordB({ nama: word }))
    const begunAt = ani.profile.now
    let minutes = 0
    while ((await ani.tab.engine.status()).attention === 0 && ++minutes < 60) {
      ani.profile.now = Math.max(ani.profile.now, begunAt + minutes * 60_000)
      await tryToSend(ani)
    }
    expect(minutes).toBeGreaterThanOrEqual(30)
    expect(minutes).toBeLessThan(40)
    expect(ani.network.requests.filter(({ path }) => path === '/api/sync/withdraw')).toHaveLength(1)
    expect(await ani.tab.engine.attention()).toMatchObject([
      { outcome: 'rejected', issues: [{ field: '', code: 'not_delivered' }], mine: { nama: word } },
    ])
  })

  test.each(['create', 'update', 'delete'])('[OB15] %s: where it was applied, it is settled', async op => {
    const { ani, budi } = await bothKnow()
    silence(ani, { isMeant: each => each.op === op })
    if (op === 'create') await make(ani, 2, recordB({ nama: 'Baru' }))
    if (op === 'update') await edit(ani, 1, { nama: 'Baru' })
    if (op === 'delete') await removed(ani, 1)
    expect(await giveUp(ani)).toMatchObject(settled)
    const expected = { create: ['A', 'Baru'], update: ['Baru'], delete: [] }[op]
    expect([await names(ani), await names(budi)]).toEqual([expected, expected])
  })

  test.each(['retry', 'discard'] as const)('[OB15] otherwise its person is asked: %s', async kind => {
    const { ani, budi } = await bothKnow()
    silence(ani, { isArriving: false })
    await edit(ani, 1, { nama: word })
    expect(await giveUp(ani)).toMatchObject({ attention: 1, unsent: 0 })
    expect(await shown(ani, 1)).toMatchObject({ state: 'rejected', fields: { nama: word } })
    heal(ani)
    await answer(ani, { kind })
    expect(await ani.tab.sync()).toMatchObject(settled)
    expect(await names(budi)).toEqual([kind === 'retry' ? word : 'A'])
  })

  test('[OB15] a delete: kept, it asks nobody, whatever others have done meanwhile', async () => {
    const { ani, budi } = await bothKnow()
    silence(ani, { isMeant: isDelete, isArriving: false })
    await removed(ani, 1)
    expect(await giveUp(ani)).toMatchObject({ attention: 1 })
    await edit(budi, 1, { pt: 'R' })
    await online(budi)
    heal(ani)
    await answer(ani, { kind: 'discard' })
    expect(await ani.tab.sync()).toMatchObject(settled)
    await online(budi)
    expect((await shown(budi, 1))?.fields).toMatchObject({ nama: 'A', pt: 'R' })
  })

  test('[OB15] [PU15] once withdrawn, a late copy of it has no effect', async () => {
    const { ani, budi } = await bothKnow()
    const late: Parameters<typeof push>[0][] = []
    const { push } = ani.network.transport
    ani.profile.transport = {
      ...ani.network.transport,
      push: async request => {
        if (!request.mutations.some(({ uid: of }) => of === uid(1))) return push(request)
        late.push(request)
        throw new AppError('unreachable')
      },
    }
    await edit(ani, 1, { nama: word })
    expect(await giveUp(ani)).toMatchObject({ attention: 1 })
    const { results } = await push(late[0]!)
    expect(results).toMatchObject([{ outcome: 'rejected', issues: [{ code: 'not_delivered' }] }])
    expect(await names(budi)).toEqual(['A'])
  })

  test.each([
    ['a new record, deleted', [], true],
    ['a new record, deleted', [], false],
    ['a value, and its former one', ['A'], true],
    ['a value, and its former one', ['A'], false],
    ['a delete, undone', ['A'], true],
    ['a delete, undone', ['A'], false],
  ] as const)(
    '[OB15] [OB9] %s again before that: %j, asking nobody; it arrived: %s',
    async (what, left, is) => {
      const { ani, budi } = await (what.startsWith('a new') ? twoEditors() : bothKnow())
      silence(ani, { isArriving: is, ...(what.startsWith('a delete') && { isMeant: isDelete }) })
      if (what === 'a new record, deleted') {
        await make(ani, 1, recordB({ nama: word }))
        await tryToSend(ani)
        await removed(ani, 1)
      } else if (what === 'a delete, undone') {
        const undo = await removed(ani, 1)
        await tryToSend(ani)
        await ani.tab.engine.undo(undo)
      } else {
        await edit(ani, 1, { nama: word })
        await tryToSend(ani)
        await edit(ani, 1, { nama: 'A' })
      }
      expect(await giveUp(ani)).toMatchObject(settled)
      expect(await names(budi)).toEqual(left)
    },
  )

  test('[OB15] a record that depends on it waits with it, and goes out with it', async () => {
    const { ani, budi } = await twoEditors()
    silence(ani, { isArriving: false, isMeant: ({ kind }) => kind === 'device' })
    ani.network.isDown = true
    await make(ani, 1, { name: 'Gerbang' }, 'device')
    await make(ani, 2, recordA({ device_id: { uid: uid(1) } }), 'record_a')
    await make(ani, 3, recordB())
    ani.network.isDown = false
    await tryToSend(ani)
    expect(await ani.tab.engine.status()).toMatchObject({ unsent: 2, attention: 0 })
    heal(ani)
    ani.profile.now += hourMs
    expect(await ani.tab.sync()).toMatchObject(settled)
    await online(budi)
    expect(await list(budi, 'record_a')).toMatchObject([{ titles: { device_id: 'Gerbang' } }])
  })

  test('[OB15] hears of the others all the same', async () => {
    const { ani, budi } = await bothKnow()
    silence(ani, { isArriving: false })
    await make(ani, 2, recordB({ nama: word }))
    await tryToSend(ani)
    await edit(budi, 1, { pt: 'R' })
    await online(budi)
    await tryToSend(ani)
    expect((await shown(ani, 1))?.fields['pt']).toBe('R')
  })

  test('[OB15] also when only its withdrawal gets no answer', async () => {
    const { ani, budi } = await twoEditors()
    silence(ani, { isArriving: false })
    ani.profile.transport = { ...ani.profile.transport, withdraw: unreachable }
    await make(ani, 1, recordB({ nama: word }))
    await giveUp(ani)
    await make(ani, 2, recordB({ nama: 'Dua' }))
    await giveUp(ani)
    await make(budi, 3, recordB({ nama: 'Budi' }))
    await online(budi)
    expect(await giveUp(ani)).toMatchObject({ attention: 0, unsent: 1 })
    expect(await names(ani)).toEqual(['Budi', 'Dua', word])
    heal(ani)
    expect(await ani.tab.sync()).toMatchObject({ attention: 1, unsent: 0 })
  })

  test('[OB15] is none where nobody answers anything: a weak line withdraws nothing', async () => {
    const { ani } = await twoEditors()
    await make(ani, 1, recordB())
    await outOfReach(ani)
    for (let hour = 0; hour < 10; hour++) {
      ani.profile.now += hourMs
      expect(await ani.tab.sync()).toMatchObject({ unsent: expect.any(Number) as number, attention: 0 })
    }
    expect(await online(ani)).toMatchObject(settled)
  })
})
