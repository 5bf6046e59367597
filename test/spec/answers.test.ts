/** What a person is asked, by value, and which act their answer is. */
import { describe, expect, test } from 'vitest'
import type { Deed, Work } from '../../client/engine/work/act.ts'
import { type Answer, deedOf, questionOf } from '../../client/engine/work/question.ts'
import { deedOfSave, type Save } from '../../client/engine/work/saving.ts'
import type { Known } from '../../client/engine/work/shown.ts'
import { equalValues } from '../../shared/fields.ts'
import { notNoted } from '../../shared/provenance.ts'
import type { Fields } from '../../shared/record.ts'
import { act, flightWith, workOf } from '../support/acts.ts'

const shown = { nama: 'A', pt: 'P' }
const theirs = { nama: 'T', pt: 'P' }
const held = (fields: Fields): Known => ({ id: '7', version: 3, ...notNoted, fields })

const renamed = workOf([act(1, { do: 'edit', changes: { nama: ['A', 'B'] }, shown })])
const deleted = workOf([act(1, { do: 'delete', shown })])
const made = workOf([act(1, { do: 'make', fields: { nama: 'B', pt: 'P' } })])
const refusal = { kind: 'record_b', uid: '', issues: [], upTo: 1 }
const refused = (work: Work): Work => ({ ...work, refusal })
const ask = (known: Known, work: Work) => questionOf(known, work, equalValues)

describe('A question', () => {
  test.each<[string, Known, Work, [string, ...string[]] | null]>([
    ['an edit of what is as it was seen', held(shown), renamed, null],
    ['of what others have changed', held(theirs), renamed, ['changed', 'nama']],
    ['of another field than theirs', held({ ...shown, pt: 'é' }), renamed, null],
    ['to the same as theirs', held({ ...shown, nama: 'B' }), renamed, null],
    ['of what is deleted', null, renamed, ['deleted']],
    ['of what nobody can tell yet', undefined, renamed, null],
    ['a delete of what others have changed', held(theirs), deleted, ['changed', 'nama']],
    ['of what is deleted already', null, deleted, null],
    ['a record that others have made otherwise', held(theirs), made, ['changed', 'nama']],
    ['or just so', held({ nama: 'B', pt: 'P' }), made, null],
  ])('[OB7] stands where the judge would refuse: %s', (_, known, work, asked) => {
    const question = ask(known, work)
    expect(question && [question.reason, ...question.fields]).toEqual(asked)
  })

  test('[OB7] does not stand while a flight is on its way', () => {
    const flights = [flightWith(renamed.acts, { op: 'update', changes: {} })]
    expect(ask(held(theirs), workOf([act(2, renamed.acts[0]!.deed)], { flights }))).toBeNull()
  })
})

describe('An answer', () => {
  const mine = { nama: 'B', pt: 'P' }
  test.each<[string, Answer, Known, Work, Deed | null]>([
    [
      'mine',
      { answer: 'choose', values: { nama: 'B' } },
      held(theirs),
      renamed,
      { do: 'choose', theirs, values: { nama: 'B' } },
    ],
    ['make it again', { answer: 'restore' }, null, renamed, { do: 'restore', fields: mine }],
    ['delete it all the same', { answer: 'delete' }, held(theirs), deleted, { do: 'delete anyway', theirs }],
    ['let my edit go', { answer: 'discard' }, held(theirs), renamed, { do: 'let go' }],
    ['let my delete go', { answer: 'discard' }, held(theirs), deleted, { do: 'keep', theirs, values: {} }],
    [
      'let a refused delete go',
      { answer: 'discard' },
      held(shown),
      refused(deleted),
      { do: 'restore', fields: shown },
    ],
    [
      'send it once more',
      { answer: 'retry' },
      held(shown),
      refused(renamed),
      { do: 'edit', changes: {}, shown: mine },
    ],
    [
      'delete it once more',
      { answer: 'retry' },
      held(shown),
      refused(deleted),
      { do: 'delete anyway', theirs: shown },
    ],
    ['once more, of what nobody refused', { answer: 'retry' }, held(shown), renamed, null],
    ['mine, of what is deleted', { answer: 'choose', values: { nama: 'B' } }, null, renamed, null],
  ])('[OB9] [MG3] is an act by value: %s', (_, answer, known, work, deed) => {
    expect(deedOf(answer, ask(known, work), work)).toEqual(deed)
  })
})

describe('What is saved in a form is', () => {
  const fields = { nama: 'B', pt: 'P' }
  const conflict = ask(held(theirs), renamed)
  const gone = ask(null, renamed)
  test.each<[string, Omit<Save, 'now'>, Work | undefined, Deed | null]>([
    ['a new record', { seen: null, fields, asked: null }, undefined, { do: 'make', fields }],
    [
      'what was changed in it',
      { seen: shown, fields, asked: null },
      undefined,
      { do: 'edit', changes: { nama: ['A', 'B'] }, shown },
    ],
    ['nothing, when nothing was', { seen: shown, fields: shown, asked: null }, renamed, null],
    [
      'but the same once more, when that was refused',
      { seen: fields, fields, asked: null },
      refused(renamed),
      { do: 'edit', changes: {}, shown: fields },
    ],
    [
      'the answer to the question it was opened from, and what was changed beside it',
      {
        seen: { ...theirs, divisi: 'D', jenis: 'J' },
        fields: { ...fields, divisi: 'Ñ', jenis: 'J' },
        asked: conflict,
      },
      renamed,
      { do: 'choose', theirs, values: { nama: 'B', divisi: 'Ñ' } },
    ],
    [
      'be that a deletion',
      { seen: shown, fields, asked: gone },
      renamed,
      { do: 'restore', fields: shown, changes: { nama: ['A', 'B'] } },
    ],
  ])('[OB1] %s', (_, save, work, deed) => {
    expect(deedOfSave({ ...save, now: null }, work)).toEqual(deed)
  })
})
