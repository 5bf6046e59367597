/** What the tests of forms share: a Record B, the form on stage, and the hands that type into it. */
import type { Draft } from '../../client/contract.ts'
import RecordForm from '../../client/screens/form/RecordForm.vue'
import { kinds } from '../../shared/kinds.ts'
import { kindNamed } from '../../shared/metadata.ts'
import type { Fields } from '../../shared/record.ts'
import { draftsIn } from '../support/drafts.ts'
import { settle, type Stage, stage, type StageOptions } from './stage.ts'

export const recordB = kindNamed(kinds, 'record_b')!
export const uid = '018e174e-bd20-7335-91ff-cd0690ffe9cc'
export const filled: Fields = {
  pt: 'ABC',
  divisi: 'X',
  unit: true,
  jenis: '1',
  nama: 'Kantor Ñandú',
  divapp: 'Z',
  urutan: false,
}

export const openForm = (options: StageOptions) => stage(RecordForm, options)
export const newB = (options: StageOptions = {}) =>
  openForm({ props: { kind: recordB, uid: null }, ...options })

export function inputOf({ screen }: Pick<Stage, 'screen'>, label: string) {
  const found = screen.findAll('label').find(each => each.text() === label)!
  return screen.get<HTMLInputElement>(
    `[id="${found.attributes('for') ?? found.get('input').attributes('id')}"]`,
  )
}

export async function type(form: Stage, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await inputOf(form, label).setValue(value)
}

export const draftsOf = ({ engine }: Pick<Stage, 'engine'>) => draftsIn(engine)
/** In the order of the alphabet. */
export const namesOf = async (form: Pick<Stage, 'engine'>) =>
  (await draftsOf(form)).map(draft => String(draft.fields['nama'])).toSorted((a, b) => a.localeCompare(b))

/** Of the record that the tests of forms open, as another form has left it; without `seen` of a new one. */
export function draftB(nama: string, more: Partial<Draft> = {}): Omit<Draft, 'at'> {
  const fields = { ...filled, nama }
  return { id: `form of ${nama}`, kind: 'record_b', uid, seen: null, fields, since: 0, asked: null, ...more }
}

export function buttonOf({ screen }: Pick<Stage, 'screen'>, text: string) {
  return screen.findAll('button').find(each => each.text() === text)
}

export async function press(on: Pick<Stage, 'screen'>, text: string) {
  await buttonOf(on, text)!.trigger('click')
  await settle()
}

/** As long as what was typed waits to be kept, and a little longer. */
export async function pauseAfterTyping() {
  await new Promise(resolve => setTimeout(resolve, 500))
  await settle()
}
