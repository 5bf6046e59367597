/** What the tests of reading lists in share: a list of Record B, the screen on stage, and the hands that work it. */
import type { Engine } from '../../client/contract.ts'
import ImportView from '../../client/screens/import/ImportView.vue'
import { kinds } from '../../shared/kinds.ts'
import { kindNamed } from '../../shared/metadata.ts'
import { noForm } from '../support/drafts.ts'
import { recordB, uid } from '../support/tables.ts'
import { settle, stage, type Stage, type StageOptions } from './stage.ts'

const head = 'Nama;PT;Divisi;Unit;Jenis;Divapp;Urutan'
export const line = (nama: string, pt = 'ABC') => `${nama};${pt};X;ya;1;Z;tidak`
export const csv = (...lines: string[]) => [head, ...lines].join('\r\n')

/** Gudang é is here already, under another PT; N2 is as the file has it. */
export async function prepare(engine: Engine): Promise<void> {
  for (const [number, fields] of [
    [1, { nama: 'Gudang é', pt: 'OLD' }],
    [2, { nama: 'N2', pt: 'ABC' }],
  ] as const)
    await engine.save({
      ...{ ...noForm, kind: 'record_b', uid: uid(number) },
      fields: recordB({ ...fields, divisi: 'X', unit: true, jenis: '1', divapp: 'Z', urutan: false }),
    })
}

export async function open(options: StageOptions = {}): Promise<Stage> {
  return stage(ImportView, {
    props: { kind: kindNamed(kinds, 'record_b'), uid: null },
    ...{ path: '/record_b/import', isOpen: true, isComplete: true, prepare, ...options },
  })
}

export async function choose(
  { screen }: Pick<Stage, 'screen'>,
  text: string,
  name = 'daftar.csv',
): Promise<void> {
  const input = screen.get<HTMLInputElement>('input[type=file]').element
  Object.defineProperty(input, 'files', { value: [new File([text], name)], configurable: true })
  Object.defineProperty(input, 'value', { value: '', writable: true, configurable: true })
  await screen.get('input[type=file]').trigger('change')
  await settle()
}

/** Added, changed, unchanged, refused. */
export const counts = ({ screen }: Pick<Stage, 'screen'>) =>
  screen.findAll('.tabs .count').map(each => each.text())
export const rows = ({ screen }: Stage) => screen.findAll('[role=row]').map(each => each.text())
export const pt = async ({ engine }: Stage, number: number) =>
  (await engine.record('record_b', uid(number)))?.fields['pt']

/** Whoever changes something is done with it. */
export async function rested(): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, 300))
  await settle()
}

/** Known by their names: proposed is what identifies a record. */
export async function compared(on: Pick<Stage, 'screen'>, ...lines: string[]): Promise<void> {
  await choose(on, csv(...lines))
  for (const [label, isKey] of [
    ['PT', false],
    ['Nama', true],
  ] as const) {
    const box = on.screen.findAll('.checkbox').find(each => each.text() === label)
    await box?.get('input').setValue(isKey)
  }
  await rested()
}
