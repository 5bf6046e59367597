/** A flight over which the server fails, and requests that are too large or take too long: the rest goes on. */
import { describe, expect, test } from 'vitest'
import { createTransport } from '../../client/engine/sync/transport.ts'
import { AppError, type ErrorCode } from '../../shared/errors.ts'
import type { Mutation } from '../../shared/protocol.ts'
import { answer, list, make, online, outOfReach, type Person, twoEditors } from '../support/people.ts'
import { offline } from '../support/profile.ts'
import { hourMs } from '../support/silence.ts'
import { recordB, uid } from '../support/tables.ts'

const settled = { attention: 0, unsent: 0, state: 'idle' }

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

  test('[OB10] is not one over which it failed once, and that did not arrive before', async () => {
    const { ani } = await twoEditors()
    const { transport } = ani.network
    let times = 0
    const push: typeof transport.push = request => {
      if (request.mutations.length === 0) return transport.push(request)
      return Promise.reject(new AppError(++times === 6 ? 'internal' : 'unreachable'))
    }
    ani.profile.transport = { ...transport, push }
    await make(ani, 1, recordB())
    for (let run = 0; run < 40 && times < 6; run++) {
      ani.profile.now += hourMs
      await ani.tab.sync()
    }
    heal(ani)
    expect(await online(ani)).toMatchObject(settled)
  })

  test('[OB10] is none where it fails over everything for a while', async () => {
    const { ani } = await twoEditors()
    await outOfReach(ani)
    for (const number of [1, 2, 3]) await make(ani, number, recordB())
    const failing = () => Promise.reject<never>(new AppError('internal'))
    const changes: typeof offline.changes = (...given) => offline.changes(...given)
    ani.profile.transport = { ...ani.network.transport, push: failing, withdraw: failing, changes }
    ani.network.isDown = false
    for (let run = 0; run < 20; run++) {
      ani.profile.now += hourMs
      expect(await ani.tab.sync()).toMatchObject({ unsent: 3, attention: 0 })
    }
    heal(ani)
    expect(await online(ani)).toMatchObject(settled)
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
