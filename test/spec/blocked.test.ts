/** An edit that does not get through, while everything else does: whatever stands before the server, or falls over it. */
import { describe, expect, test } from 'vitest'
import { createTransport } from '../../client/engine/sync/transport.ts'
import { answer as answerWith, edit, list, make, online, type Person, twoEditors } from '../support/people.ts'
import { recordA, recordB, uid } from '../support/tables.ts'

const word = "Gudang ' OR 1=1 é"
const minuteMs = 60_000

/** What carries the word does not arrive. */
function block({ network, profile }: Person, answer: () => Promise<Response>) {
  const { push } = network.transport
  const blocking = createTransport(answer).push
  const block = { tries: 0, end: () => void (profile.transport = network.transport) }
  profile.transport = {
    ...network.transport,
    push(request) {
      if (!JSON.stringify(request).includes(word)) return push(request)
      block.tries++
      return blocking(request)
    },
  }
  return block
}

const answers: [string, () => Promise<Response>][] = [
  ['a page of a firewall', () => Promise.resolve(new Response('<h1>Blocked</h1>', { status: 403 }))],
  ['nothing: the connection is cut', () => Promise.reject(new TypeError('connection reset'))],
]

const byText = (a: unknown, b: unknown) => String(a).localeCompare(String(b))

/** More than it takes to find out which one it is. */
const runs = 12

async function sync({ tab }: Person, times = runs) {
  for (let run = 1; run < times; run++) await tab.sync()
  return tab.sync()
}

async function type(person: Person, words: string[]): Promise<void> {
  person.network.isDown = true
  for (const [index, nama] of words.entries()) await make(person, index + 1, recordB({ nama }))
  person.network.isDown = false
}

