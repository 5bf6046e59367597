/** What gets no answer, or makes the server fail, or is too large: it holds up nothing else, and in the end it is withdrawn. */
import { describe, expect, test } from 'vitest'
import { createTransport } from '../../client/engine/sync/transport.ts'
import { AppError, type ErrorCode } from '../../shared/errors.ts'
import type { Mutation } from '../../shared/protocol.ts'
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

/** Requests of which this is true fail so; the others arrive. */
function refuse({ profile, network }: Person, code: ErrorCode, isRefused: (all: Mutation[]) => boolean) {
  const { push } = network.transport
  const sizes: number[] = []
  profile.transport = {
    ...network.transport,
    push: request => {
      sizes.push(request.mutations.length)
      return isRefused(request.mutations) ? Promise.reject(new AppError(code)) : push(request)
    },
  }
  return sizes
}

const isAbout = (number: number) => (all: Mutation[]) => all.some(each => each.uid === uid(number))

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

describe('A flight over which the server fails', () => {
  test('[OB10] is withdrawn after it alone has failed five times; the rest go on', async () => {
    const { ani } = await twoEditors()
    ani.network.isDown = true
    for (const number of [1, 2, 3, 4]) await make(ani, number, recordB({ nama: `N ${number}` }))
    ani.network.isDown = false
    refuse(ani, 'internal', isAbout(2))
    let runs = 0
    while ((await ani.tab.sync()).attention === 0) if (++runs > 20) break
    expect(await ani.tab.sync()).toMatchObject({ unsent: 0, attention: 1 })
    expect(await ani.tab.engine.attention()).toMatchObject([
      { uid: uid(2), outcome: 'rejected', issues: [{ code: 'server_failed' }], mine: { nama: 'N 2' } },
    ])
    heal(ani)
    await answer(ani, { kind: 'retry' })
    expect(await ani.tab.sync()).toMatchObject({ ...settled, counts: { record_b: 4 } })
  })

  test('[OB10] is not what somebody in between says in the place of a server that is away', async () => {
    const { ani } = await twoEditors()
    ani.profile.transport = createTransport(() =>
      Promise.resolve(new Response('<html>Bad gateway</html>', { status: 504 })),
    )
    await make(ani, 1, recordB())
    for (let run = 0; run < 10; run++)
      expect(await ani.tab.sync()).toMatchObject({ unsent: 1, attention: 0, error: 'unavailable' })
    heal(ani)
    expect(await ani.tab.sync()).toMatchObject(settled)
  })
})

describe('Less is sent at once', () => {
  test.each<ErrorCode>(['timed_out', 'too_large'])(
    '[ST3] where %s is the answer to much, until it arrives',
    async code => {
      const { ani } = await twoEditors()
      ani.network.isDown = true
      for (let number = 1; number <= 60; number++) await make(ani, number, recordB())
      ani.network.isDown = false
      const sizes = refuse(ani, code, ({ length }) => length > 20)
      for (let run = 0; run < 8; run++) await ani.tab.sync()
      expect(await ani.tab.sync()).toMatchObject({ ...settled, counts: { record_b: 60 } })
      expect(Math.max(...sizes)).toBeGreaterThan(20)
    },
  )

  test('[ST3] one that is too large alone is withdrawn, its person is told, and the others go', async () => {
    const { ani, budi } = await twoEditors()
    ani.network.isDown = true
    for (const number of [1, 2, 3]) await make(ani, number, recordB({ nama: `N ${number}` }))
    ani.network.isDown = false
    refuse(ani, 'too_large', isAbout(2))
    for (let run = 0; run < 4; run++) await ani.tab.sync()
    expect(await ani.tab.engine.status()).toMatchObject({ unsent: 0, attention: 1 })
    expect(await ani.tab.engine.attention()).toMatchObject([{ uid: uid(2), issues: [{ code: 'too_large' }] }])
    expect(await names(budi)).toEqual(['N 1', 'N 3'])
  })
})
