/*
 * The states of a form. Pure: useRecordForm feeds it events and does what it asks for.
 *
 *   opening ──opened──► open ──save──► saving ──saved, refused, failed──► open
 *      │                 └──take, next──► opening
 *      │ missing
 *      ▼
 *     lost ──take──► opening
 *      │ the last is discarded
 *      ▼
 *     gone
 */
import type { Draft, StorageFault } from '../../contract.ts'

/** Drafts that the form offers, the next one first. */
type Offers = readonly Draft[]

export type State =
  /** [UI12] The form's values are on their way, and nothing can be typed. */
  | { kind: 'opening' }
  /** `fault`: why something typed is on the screen alone. */
  | { kind: 'open'; offers: Offers; fault: StorageFault | null }
  | { kind: 'saving'; offers: Offers }
  /** [UI3] There is no such record; what was typed into it is on offer. */
  | { kind: 'lost'; offers: Offers }
  /** There is no such record, nor anything that was typed into it. */
  | { kind: 'gone' }

export type Event =
  | { kind: 'opened'; offers: Offers; fault?: StorageFault }
  | { kind: 'missing'; offers: Offers }
  /** Drafts were looked for once more. */
  | { kind: 'found'; offers: Offers }
  | { kind: 'take'; id: string }
  | { kind: 'discard'; id: string }
  | { kind: 'save' }
  | { kind: 'saved' }
  /** Something has to be corrected first. */
  | { kind: 'refused' }
  | { kind: 'failed'; fault: StorageFault | null }
  /** Another new record is begun. */
  | { kind: 'next' }

export type Effect =
  /** Makes the draft the form's own, and says what came of it: opened, or missing. */
  | { kind: 'take'; id: string }
  | { kind: 'drop'; id: string }
  /** Ends with saved, refused or failed. */
  | { kind: 'write' }
  /** Ends with opened. */
  | { kind: 'begin' }
  | null

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
const open = (offers: Offers, fault: StorageFault | null = null): Step =>
  stay({ kind: 'open', offers, fault })
const lost = (offers: Offers): Step => stay(offers.length > 0 ? { kind: 'lost', offers } : { kind: 'gone' })
const take = (_: State, { id }: { id: string }): Step => ({
  state: { kind: 'opening' },
  effect: { kind: 'take', id },
})
const without = (offers: Offers, id: string): Offers => offers.filter(draft => draft.id !== id)

const table: Table = {
  opening: {
    opened: (_, { offers, fault }) => open(offers, fault),
    missing: (_, { offers }) => lost(offers),
    ...{ found: stay, take: stay, discard: stay, save: stay, next: stay },
    ...{ saved: stay, refused: stay, failed: stay },
  },
  open: {
    ...{ opened: stay, missing: stay, saved: stay, refused: stay },
    found: (state, { offers }) => stay({ ...state, offers }),
    take,
    discard: (state, { id }) => ({
      state: { ...state, offers: without(state.offers, id) },
      effect: { kind: 'drop', id },
    }),
    save: ({ offers }) => ({ state: { kind: 'saving', offers }, effect: { kind: 'write' } }),
    failed: (state, { fault }) => stay({ ...state, fault }),
    next: () => ({ state: { kind: 'opening' }, effect: { kind: 'begin' } }),
  },
  saving: {
    ...{ opened: stay, missing: stay, take: stay, save: stay, next: stay },
    found: (state, { offers }) => stay({ ...state, offers }),
    discard: (state, { id }) => ({
      state: { ...state, offers: without(state.offers, id) },
      effect: { kind: 'drop', id },
    }),
    saved: ({ offers }) => open(offers),
    refused: ({ offers }) => open(offers),
    failed: ({ offers }, { fault }) => open(offers, fault),
  },
  lost: {
    ...{ opened: stay, missing: stay, save: stay, next: stay, saved: stay, refused: stay, failed: stay },
    found: (_, { offers }) => lost(offers),
    take,
    discard: ({ offers }, { id }) => ({ ...lost(without(offers, id)), effect: { kind: 'drop', id } }),
  },
  gone: {
    ...{ opened: stay, missing: stay, take: stay, discard: stay, save: stay, next: stay },
    ...{ saved: stay, refused: stay, failed: stay },
    found: (_, { offers }) => lost(offers),
  },
}

export function transition(state: State, event: Event): Step {
  const cell = table[state.kind][event.kind] as (state: State, event: Event) => Step
  return cell(state, event)
}
