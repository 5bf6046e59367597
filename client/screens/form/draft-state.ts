/*
 * Where what is typed stands: on the screen alone, or on the disk as well. Pure: useDraft feeds it events and does what
 * it asks for.
 *
 *   clean ──typed──► due ──now──► keeping ──kept──► kept ──typed──► due
 *                                    │ failed
 *                                    ▼
 *                                 unkept ──typed──► due
 *
 *   any ──save──► held ──ended──► due, clean
 */

export type State =
  /** Nothing is typed that is not saved. */
  | { kind: 'clean' }
  /** The draft is kept in a moment. */
  | { kind: 'due' }
  /** The draft is on its way to the disk. */
  | { kind: 'keeping' }
  | { kind: 'kept' }
  /** The disk did not take it. */
  | { kind: 'unkept' }
  /** A save is under way and takes the draft along: none is kept behind its back. */
  | { kind: 'held' }

export type Event =
  | { kind: 'typed' }
  /** All that was typed has been taken back. */
  | { kind: 'emptied' }
  /** The pause after typing is over, or the form may be gone in the next moment. */
  | { kind: 'now' }
  /** As `now`, and nobody knows what became of what was kept before. */
  | { kind: 'again' }
  | { kind: 'kept' }
  | { kind: 'failed' }
  | { kind: 'save' }
  /** The save has ended. `isDirty`: something typed is not saved. */
  | { kind: 'ended'; isDirty: boolean }
  /** The form begins anew, with nothing typed, or with a draft that is its own from now on. */
  | { kind: 'begun'; isDraft: boolean }

/** The work of entering the new state. Any but null ends a pause that was begun before. */
export type Effect = 'wait' | 'keep' | 'drop' | 'rest' | null

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
const wait = (): Step => ({ state: { kind: 'due' }, effect: 'wait' })
const keep = (): Step => ({ state: { kind: 'keeping' }, effect: 'keep' })
const drop = (): Step => ({ state: { kind: 'clean' }, effect: 'drop' })
const hold = (): Step => ({ state: { kind: 'held' }, effect: 'rest' })
const begin = (_: State, { isDraft }: { isDraft: boolean }): Step => ({
  state: { kind: isDraft ? 'kept' : 'clean' },
  effect: 'rest',
})

/** Alike wherever no save is under way. */
const open = {
  ...{ typed: wait, emptied: drop, again: keep, save: hold, begun: begin },
  /** The save may have taken along what was kept since it began. */
  ended: (_: State, { isDirty }: { isDirty: boolean }) => (isDirty ? wait() : drop()),
}
/** An answer about what was typed before counts no more. */
const late = { kept: stay, failed: stay }

const table: Table = {
  clean: {
    ...open,
    ...late,
    ...{ emptied: stay, now: stay, again: stay },
    ended: (state, { isDirty }) => (isDirty ? wait() : stay(state)),
  },
  due: { ...open, ...late, now: keep },
  keeping: {
    ...open,
    now: stay,
    kept: () => stay({ kind: 'kept' }),
    failed: () => stay({ kind: 'unkept' }),
  },
  kept: { ...open, ...late, now: stay },
  unkept: { ...open, ...late, now: keep },
  held: {
    ...late,
    typed: stay,
    emptied: stay,
    now: stay,
    again: keep,
    save: stay,
    ended: (_, { isDirty }) => (isDirty ? wait() : stay({ kind: 'clean' })),
    begun: begin,
  },
}

export function transition(state: State, event: Event): Step {
  const cell = table[state.kind][event.kind] as (state: State, event: Event) => Step
  return cell(state, event)
}
