/** Ceilings by themselves: gates, buckets and counts, with a clock that the test moves. */
import { describe, expect, test } from 'vitest'
import { createAttempts } from '../../server/ceilings/attempts.ts'
import { createBuckets } from '../../server/ceilings/bucket.ts'
import { createCeilings } from '../../server/ceilings/ceilings.ts'
import { createGate } from '../../server/ceilings/gate.ts'
import { held, unreadMs } from '../../server/ceilings/held.ts'
import { type Guess, guessing } from '../../server/session/guesses.ts'
import { AppError } from '../../shared/errors.ts'

const clock = (at = 0) => ({ at, now: () => clockOf.at })
let clockOf = clock()

/** Whether it has come to its end yet. */
async function isOver(promise: Promise<unknown>): Promise<boolean> {
  const open = Symbol('open')
  await new Promise(resolve => setImmediate(resolve))
  return (await Promise.race([promise, Promise.resolve(open)])) !== open
}

describe('[CE2] A gate', () => {
  test('lets in so many of one name, and the next when one leaves', async () => {
    const gate = createGate({ each: 2, all: 10, waiting: 5 })
    const [leave] = [await gate.enter('ani'), await gate.enter('ani')]
    const third = gate.enter('ani')
    expect([await isOver(third), await isOver(gate.enter('budi'))]).toEqual([false, true])
    leave!()
    leave!()
    expect([await isOver(third), await isOver(gate.enter('ani'))]).toEqual([true, false])
  })

  test('tells whoever comes beyond those that wait when to come back', async () => {
    const gate = createGate({ each: 1, all: 10, waiting: 1 })
    await gate.enter('ani')
    void gate.enter('ani')
    const refused = await gate.enter('ani').catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'too_many', details: { retryAfter: 5 } })
  })

  test('serves names in turn, so that the many of one keep nobody else out', async () => {
    const gate = createGate({ each: 5, all: 1, waiting: 10 })
    const order: string[] = []
    const leave = await gate.enter('ani')
    const coming = ['ani', 'ani', 'ani', 'budi', 'citra'].map(async name => {
      const own = await gate.enter(name)
      order.push(name)
      own()
    })
    leave()
    await Promise.all(coming)
    expect(order).toEqual(['ani', 'budi', 'citra', 'ani', 'ani'])
  })
})

test('[CE2] a bucket gives what it holds at once, then as much as comes back; what is larger than it, when it is full', () => {
  clockOf = clock()
  const buckets = createBuckets({ capacity: 100, perSecond: 10 }, () => clockOf.at)
  expect([buckets.take('ani', 60), buckets.take('ani', 40), buckets.take('ani', 25)]).toEqual([0, 0, 3])
  expect(buckets.take('budi', 1000)).toBe(0)
  clockOf.at = 2500
  expect([buckets.take('ani', 26), buckets.take('ani', 25), buckets.take('ani', 1)]).toEqual([1, 0, 1])
  // A clock that is set back gives nothing away, and takes nothing.
  clockOf.at = 0
  expect(buckets.take('budi', 1)).toBe(1)
})

test('[CE1] counts forget names when there are too many: those that are over, then those that were counted least', () => {
  clockOf = clock()
  const attempts = createAttempts(() => clockOf.at)
  attempts.add('over', 1)
  for (let turn = 0; turn < 20; turn++) attempts.add('ani', 1000)
  attempts.add('budi', 1000)
  clockOf.at = 1
  for (let i = 0; i <= 50_000; i++) attempts.add(`n${i}`, 1000)
  expect([attempts.of('over', 2000), attempts.of('budi', 1000)]).toEqual([undefined, undefined])
  expect([attempts.of('ani', 1000)?.count, attempts.of('n50000', 1000)?.count]).toEqual([20, 1])
  clockOf.at = 1001
  expect(attempts.of('n50000', 1000)).toBeUndefined()
})

