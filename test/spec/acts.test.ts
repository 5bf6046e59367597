/** What acts on one record come to: the one fold behind what is shown, sent, asked and undone. */
import { describe, expect, test } from 'vitest'
import { type Act, type Deed, noValue } from '../../client/engine/work/act.ts'
import { effectOf, fold } from '../../client/engine/work/fold.ts'
import { isRemovable, oppositeOf } from '../../client/engine/work/undo.ts'
import type { Effect } from '../../shared/judge.ts'
import type { Changes, Fields } from '../../shared/record.ts'
import { act, workOf } from '../support/acts.ts'

const shown = { nama: 'A', pt: 'P' }
const theirs = { nama: 'T', pt: 'P' }

const make = (fields: Fields = shown): Deed => ({ do: 'make', fields })
const edit = (changes: Changes, whole: Fields = shown): Deed => ({ do: 'edit', changes, shown: whole })
const remove = (whole: Fields = shown): Deed => ({ do: 'delete', shown: whole })
const choose = (values: Fields): Deed => ({ do: 'choose', theirs, values })
const restore: Deed = { do: 'restore', fields: { nama: 'B', pt: 'P' } }
const keep: Deed = { do: 'keep', theirs, values: {} }
const deleteAnyway: Deed = { do: 'delete anyway', theirs }
const letGo: Deed = { do: 'let go' }

const create = (fields: Fields): Effect => ({ op: 'create', fields })
const update = (changes: Changes): Effect => ({ op: 'update', changes })
const gone = (seen: Fields): Effect => ({ op: 'delete', seen })

const inOrder = (deeds: readonly Deed[], first = 1): Act[] =>
  deeds.map((deed, index) => act(first + index, deed))

const aToB = edit({ nama: ['A', 'B'] })

describe('The acts in no flight come to', () => {
  const table: [string, Deed[], Effect | null][] = [
    ['a new record', [make()], create(shown)],
    ['with what was typed into it since', [make(), aToB], create({ nama: 'B', pt: 'P' })],
    ['nothing, when it was deleted again', [make(), aToB, remove()], null],
    [
      'the first value seen and the last chosen',
      [aToB, edit({ nama: ['B', 'C'], pt: ['P', 'é'] })],
      update({ nama: ['A', 'C'], pt: ['P', 'é'] }),
    ],
    [
      'a field that is back at its first value, wanted all the same',
      [aToB, edit({ nama: ['B', 'A'] })],
      update({ nama: ['A', 'A'] }),
    ],
    [
      'which is remembered all the same',
      [aToB, edit({ nama: ['B', 'A'] }), edit({ nama: ['Z', 'C'] })],
      update({ nama: ['A', 'C'] }),
    ],
    [
      'a delete of what was seen, not of one’s own values',
      [aToB, remove({ nama: 'B', pt: 'P' })],
      gone(shown),
    ],
    [
      'no delete, when the record is edited after it: all that was chosen',
      [aToB, remove(), edit({ pt: ['P', ''] })],
      update({ nama: ['A', 'B'], pt: ['P', ''] }),
    ],
    ['no delete, when that is taken back', [aToB, remove(), restore], update({ nama: ['A', 'B'] })],
    ['nothing, when nothing was changed before', [remove(), restore], null],
    ['a delete of what was brought back, whoever has made it since', [restore, remove()], gone(shown)],
    ['mine over theirs, once chosen', [aToB, choose({ nama: 'B' })], update({ nama: ['T', 'B'] })],
    ['nothing, when theirs was chosen', [aToB, choose({ nama: 'T' })], null],
    [
      'beside what was not asked about',
      [edit({ nama: ['A', 'B'], pt: ['P', 'Q'] }), choose({ nama: 'T' })],
      update({ pt: ['P', 'Q'] }),
    ],
    [
      'what differs, of a record that others had made',
      [make({ nama: 'B', pt: 'P' }), choose({ nama: 'B' })],
      update({ nama: ['T', 'B'] }),
    ],
    ['a record again, whole, that others deleted', [aToB, restore], create({ nama: 'B', pt: 'P' })],
    [
      'the changes on top of theirs, when a delete is not done',
      [aToB, remove(), keep],
      update({ nama: ['T', 'B'] }),
    ],
    ['a delete of theirs, when it is done all the same', [remove(), deleteAnyway], gone(theirs)],
    ['nothing, once it is let go', [aToB, letGo], null],
    ['what was done since', [aToB, letGo, edit({ pt: ['P', 'Q'] })], update({ pt: ['P', 'Q'] })],
    ['nothing of nothing', [], null],
  ]
  test.each(table)('[OB4] [OB8] %s', (_, deeds, effect) => {
    expect(effectOf(fold(inOrder(deeds)))).toEqual(effect)
  })
})

