import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createScheduler } from '../../client/engine/sync/scheduler.ts'
import { AppError } from '../../shared/errors.ts'
import { type Event, pauseMs, type State, transition } from '../../client/engine/sync/schedule.ts'

const idle: State = { kind: 'idle' }
const running: State = { kind: 'running', attempt: 0, since: null }

function after(state: State, ...events: Event[]): State {
  return events.reduce((each, event) => transition(each, event).state, state)
}

describe('When to sync', () => {
  test('[ST2] idle: a save, a poke, or any sign that it may work starts a run', () => {
    for (const kind of ['wake', 'urge', 'timer'] as const)
      expect(transition(idle, { kind })).toEqual({ state: running, effect: { kind: 'run' } })
  })

  test('[ST1] what comes while running starts no second run but one more afterwards', () => {
    const woken = after(running, { kind: 'wake' }, { kind: 'urge' })
    expect(woken).toEqual({ ...running, since: 'urge' })
    expect(transition(woken, { kind: 'done' })).toEqual({ state: running, effect: { kind: 'run' } })
  })

  test('[ST3] a failure that may pass waits, longer each time, until it works', () => {
    const failed: Event = { kind: 'failed', on: 'later' }
    const once = transition(running, failed)
    expect(once).toEqual({ state: { kind: 'waiting', attempt: 1 }, effect: { kind: 'wait', attempt: 1 } })
    expect(after(once.state, { kind: 'timer' }, failed)).toEqual({ kind: 'waiting', attempt: 2 })
    expect(after(once.state, { kind: 'timer' }, { kind: 'done' })).toEqual(idle)
  })

  test.each(['later', 'sign-in'] as const)(
    '[ST3] a run that fails (%s) though it may work since is followed by another at once, and no third',
    on => {
      const online = after(running, { kind: 'urge' }, { kind: 'wake' })
      const again = transition(online, { kind: 'failed', on })
      expect(again).toEqual({ state: { ...running, attempt: 1 }, effect: { kind: 'run' } })
      expect(transition(again.state, { kind: 'failed', on }).effect?.kind).not.toBe('run')
    },
  )

  test('[ST3] pauses are jittered, grow, and end at five minutes', () => {
    expect([1, 2, 5, 30].map(attempt => pauseMs(attempt, 0.999999))).toEqual([1_000, 2_000, 16_000, 300_000])
    expect(pauseMs(5, 0)).toBe(3_200)
  })

  test('[ST4] signed out: nothing more is tried by itself, and signing in goes on', () => {
    const blocked = after(running, { kind: 'failed', on: 'sign-in' })
    expect(blocked).toEqual({ kind: 'blocked', on: 'sign-in' })
    expect(transition(blocked, { kind: 'wake' })).toEqual({ state: blocked, effect: null })
    expect(transition(blocked, { kind: 'urge' })).toEqual({ state: running, effect: { kind: 'run' } })
  })

  test('whatever happens, a run begins only outside a run, and every pause has an end', () => {
    const event: fc.Arbitrary<Event> = fc.oneof(
      fc.constantFrom<Event>({ kind: 'wake' }, { kind: 'urge' }, { kind: 'timer' }, { kind: 'done' }),
      fc
        .constantFrom('later', 'sign-in', 'upgrade', 'server-upgrade', 'never')
        .map((on): Event => ({ kind: 'failed', on: on as 'later' })),
    )
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), events => {
        let state = idle as State
        for (const each of events) {
          const step = transition(state, each)
          const isSettled = each.kind === 'done' || each.kind === 'failed'
          if (step.effect?.kind === 'run') expect(state.kind !== 'running' || isSettled).toBe(true)
          if (step.state.kind === 'waiting' && state.kind !== 'waiting')
            expect(step.effect?.kind).toBe('wait')
          if (step.state.kind === 'idle' && state.kind !== 'idle') expect(step.effect?.kind).toBe('rest')
          state = step.state
        }
      }),
    )
  })
})

describe('A server that says when to come back', () => {
  function scheduled(error: AppError) {
    const pauses: number[] = []
    let now = 1e12
    let runs = 0
    const scheduler = createScheduler({
      run: () => (runs++, Promise.reject(error)),
      after: ms => (pauses.push(ms), () => {}),
      now: () => now,
      random: () => 0,
      onChange: () => {},
      onProgress: () => {},
      onBug: () => {},
    })
    const send = async (kind: 'urge' | 'wake' | 'timer') => {
      scheduler.send({ kind })
      await new Promise(resolve => setImmediate(resolve))
    }
    return { send, pauses, runs: () => runs, wait: (ms: number) => (now += ms) }
  }

  test('[ST8] is asked no earlier, and after 429 not by hand either', async () => {
    const { send, pauses, runs, wait } = scheduled(new AppError('too_many', { retryAfter: 120 }))
    await send('urge')
    expect([runs(), pauses.at(-1)]).toEqual([1, 120_000])
    await send('urge')
    expect(runs()).toBe(1)
    wait(120_000)
    await send('urge')
    expect(runs()).toBe(2)
  })

  test('[ST8] that is only busy is asked at once when it may have become free', async () => {
    const { send, pauses, runs } = scheduled(new AppError('unavailable', { retryAfter: 30 }))
    await send('urge')
    expect(pauses.at(-1)).toBe(30_000)
    await send('urge')
    expect(runs()).toBe(2)
  })

  test('[ST8] nobody makes it wait for longer than an hour', async () => {
    const { send, pauses } = scheduled(new AppError('too_many', { retryAfter: 1e9 }))
    await send('urge')
    expect(pauses.at(-1)).toBe(3_600_000)
  })
})
