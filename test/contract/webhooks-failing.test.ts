/** Webhooks whose receiver fails, hangs or is gone, and servers that end in the middle of a delivery. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Sender } from '../../server/webhooks/sender.ts'
import { a } from './edits.ts'
import { engines } from './engines.ts'
import { processOf, reachingHere, Receiver, webhookOf, webhookTold } from './receiver.ts'
import { openWorld, type Person, type World } from './world.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

describe.each(engines)('Webhooks that fail on $name', engine => {
  let world: World
  let admin: Person
  let receiver: Receiver
  let sender: Sender
  let id: string
  beforeEach(async () => {
    world = reachingHere(await openWorld(engine))
    admin = await world.person('admin')
    receiver = await new Receiver().listen()
    sender = processOf(world)
    ;({ id } = await webhookOf(admin, receiver.url))
  })
  afterEach(async () => {
    await sender.stop()
    await receiver.close()
    await world.close()
  })

  /** Until it is tried again, and that. */
  async function again(): Promise<void> {
    const { nextAt } = await webhookTold(admin, id)
    world.wait(Date.parse(nextAt!) - world.services.now().getTime())
    await sender.wake()
  }

  test('[WH3] [WH4] what fails is sent again after pauses that grow, until it is taken, and nothing is missed', async () => {
    receiver.answers.push(500, 503, 404, 302)
    const first = await admin.made(a.recordB())
    await sender.wake()
    const pauses: number[] = []
    for (const why of ['refused', 'refused', 'refused', 'redirected']) {
      const { failure, nextAt, state } = await webhookTold(admin, id)
      expect([state, failure?.why, failure?.count]).toEqual(['failing', why, pauses.length + 1])
      pauses.push(Date.parse(nextAt!) - Date.parse(failure!.at))
      // Nothing is sent before its time.
      await sender.wake()
      expect(receiver.received).toHaveLength(pauses.length)
      await again()
    }
    expect(pauses).toEqual([5_000, 15_000, 45_000, 135_000])
    const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
    expect([ids.size, receiver.told.map(({ sequence }) => sequence)]).toEqual([1, [1, 2, 3, 4, 5]])
    expect([...receiver.copy.keys()]).toEqual([first.uid])
    expect(await webhookTold(admin, id)).toMatchObject({ state: 'sending', failure: null, delivered: 1 })
  })

  test.each([
    ['120', 120_000],
    // It is tried after five seconds, whoever wants it sooner.
    ['1', 5_000],
    ['-7', 5_000],
    ['soon', 5_000],
    ['1e300', 6 * 60 * 60 * 1000],
  ])('[WH4] a receiver that is busy says when to come back: %s', async (retryAfter, pause) => {
    receiver.answers.push(429)
    receiver.retryAfter = retryAfter
    await admin.made(a.recordB())
    await sender.wake()
    const { failure, nextAt } = await webhookTold(admin, id)
    expect(Date.parse(nextAt!) - Date.parse(failure!.at)).toBe(pause)
  })

  test('[WH4] or at which time', async () => {
    const at = new Date(Math.ceil(world.services.now().getTime() / 1000) * 1000 + 90_000)
    receiver.answers.push(503)
    receiver.retryAfter = at.toUTCString()
    await admin.made(a.recordB())
    await sender.wake()
    expect((await webhookTold(admin, id)).nextAt).toBe(at.toISOString())
  })

  test('[WH3] an answer that is lost: it comes again, with what was written meanwhile, and the copy is right', async () => {
    receiver.answers.push('is lost')
    const first = await admin.made(a.recordB())
    await sender.wake()
    expect(await webhookTold(admin, id)).toMatchObject({ failure: { why: 'unreachable', status: null } })
    const second = await admin.made(a.recordB())
    await again()
    const [lost, taken] = receiver.received
    expect(lost!.headers['webhook-id']).not.toBe(taken!.headers['webhook-id'])
    expect(taken!.data.records.map(({ uid }) => uid)).toEqual([first.uid, second.uid])
    expect(receiver.copy.size).toBe(2)
  })

  test('[WH4] a receiver that hangs is left after its time, and holds nobody else up', async () => {
    const other = await new Receiver().listen()
    await webhookOf(admin, other.url)
    receiver.answers.push('hangs')
    await admin.made(a.recordB())
    const sent = sender.wake()
    await Promise.all([receiver.asked(1), other.asked(1)])
    // Time passes: the limit of what is under way is up.
    world.tick()
    await sent
    expect(await webhookTold(admin, id)).toMatchObject({ failure: { why: 'timed_out' } })
    expect(other.copy.size).toBe(1)
    await again()
    expect(receiver.copy.size).toBe(1)
    await other.close()
  })

  test('[WH4] after three days without one that was taken it stops, and goes on from there when it is started', async () => {
    const record = await admin.made(a.recordB())
    for (let tries = 0; (await webhookTold(admin, id)).state !== 'stopped'; tries++) {
      receiver.answers.push(500)
      if (tries === 0) await sender.wake()
      else await again()
    }
    const { failure, nextAt } = await webhookTold(admin, id)
    expect([nextAt, failure!.count]).toEqual([null, receiver.received.length])
    expect(failure!.count).toBeGreaterThanOrEqual(10)
    world.wait(7 * dayMs)
    await sender.wake()
    expect(receiver.received).toHaveLength(failure!.count)
    await admin.post('/api/webhooks/start', { id })
    await sender.wake()
    expect([...receiver.copy.keys()]).toEqual([record.uid])
    expect(await webhookTold(admin, id)).toMatchObject({ state: 'sending', failure: null })
  })

  test('[WH4] a receiver that says it is gone is asked no more', async () => {
    receiver.answers.push(410)
    await admin.made(a.recordB())
    await sender.wake()
    expect(await webhookTold(admin, id)).toMatchObject({
      state: 'stopped',
      failure: { why: 'gone', status: 410 },
    })
    expect(world.log.filter(({ event }) => event === 'webhook_failed')).toMatchObject([
      { why: 'gone', webhook: id },
    ])
  })

  test('[WH6] a server that is killed in the middle: another goes on once the turn of the first is over', async () => {
    receiver.answers.push('hangs')
    await admin.made(a.recordB())
    const killed = sender.wake()
    await receiver.asked(1)
    const next = processOf(world)
    await next.wake()
    expect(receiver.received).toHaveLength(1)
    world.wait(minuteMs)
    await next.wake()
    expect([receiver.received.length, receiver.copy.size]).toEqual([2, 1])
    // What the first one hears of it changes nothing.
    world.tick()
    await killed
    expect(await webhookTold(admin, id)).toMatchObject({ state: 'sending', delivered: 1, failure: null })
  })

  test('[WH6] a server that stops in order leaves its turn to whoever comes next, and counts no failure', async () => {
    receiver.answers.push('hangs')
    await admin.made(a.recordB())
    const cut = sender.wake()
    await receiver.asked(1)
    await sender.stop()
    await cut
    expect(await webhookTold(admin, id)).toMatchObject({ state: 'sending', failure: null, delivered: 0 })
    await processOf(world).wake()
    expect(receiver.copy.size).toBe(1)
  })

  test('[WH6] of processes that wake at one moment one sends', async () => {
    const processes = Array.from({ length: 5 }, () => processOf(world))
    for (let round = 1; round <= 3; round++) {
      await admin.made(a.recordB())
      await Promise.all(processes.map(each => each.wake()))
      expect(receiver.told.map(({ sequence }) => sequence)).toEqual(
        Array.from({ length: round }, (_, index) => index + 1),
      )
    }
    expect(receiver.copy.size).toBe(3)
    expect(world.log.filter(({ level }) => level === 'error')).toEqual([])
  })
})