test('[OB9] brought back in a tab that has not heard of an edit, a record has that edit', () => {
  const unheard = [act(2, edit({ pt: ['P', 'Q'] })), act(3, letGo)]
  const back = act(4, restore, { since: 1 })
  expect(effectOf(fold([act(1, aToB), unheard[0]!, back]))).toEqual(create({ nama: 'B', pt: 'Q' }))
  expect(effectOf(fold([act(1, aToB), ...unheard, back]))).toEqual(create({ nama: 'B', pt: 'P' }))
})

describe('A form that opened before other acts of its person', () => {
  const older = act(9, edit({ nama: ['A', 'Z'] }), { since: 0 })
  const table: [string, Deed[], Changes][] = [
    [
      'has seen what it showed, when those were about something else',
      [edit({ pt: ['P', 'Q'] })],
      { nama: ['A', 'Z'] },
    ],
    ['has seen what was edited since', [aToB], { nama: ['B', 'Z'] }],
    ['or chosen', [choose({ nama: 'T' })], { nama: ['T', 'Z'] }],
    ['or kept', [keep], { nama: ['T', 'Z'] }],
    ['or made', [make({ nama: 'B', pt: 'P' })], { nama: ['B', 'Z'] }],
    ['the last of them', [aToB, edit({ nama: ['B', 'A'] })], { nama: ['A', 'Z'] }],
    ['and no value at all of what was deleted', [remove()], { nama: [noValue, 'Z'] }],
    ['or let go', [aToB, letGo], { nama: [noValue, 'Z'] }],
  ]
  test.each(table)('[MG3] %s, though it has left', (_, left, changes) => {
    expect(effectOf(fold([older], inOrder(left)))).toEqual(update(changes))
  })

  test('[MG3] unsent, those keep the first value seen', () => {
    expect(effectOf(fold([...inOrder([aToB]), older]))).toEqual(update({ nama: ['A', 'Z'] }))
  })

  test.each<[string, Deed[], Effect]>([
    [
      'what was made there, changed',
      [make({ nama: 'B', pt: 'P' })],
      update({ nama: ['B', 'A'], pt: ['P', 'P'] }),
    ],
    ['the record once more, when it was deleted since', [make(), remove()], create(shown)],
  ])('[OB4] for the same new record, makes of it %s', (_, left, effect) => {
    expect(effectOf(fold([act(9, make(), { since: 0 })], inOrder(left)))).toEqual(effect)
  })

  test('[MG5] deletes what its person made of the record since', () => {
    const late = act(9, remove(), { since: 0 })
    expect(effectOf(fold([late], inOrder([aToB])))).toEqual(gone({ nama: 'B', pt: 'P' }))
  })
})

describe('What takes an act back', () => {
  const where = { kind: 'record_b', uid: 'x', seq: 4, wanted: null }
  const after = { nama: 'B', pt: 'P' }
  test.each<[string, Fields | null, Fields | null, Deed | null]>([
    ['an edit, the edit back of what it changed', shown, after, edit({ nama: ['B', 'A'] }, after)],
    ['a new record, its deletion', null, after, remove(after)],
    ['a deletion, the record as it was', shown, null, { do: 'restore', fields: shown }],
    ['what changed nothing, nothing', shown, shown, null],
    ['what was not seen before or after, nothing', null, null, null],
  ])('[OB9] once it has left: of %s', (_, before, then, deed) => {
    expect(oppositeOf({ ...where, before, after: then })).toEqual(deed)
  })

  test('[OB9] before it has left, that it goes, when nothing came after it', () => {
    const work = workOf(inOrder([aToB, remove()], 3))
    expect([3, 4, 5].map(seq => isRemovable(work, { ...where, seq, before: null, after: null }))).toEqual([
      false,
      true,
      false,
    ])
  })
})
