/** The form: what it checks, and when. */
import { afterEach, describe, expect, test } from 'vitest'
import RecordForm from '../../client/records/RecordForm.vue'
import { kinds } from '../../shared/kinds.ts'
import { kindNamed } from '../../shared/metadata.ts'
import { settle, type Stage, stage, type StageOptions } from './stage.ts'

const recordB = kindNamed(kinds, 'record_b')!
const recordA = kindNamed(kinds, 'record_a')!

const staged: Stage[] = []
afterEach(() => {
  for (const { screen } of staged.splice(0)) screen.unmount()
})
async function open(options: StageOptions): Promise<Stage> {
  const on = await stage(RecordForm, options)
  staged.push(on)
  return on
}
const newB = (options: StageOptions = {}) => open({ props: { kind: recordB, uid: null }, ...options })

async function type({ screen }: Stage, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await inputOf(screen, label).setValue(value)
}
function inputOf(screen: Stage['screen'], label: string) {
  const found = screen.findAll('label').find(each => each.text() === label)!
  return screen.get<HTMLInputElement>(
    `[id="${found.attributes('for') ?? found.get('input').attributes('id')}"]`,
  )
}
const issuesOn = ({ screen }: Stage) => screen.findAll('.issue').map(issue => issue.text())

describe('Checking', () => {
  test('[UI4] leaving an empty required field says what is wrong, and only there', async () => {
    const form = await newB()
    await inputOf(form.screen, 'Nama').trigger('focusout')
    expect(issuesOn(form)).toEqual(['Nama must be filled in.'])
  })

  test('[UI4] the words are the reader’s', async () => {
    const form = await newB({ language: 'id' })
    await inputOf(form.screen, 'Nama').trigger('focusout')
    expect(issuesOn(form)).toEqual(['Nama wajib diisi.'])
  })

  test('[UI4] saving tells every issue and focuses the first', async () => {
    const form = await newB()
    await type(form, { PT: 'ABCDEF', Jenis: '1', Nama: ' ' })
    await form.screen.get('form').trigger('submit')
    await settle()
    expect(issuesOn(form)).toEqual([
      'At most 5 characters; this has 6.',
      'Divisi must be filled in.',
      'Nama must be filled in.',
      'Divapp must be filled in.',
    ])
    expect(document.activeElement).toBe(inputOf(form.screen, 'PT').element)
    expect(form.screen.emitted('saved')).toBeUndefined()
  })

  test('an end before its start is worth a word, and is saved', async () => {
    const form = await open({ props: { kind: recordA, uid: null } })
    await type(form, { Start: '2027-01-05', End: '2026-01-05' })
    expect(form.screen.text()).toContain('End lies before Start.')
    expect(issuesOn(form)).toEqual([])
  })
})
