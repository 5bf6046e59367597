/** What the tests of forms share: a Record B, the form on stage, and the hands that type into it. */
import RecordForm from '../../client/screens/form/RecordForm.vue'
import { kinds } from '../../shared/kinds.ts'
import { kindNamed } from '../../shared/metadata.ts'
import type { Fields } from '../../shared/record.ts'
import { type Stage, stage, type StageOptions } from './stage.ts'

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

export async function draftsOf({ engine }: Stage) {
  const answer = await engine.drafts()
  return answer.outcome === 'read' ? answer.drafts : []
}