describe('An edit that is answered with', () => {
  test.each(answers)('[OB15] %s lets all others pass, and goes when it can', async (_, answer) => {
    const { ani, budi } = await twoEditors()
    await type(ani, ['N 1', 'N 2', 'N 3', word, 'N 5', 'N 6'])
    const blocked = block(ani, answer)
    expect(await sync(ani)).toMatchObject({ unsent: 1, attention: 0, state: 'idle' })
    expect((await ani.tab.engine.outbox()).map(entry => entry.uid)).toEqual([uid(4)])
    await make(ani, 10, recordB({ nama: 'N 10' }))
    expect(await ani.tab.sync()).toMatchObject({ unsent: 1, state: 'idle' })
    await online(budi)
    expect(await list(budi)).toHaveLength(6)
    blocked.end()
    ani.profile.now += 5 * minuteMs
    expect(await ani.tab.sync()).toMatchObject({ unsent: 0, attention: 0 })
  })

  test.each(answers)(
    '[OB15] %s is tried again after pauses that grow, however often somebody asks',
    async (_, answer) => {
      const { ani } = await twoEditors()
      await type(ani, [word])
      const blocked = block(ani, answer)
      await sync(ani)
      const before = blocked.tries
      await sync(ani, 50)
      expect(blocked.tries).toBe(before)
      for (const minutes of [2, 4, 8]) {
        const { tries } = blocked
        ani.profile.now += minutes * minuteMs - 30_000
        await ani.tab.sync()
        expect(blocked.tries).toBe(tries)
        ani.profile.now += 30_000
        await ani.tab.sync()
        expect(blocked.tries).toBe(tries + 1)
      }
    },
  )

  test.each(answers)(
    '[OB15] [PU15] %s is withdrawn after the seventh time: its person is told, with all that was typed',
    async (_, answer) => {
      const { ani } = await twoEditors()
      await type(ani, [word])
      const blocked = block(ani, answer)
      await sync(ani)
      for (let hour = 0; hour < 5; hour++) {
        ani.profile.now += 60 * minuteMs
        await ani.tab.sync()
      }
      const [item] = await ani.tab.engine.attention()
      const issues = [{ field: '', code: 'not_delivered' }]
      expect(item).toMatchObject({ outcome: 'rejected', issues, mine: recordB({ nama: word }) })
      blocked.end()
      await answerWith(ani, { kind: 'retry' })
      expect(await ani.tab.sync()).toMatchObject({ unsent: 0, attention: 0, counts: { record_b: 1 } })
    },
  )

  test.each(answers)(
    '[OB15] [OB6] %s keeps what depends on it behind it, and nothing else',
    async (_, answer) => {
      const { ani } = await twoEditors()
      ani.network.isDown = true
      await make(ani, 1, { name: word }, 'device')
      await make(ani, 2, recordA({ device_id: { uid: uid(1) } }), 'record_a')
      await make(ani, 3, recordB())
      ani.network.isDown = false
      const blocked = block(ani, answer)
      expect(await sync(ani)).toMatchObject({ unsent: 2, attention: 0 })
      blocked.end()
      ani.profile.now += 5 * minuteMs
      expect(await sync(ani, 2)).toMatchObject({ unsent: 0, attention: 0 })
    },
  )

  test.each(answers)('[OB15] %s does not hold up another that has gone astray', async (_, answer) => {
    const { ani } = await twoEditors()
    await type(ani, [`${word} 1`, `${word} 2`])
    const blocked = block(ani, answer)
    await sync(ani)
    blocked.end()
    const { push } = ani.network.transport
    ani.profile.transport = {
      ...ani.network.transport,
      push: request =>
        JSON.stringify(request).includes(`${word} 1`) ? createTransport(answer).push(request) : push(request),
    }
    ani.profile.now += 5 * minuteMs
    expect(await sync(ani, 3)).toMatchObject({ unsent: 1 })
    expect((await ani.tab.engine.outbox()).map(entry => entry.uid)).toEqual([uid(1)])
  })

  test.each(answers)('[OB15] %s keeps nobody from hearing of the others', async (_, answer) => {
    const { ani, budi } = await twoEditors()
    await make(budi, 1, recordB({ nama: 'Budi' }))
    await online(budi)
    block(ani, answer)
    await make(ani, 2, recordB({ nama: word }))
    await sync(ani, 2)
    expect(await list(ani)).toHaveLength(2)
    await edit(budi, 1, { nama: 'Budi lagi' })
    await online(budi)
    await ani.tab.sync()
    expect((await list(ani)).map(row => row.fields['nama']).toSorted(byText)).toEqual(['Budi lagi', word])
  })

  test.each(answers)('[OB15] [RB4] %s does not keep the others from a restored server', async (_, answer) => {
    const { server, ani, budi } = await twoEditors()
    for (const [index, nama] of ['N 1', word, 'N 3'].entries()) await make(ani, index + 1, recordB({ nama }))
    await online(ani)
    await server.rollBackTo(0)
    block(ani, answer)
    await make(ani, 4, recordB({ nama: 'N 4' }))
    expect(await sync(ani, 24)).toMatchObject({ unsent: 1, attention: 0, state: 'idle' })
    for (let hour = 0; hour < 5; hour++) {
      ani.profile.now += 60 * minuteMs
      await ani.tab.sync()
    }
    expect(await ani.tab.engine.attention()).toMatchObject([
      { uid: uid(2), issues: [{ code: 'not_delivered' }] },
    ])
    await online(budi)
    expect((await list(budi)).map(row => row.fields['nama']).toSorted(byText)).toEqual(['N 1', 'N 3', 'N 4'])
  })
})

test('[OB15] [OB6] is found out also when what is sent before it only waits for what comes behind it', async () => {
  const { ani } = await twoEditors()
  ani.network.isDown = true
  await make(ani, 2, recordA({ device_id: { uid: uid(1) } }), 'record_a')
  await make(ani, 3, recordB({ nama: word }))
  await make(ani, 1, { name: 'Gerbang' }, 'device')
  ani.network.isDown = false
  block(ani, answers[1]![1])
  expect(await sync(ani)).toMatchObject({ unsent: 1, attention: 0 })
  expect((await ani.tab.engine.outbox()).map(entry => entry.uid)).toEqual([uid(3)])
})

describe('Out of reach', () => {
  test('[OB15] nothing is taken for an obstacle: what waited goes out at once when the server is back', async () => {
    const { ani } = await twoEditors()
    await type(
      ani,
      Array.from({ length: 60 }, (_, i) => `N ${i}`),
    )
    ani.network.isDown = true
    for (let run = 0; run < runs; run++)
      expect(await ani.tab.sync()).toMatchObject({ unsent: 60, error: 'unreachable' })
    const before = ani.network.requests.length
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0, state: 'idle' })
    const paths = ani.network.requests.slice(before).map(({ path }) => path.split('?')[0])
    expect(paths.filter(path => path === '/api/sync/push')).toHaveLength(1)
  })
})