describe('[CE1] Guesses', () => {
  const wrong = () => Promise.reject(new AppError('wrong_credentials'))
  const right = async () => 'in'
  function world() {
    clockOf = clock(1e12)
    const services = { ceilings: createCeilings(() => new Date(clockOf.at)), now: () => new Date(clockOf.at) }
    return (from: string, look: () => Promise<string>, more: Partial<Guess> = {}) =>
      guessing(services, { at: 'sign-in ani', from, ...more }, look).catch((error: AppError) => [
        error.code,
        error.details['retryAfter'],
      ])
  }
  const times = async (count: number, guess: (turn: number) => Promise<unknown>) => {
    for (let turn = 0; turn < count; turn++) await guess(turn)
  }

  test('of one secret from one address are ten in a quarter of an hour; a right one begins anew', async () => {
    const guess = world()
    await times(9, () => guess('::1', wrong))
    expect(await guess('::1', right)).toBe('in')
    await times(10, () => guess('::1', wrong))
    expect(await guess('::1', right)).toEqual(['too_many', 900])
    clockOf.at += 900_000
    expect(await guess('::1', right)).toBe('in')
  })

  test('from one address are a hundred in five minutes, whatever they are at', async () => {
    const guess = world()
    const at = (name: string) => ({ at: `sign-in ${name}` })
    await times(100, turn => guess('10.0.0.1', wrong, at(`n${turn}`)))
    expect(await guess('10.0.0.1', right, at('ö'))).toEqual(['too_many', 300])
    expect(await guess('::ffff:10.0.0.1', right, at('ö'))).toEqual(['too_many', 300])
    expect(await guess('10.0.0.2', right, at('ö'))).toBe('in')
  })

  test('from all addresses of one line count together', async () => {
    const guess = world()
    await times(10, turn => guess(`2001:db8:1:2::${turn}`, wrong))
    expect(await guess('2001:db8:1:2:3::', right)).toEqual(['too_many', 900])
    expect(await guess('2001:db8:1:3::', right)).toBe('in')
  })

  test('from everywhere together are followed by pauses that grow, and end', async () => {
    const guess = world()
    await times(20, turn => guess(`10.0.0.${turn}`, wrong))
    expect(await guess('10.0.1.1', right)).toEqual(['too_many', 1])
    clockOf.at += 1000
    await guess('10.0.1.1', wrong)
    expect(await guess('10.0.1.2', right)).toEqual(['too_many', 2])
    // Who only waits makes nobody wait for longer.
    await times(50, turn => guess(`10.0.2.${turn}`, wrong))
    expect(await guess('10.0.1.2', right)).toEqual(['too_many', 2])
    clockOf.at += 2000
    expect(await guess('10.0.1.2', right)).toBe('in')
  })

  test('of others do not keep out whoever signed in with this browser before', async () => {
    const guess = world()
    await times(20, turn => guess(`10.0.0.${turn}`, wrong))
    expect(await guess('10.0.1.1', right, { known: 'tablet' })).toBe('in')
    // Nor those of the same address, whatever they are at.
    await times(100, turn => guess('10.0.3.1', wrong, { at: `sign-in n${turn % 10}` }))
    await times(10, () => guess('10.0.3.1', wrong))
    expect(await guess('10.0.3.1', right, { known: 'tablet' })).toBe('in')
  })

  test('of whoever has that browser are ten, from however many addresses, and cost nobody else anything', async () => {
    const guess = world()
    await times(10, turn => guess(`10.0.0.${turn}`, wrong, { known: 'tablet' }))
    expect(await guess('10.0.1.1', right, { known: 'tablet' })).toEqual(['too_many', 900])
    expect(await guess('10.0.0.1', right)).toBe('in')
  })

  test('at what nobody finds are followed by no pause that would hold for everybody', async () => {
    const guess = world()
    const code = { at: 'set-up', isRandom: true } as const
    await times(50, turn => guess(`10.0.0.${turn}`, wrong, code))
    expect(await guess('10.0.1.1', right, code)).toBe('in')
    await times(10, () => guess('10.0.2.1', wrong, code))
    expect(await guess('10.0.2.1', right, code)).toEqual(['too_many', 900])
  })

  test.each(['too_many', 'unavailable'] as const)('that were not heard are none: %s', async code => {
    const guess = world()
    await times(20, () => guess('10.0.0.1', () => Promise.reject(new AppError(code))))
    expect(await guess('10.0.0.1', right)).toBe('in')
  })

  test('are counted before they are looked at: of many at a time no more get through', async () => {
    const guess = world()
    let looked = 0
    const look = async () => {
      looked++
      return wrong()
    }
    await Promise.all(Array.from({ length: 50 }, () => guess('::1', look)))
    expect(looked).toBe(10)
  })
})

test('[CE3] an answer that nobody reads for half a minute ends; one that is read, however slowly, does not', async () => {
  clockOf = clock()
  const tasks = new Set<() => void>()
  const every = (_: number, task: () => void) => (tasks.add(task), () => void tasks.delete(task))
  const look = () => [...tasks].forEach(task => task())
  let left = 0
  let cancelled = 0
  const lines = () =>
    new ReadableStream<Uint8Array>({
      pull: controller => controller.enqueue(Buffer.from('x')),
      cancel: () => void cancelled++,
    })
  const answer = () =>
    held(new Response(lines()), () => void left++, { every, now: () => new Date(clockOf.at) })
  const read = answer().body!.getReader()
  answer()
  for (let i = 0; i < 3; i++) {
    await read.read()
    clockOf.at += unreadMs - 1
    look()
  }
  expect([left, cancelled]).toEqual([1, 1])
  await read.cancel()
  expect([left, tasks.size]).toEqual([2, 0])
})
