/** How clients hear that there is news. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEvents } from '../../server/sync/events.ts'
import { settle } from '../../server/sync/settle.ts'
import { kinds } from '../../shared/kinds.ts'
import { PROTOCOL_VERSION } from '../../shared/version.ts'
import { a } from './edits.ts'
import { engines } from './engines.ts'
import { openWorld, type Person, type World } from './world.ts'

describe.each(engines)('Events on $name', engine => {
  let world: World
  let eva: Person
  beforeAll(async () => {
    world = await openWorld(engine)
    eva = await world.person('editor')
  })
  afterAll(() => world.close())

  async function listen(): Promise<{ next(): Promise<string | undefined>; leave(): Promise<void> }> {
    const response = await eva.request('/api/sync/events')
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const reader = response.body!.getReader()
    return {
      async next() {
        const { value } = await reader.read()
        return value && new TextDecoder().decode(value)
      },
      leave: () => reader.cancel(),
    }
  }
  const event = (clock: number): string => `event: clock\ndata: ${clock}\n\n`

  test('[ST2] the clock is told at once, and again after each push', async () => {
    const { clock } = await eva.push(a.device())
    const [one, two] = [await listen(), await listen()]
    expect([await one.next(), await two.next()]).toEqual([event(clock), event(clock)])
    await eva.push(a.device(), a.device())
    await eva.push({ ...a.device(), fields: {} })
    await eva.push(a.device())
    expect([await one.next(), await one.next()]).toEqual([event(clock + 1), event(clock + 2)])
    await one.leave()
    await eva.push(a.device())
    expect([await two.next(), await two.next(), await two.next()]).toEqual(
      [1, 2, 3].map(n => event(clock + n)),
    )
    await two.leave()
  })

  test('[ST2] what another process wrote is told too', async () => {
    const events = await listen()
    await events.next()
    const writer = { userId: 'other', username: 'other', clientId: crypto.randomUUID() }
    const { clock } = await settle({
      ...{ database: world.database, kinds, writer },
      ...{ protocol: PROTOCOL_VERSION, mutations: [a.device()] },
    })
    world.tick()
    expect(new Set([await events.next(), await events.next()])).toEqual(new Set([': \n\n', event(clock)]))
    await events.leave()
  })

  test('[ST2] [RS3] a database with a lower clock that takes the place of this one is told too, once that is sure', async () => {
    const events = await listen()
    const { clock } = await eva.push(a.device())
    while ((await events.next()) !== event(clock));
    const { db } = world.database
    const clocks = db.updateTable('clock')
    await clocks.set({ clock: clock - 1 }).execute()
    world.tick()
    expect(await events.next()).toBe(': \n\n')
    world.tick()
    expect(new Set([await events.next(), await events.next()])).toEqual(new Set([': \n\n', event(clock - 1)]))
    await clocks.set({ clock }).execute()
    world.tick()
    await events.leave()
  })

  test('streams end when the server stops, and after sign-out', async () => {
    const person = await world.person('viewer')
    const response = await person.request('/api/sync/events')
    const reader = response.body!.getReader()
    await reader.read()
    await person.post('/api/auth/sign-out', {})
    world.tick()
    expect((await reader.read()).done).toBe(true)

    const events = await listen()
    await events.next()
    world.services.pokes.stop()
    expect(await events.next()).toBe(undefined)
  })

  test('[SV5] whoever leaves while it is looked up whether they may stay leaves nothing behind', async () => {
    const asked: (() => void)[] = []
    const isWelcome = () => new Promise<boolean>(resolve => asked.push(() => resolve(true)))
    const reader = (await openEvents(world.services, isWelcome)).body!.getReader()
    await reader.read()
    world.tick()
    await reader.cancel()
    expect(asked).toHaveLength(1)
    const failures: unknown[] = []
    process.on('unhandledRejection', error => failures.push(error))
    for (const answer of asked) answer()
    await new Promise(resolve => setTimeout(resolve, 10))
    expect(failures).toEqual([])
  })

  test('[AC5] listening does not prolong a session: the cookie for it could not be sent', async () => {
    const person = await world.person('viewer')
    const { adapter } = await world.services.auth.$context
    const sessions = () =>
      adapter.findMany<{ id: string; expiresAt: Date }>({
        model: 'session',
        sortBy: { field: 'createdAt', direction: 'desc' },
      })
    const [{ id: value } = { id: '' }] = await sessions()
    const expiresAt = new Date(Date.now() + 4 * 24 * 60 * 60 * 1000)
    const shorten = () =>
      adapter.update({ model: 'session', where: [{ field: 'id', value }], update: { expiresAt } })
    await shorten()
    const response = await person.request('/api/sync/events')
    expect(response.headers.getSetCookie()).toHaveLength(1)
    await shorten()
    const reader = response.body!.getReader()
    await reader.read()
    world.tick()
    await reader.read()
    await reader.cancel()
    const stored = (await sessions()).find(each => each.id === value)
    expect(Number(stored?.expiresAt)).toBe(Number(expiresAt))
  })

  test('a HEAD leaves nothing running', async () => {
    const { every } = world.services
    let running = 0
    world.services.every = (ms, task) => {
      running++
      const stop = every(ms, task)
      return () => {
        running--
        stop()
      }
    }
    const response = await eva.request('/api/sync/events', { method: 'HEAD' })
    expect([response.status, response.body, running]).toEqual([200, null, 0])
    world.services.every = every
  })
})
