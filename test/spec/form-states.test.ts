/** The two tables of a form: what can be done with it, and where what is typed stands. */
import { describe, expect, test } from 'vitest'
import type { Draft } from '../../client/contract.ts'
import * as draft from '../../client/screens/form/draft-state.ts'
import * as form from '../../client/screens/form/form-state.ts'
import { draftOf } from '../support/drafts.ts'

const offers: Draft[] = [2, 1].map(number => ({ ...draftOf(number), at: number }))
const [newest, older] = offers as [Draft, Draft]

/** After these events, and the last one's effect. */
function after(...events: form.Event[]): form.Step {
  const first: form.Step = { state: { kind: 'opening' }, effect: null }
  return events.reduce(({ state }, event) => form.transition(state, event), first)
}
const opened: form.Event = { kind: 'opened', offers }
const save: form.Event = { kind: 'save' }

describe('A form', () => {
  test('[UI12] does nothing before all of it is there', () => {
    const early: form.Event[] = [
      ...([save, { kind: 'next' }, { kind: 'take', id: newest.id }] as const),
      ...([{ kind: 'discard', id: newest.id }, { kind: 'found', offers }, { kind: 'saved' }] as const),
      ...([{ kind: 'refused' }, { kind: 'failed', fault: 'quota' }] as const),
    ]
    for (const event of early) expect(after(event)).toEqual({ state: { kind: 'opening' }, effect: null })
  })

  test('[UI2] is saved once at a time, and again after a failure, which it tells until then', () => {
    expect(after(opened, save).effect).toEqual({ kind: 'write' })
    expect(after(opened, save, save).effect).toBeNull()
    const failed = after(opened, save, { kind: 'failed', fault: 'quota' })
    expect(failed.state).toEqual({ kind: 'open', offers, fault: 'quota' })
    expect(form.transition(failed.state, save)).toEqual({
      state: { kind: 'saving', offers },
      effect: { kind: 'write' },
    })
    expect(after(opened, save, { kind: 'failed', fault: 'quota' }, save, { kind: 'refused' }).state).toEqual({
      ...{ kind: 'open', offers, fault: null },
    })
  })

  test('[UI3] offers one draft after the other, also while it saves', () => {
    const discard: form.Event = { kind: 'discard', id: newest.id }
    const effect = { kind: 'drop', id: newest.id }
    expect(after(opened, discard)).toMatchObject({ state: { kind: 'open', offers: [older] }, effect })
    expect(after(opened, save, discard)).toMatchObject({ state: { kind: 'saving', offers: [older] }, effect })
  })

  test('[UI3] takes no draft up while it saves', () => {
    const take: form.Event = { kind: 'take', id: older.id }
    expect(after(opened, take)).toEqual({ state: { kind: 'opening' }, effect: take })
    expect(after(opened, save, take)).toEqual({ state: { kind: 'saving', offers }, effect: null })
  })

  test('[UI3] of a record that is gone lives by its drafts', () => {
    const missing: form.Event = { kind: 'missing', offers }
    expect(after(missing).state).toEqual({ kind: 'lost', offers })
    expect(after(missing, save)).toEqual({ state: { kind: 'lost', offers }, effect: null })
    const discards = offers.map(({ id }): form.Event => ({ kind: 'discard', id }))
    expect(after(missing, ...discards)).toEqual({
      state: { kind: 'gone' },
      effect: { kind: 'drop', id: older.id },
    })
    expect(after(missing, { kind: 'take', id: newest.id }, opened).state).toMatchObject({ kind: 'open' })
    expect(after({ kind: 'missing', offers: [] }).state).toEqual({ kind: 'gone' })
  })
})

/** A form as its table sees it: what stands in it, and what is on the disk or on the way there. */
interface Told {
  state: draft.State
  text: number
  isDirty: boolean
  isWaiting: boolean
  onItsWay: number | null
  disk: number | null
  /** What the save under way was given. */
  saving: number | null
}

const begun: Told = {
  state: { kind: 'clean' },
  ...{ text: 0, isDirty: false, isWaiting: false, onItsWay: null, disk: null, saving: null },
}

const kinds = ['typed', 'emptied', 'now', 'again', 'kept', 'failed', 'save', 'saved', 'unsaved'] as const
type Happening = (typeof kinds)[number]

function eventOf(kind: Happening, isDirty: boolean): draft.Event {
  return kind === 'saved' || kind === 'unsaved' ? { kind: 'ended', isDirty } : { kind }
}

/** null: that cannot happen now. */
function next(before: Told, kind: Happening): Told | null {
  const told = { ...before }
  if ((kind === 'kept' || kind === 'failed') && told.onItsWay === null) return null
  if ((kind === 'saved' || kind === 'unsaved') && told.saving === null) return null
  if (kind === 'save' && told.saving !== null) return null
  if (kind === 'typed' || kind === 'emptied')
    Object.assign(told, { text: told.text + 1, isDirty: kind === 'typed' })
  if (kind === 'save') told.saving = told.text
  if (kind === 'saved') Object.assign(told, { isDirty: told.text !== told.saving, disk: null })
  if (kind === 'saved' || kind === 'unsaved') told.saving = null
  if (kind === 'kept') told.disk = told.onItsWay
  if (kind === 'kept' || kind === 'failed') told.onItsWay = null
  const { state, effect } = draft.transition(told.state, eventOf(kind, told.isDirty))
  if (effect !== null) told.isWaiting = effect === 'wait'
  if (effect === 'keep') told.onItsWay = told.text
  if (effect === 'drop') Object.assign(told, { disk: null, onItsWay: null })
  return { ...told, state }
}

function* stories(told: Told, steps: number): Generator<Told> {
  yield told
  if (steps === 0) return
  for (const kind of kinds) {
    const then = next(told, kind)
    if (then) yield* stories(then, steps - 1)
  }
}

describe('What is typed', () => {
  test('[UI3] is on the disk whenever it is said to be, and is kept in a moment until then: every story of six steps', () => {
    let count = 0
    for (const told of stories(begun, 6)) {
      count++
      const { state, text, isDirty, isWaiting, disk, onItsWay } = told
      const holds =
        (state.kind !== 'kept' || disk === text) &&
        (state.kind !== 'keeping' || onItsWay === text) &&
        (state.kind !== 'due' || isWaiting) &&
        (state.kind !== 'clean' || (!isDirty && !isWaiting))
      expect(holds, JSON.stringify(told)).toBe(true)
    }
    expect(count).toBeGreaterThan(10_000)
  })

  test('[UI3] is on its way to the disk at the last moment, wherever it stood before', () => {
    for (const told of stories(begun, 5)) {
      if (!told.isDirty || told.state.kind === 'held') continue
      const last = next(told, 'now')
      expect([last?.disk, last?.onItsWay], JSON.stringify(told)).toContain(told.text)
    }
  })

  test('[UI3] is not kept behind the back of a save, which takes its draft along', () => {
    for (const kind of ['typed', 'now'] as const) {
      const step = draft.transition({ kind: 'held' }, { kind })
      expect(step).toEqual({ state: { kind: 'held' }, effect: null })
    }
  })

  test('[WK2] is kept once more by a new worker, unless there is nothing', () => {
    const others = ['due', 'keeping', 'kept', 'unkept', 'held'] as const
    for (const kind of others) expect(draft.transition({ kind }, { kind: 'again' }).effect).toBe('keep')
    expect(draft.transition({ kind: 'clean' }, { kind: 'again' }).effect).toBeNull()
  })
})
