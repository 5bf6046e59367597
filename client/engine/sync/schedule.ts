/*
 * When to sync, and when not to. Pure: the scheduler feeds it events and does what it asks for.
 *
 *   idle ──wake, urge──► running ──done──► idle
 *                           │ failed, may pass (urged meanwhile: running)
 *                           ▼
 *                        waiting ──timer, urge──► running
 *
 *   running ──failed, needs a person──► blocked ──urge──► running
 */

export type State =
  | { kind: 'idle' }
  /** `since`: an event while running. Another run follows a good end, and after an urge a bad one, too. */
  | { kind: 'running'; attempt: number; since: null | 'wake' | 'urge' }
  | { kind: 'waiting'; attempt: number }
  | { kind: 'blocked'; on: 'sign-in' | 'upgrade' | 'server-upgrade' | 'never' }

export type Event =
  /** There may be something to do: a save, a poke. */
  | { kind: 'wake' }
  /** A run may succeed now: start, online, visible, signed in, by hand. */
  | { kind: 'urge' }
  | { kind: 'timer' }
  | { kind: 'done' }
  | { kind: 'failed'; on: 'later' | 'sign-in' | 'upgrade' | 'server-upgrade' | 'never' }

/** Done by the scheduler on entering the new state. */
export type Effect = { kind: 'run' } | { kind: 'wait'; attempt: number } | { kind: 'rest' } | null

export interface Step {
  state: State
  effect: Effect
}

type Cell<S extends State['kind'], E extends Event['kind']> = (
  state: Extract<State, { kind: S }>,
  event: Extract<Event, { kind: E }>,
) => Step

/** Complete by type: a state or event added above does not compile until every cell is written. */
type Table = { [S in State['kind']]: { [E in Event['kind']]: Cell<S, E> } }

const stay = (state: State): Step => ({ state, effect: null })
const run = (attempt: number): Step => ({
  state: { kind: 'running', attempt, since: null },
  effect: { kind: 'run' },
})
const rest: Step = { state: { kind: 'idle' }, effect: { kind: 'rest' } }

const table: Table = {
  idle: { wake: () => run(0), urge: () => run(0), timer: () => run(0), done: stay, failed: stay },
  running: {
    wake: state => stay({ ...state, since: state.since ?? 'wake' }),
    urge: state => stay({ ...state, since: 'urge' }),
    timer: stay,
    done: ({ since }) => (since ? run(0) : rest),
    failed: ({ attempt, since }, { on }) => {
      if (since === 'urge') return run(attempt + 1)
      if (on !== 'later') return { state: { kind: 'blocked', on }, effect: { kind: 'rest' } }
      return {
        state: { kind: 'waiting', attempt: attempt + 1 },
        effect: { kind: 'wait', attempt: attempt + 1 },
      }
    },
  },
  waiting: {
    wake: stay,
    urge: ({ attempt }) => run(attempt),
    timer: ({ attempt }) => run(attempt),
    done: stay,
    failed: stay,
  },
  blocked: { wake: stay, urge: () => run(0), timer: () => run(0), done: stay, failed: stay },
}

export function transition(state: State, event: Event): Step {
  const cell = table[state.kind][event.kind] as (state: State, event: Event) => Step
  return cell(state, event)
}

const firstPauseMs = 1_000
const longestPauseMs = 5 * 60_000
/** Idle or blocked: look again now and then, in case a poke was lost. */
export const restMs = 5 * 60_000

/** [ST3] Full jitter: anywhere up to a bound that doubles with each attempt. `random` in [0, 1). */
export function pauseMs(attempt: number, random: number): number {
  return Math.round(Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1)) * (0.2 + 0.8 * random))
}
