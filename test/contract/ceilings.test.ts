/** How much one person takes of a server: what others notice of it, and what they are told who take more. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readEnds } from '../../server/db/audit.ts'
import { a } from './edits.ts'
import { engines } from './engines.ts'
import { openWorld, password, type Person, personWith, type World } from './world.ts'

describe.each(engines)('Ceilings on $name', engine => {
  let world: World
  let eva: Person
  let other: Person
  beforeAll(async () => {
    world = await openWorld(engine)
    eva = await world.person('editor', 'eva')
    other = await world.person('editor', 'oto')
  })
  afterAll(() => world.close())

  async function rowsOfAll(): Promise<number> {
    const tables = await world.database.db.introspection.getTables()
    let rows = 0
    for (const { name } of tables.filter(table => table.name !== 'audit')) {
      const found = await sql<{ n: unknown }>`select count(*) as n from ${sql.table(name)}`.execute(
        world.database.db,
      )
      rows += Number(found.rows[0]!.n)
    }
    return rows
  }
  const signIn = (username: string, secret: string, cookie = '') =>
    personWith(world.app, cookie).post('/api/auth/sign-in/username', { username, password: secret })

  test('[CE1] [AU3] a flood of guesses by nobody writes no row but some of the audit', async () => {
    const before = await rowsOfAll()
    const audit = async () => (await readEnds(world.database.db)).seq
    const kept = await audit()
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, turn) => signIn(turn % 2 ? 'eva' : `nobody-${turn}`, 'guess')),
    )
    const statuses = answers.map(({ status }) => status)
    expect([...new Set(statuses)].toSorted((one, other) => one - other)).toEqual([401, 429])
    expect(await rowsOfAll()).toBe(before)
    // One for each name that was looked at, and once for each that there were too many.
    expect((await audit()) - kept).toBeLessThanOrEqual(60)
    for (const answer of answers.filter(({ status }) => status === 429))
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    world.wait(15 * 60_000)
    expect((await signIn('eva', password)).status).toBe(200)
  })

  test('[CE2] a person holds twenty event streams, and no more; others hold theirs', async () => {
    const open = (person: Person) => person.request('/api/sync/events')
    const held = await Promise.all(Array.from({ length: 20 }, () => open(eva)))
    const refused = await open(eva)
    expect([held.every(({ ok }) => ok), refused.status, refused.headers.get('retry-after')]).toEqual([
      true,
      429,
      '5',
    ])
    const others = await open(other)
    expect(others.status).toBe(200)
    for (const answer of [...held, others]) await answer.body?.cancel()
    const again = await open(eva)
    expect(again.status).toBe(200)
    await again.body?.cancel()
  })

  test('[CE2] answers that are not read let four begin; the next one begins when one has ended, others at once', async () => {
    const read = (person: Person) => person.request('/api/sync/changes')
    const [first, ...rest] = await Promise.all(Array.from({ length: 4 }, () => read(eva)))
    let hasBegun = false
    const fifth = read(eva).then(answer => {
      hasBegun = true
      return answer
    })
    expect((await read(other).then(answer => answer.text())).length).toBeGreaterThan(0)
    expect(hasBegun).toBe(false)
    await first!.body!.cancel()
    const answers = [...rest, await fifth]
    expect(hasBegun).toBe(true)
    for (const answer of answers) await answer.body?.cancel()
  })

  test('[CE3] an answer that nobody reads for half a minute ends', async () => {
    const unread = await eva.request('/api/sync/changes')
    world.wait(30_000)
    world.tick()
    await expect(unread.text()).rejects.toThrow()
  })

  test('[CE2] who pushes more bytes than others ever send is told when to come back; others are not', async () => {
    const body = { client: eva.client, protocol: 4, mutations: [a.device('x'.repeat(500_000))] }
    const statuses: number[] = []
    for (let turn = 0; turn < 8; turn++) statuses.push((await eva.post('/api/sync/push', body)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429, 429, 429])
    expect((await other.one(a.device('Gate'))).outcome).toBe('applied')
    world.wait(2_000)
    expect((await eva.post('/api/sync/push', body)).status).toBe(200)
  })

  test('[CE2] what nobody asks waits in turn, address by address, and beyond that is told to come back', async () => {
    const ask = () => personWith(world.app, '').request('/api/auth/get-session')
    const answers = await Promise.all(Array.from({ length: 560 }, ask))
    const refused = answers.filter(({ status }) => status === 429)
    expect([answers.filter(({ ok }) => ok).length, refused.length]).toEqual([506, 54])
    expect(refused[0]!.headers.get('retry-after')).toBe('5')
    expect((await ask()).status).toBe(200)
  })

  test('[CE2] nobody holds a place of nobody’s by being slow', async () => {
    const go = Promise.withResolvers<void>()
    const slow = async () => {
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          await go.promise
          controller.enqueue(Buffer.from('{}'))
          controller.close()
        },
      })
      const headers = { 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body, duplex: 'half' }
      return personWith(world.app, '').request('/api/auth/set-up-browser', init as never)
    }
    const asked = Array.from({ length: 40 }, slow)
    expect((await personWith(world.app, '').request('/api/auth/get-session')).status).toBe(200)
    go.resolve()
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([422]))
  })

  test('[CE2] of one person eight bodies are held at a time, and 32 requests wait', async () => {
    const go = Promise.withResolvers<void>()
    let read = 0
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      read++
      await go.promise
      controller.enqueue(Buffer.from('{}'))
      controller.close()
    }
    const statuses: number[] = []
    const ask = async () => {
      const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 })
      const headers = { 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body, duplex: 'half' }
      statuses.push((await other.request('/api/preferences', init as never)).status)
    }
    const asked = Promise.all(Array.from({ length: 45 }, ask))
    await expect.poll(() => statuses).toEqual(Array(5).fill(429))
    expect(read).toBe(8)
    go.resolve()
    await asked
    expect(statuses.slice(5)).toEqual(Array(40).fill(422))
  })

  test('[RQ2] a body that is no push is not large', async () => {
    const entries = { a: { value: 'x'.repeat(130_000), at: 1 } }
    expect((await eva.post('/api/preferences', { entries })).status).toBe(413)
  })

  test('[CE4] a body of nobody is small', async () => {
    const secret = (bytes: number) => signIn('eva', 'x'.repeat(bytes))
    expect((await secret(17_000)).status).toBe(413)
    expect((await secret(900)).status).toBe(401)
  })

  test('[CE4] a body in crumbs is refused before it is read', async () => {
    let pulled = 0
    const crumb = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      pulled++
      controller.enqueue(Buffer.from(' '))
    }
    const body = new ReadableStream<Uint8Array>({ pull: crumb })
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body, duplex: 'half' }
    const nobody = personWith(world.app, '')
    expect((await nobody.request('/api/auth/sign-in/username', init as never)).status).toBe(422)
    expect(pulled).toBeLessThan(110)
  })

  test('[CE4] a body that comes in a trickle is refused', async () => {
    let controller!: ReadableStreamDefaultController<Uint8Array>
    const body = new ReadableStream<Uint8Array>({ start: own => void (controller = own) })
    const headers = { 'content-type': 'application/json' }
    const answer = other.request('/api/sync/push', { method: 'POST', headers, body, duplex: 'half' } as never)
    controller.enqueue(Buffer.from('{"client":'))
    await new Promise(resolve => setTimeout(resolve, 200))
    world.tick()
    expect((await answer).status).toBe(408)
  })
})
