/** A list on stage in which records are selected. */
import type { Engine } from '../../client/contract.ts'
import RecordList from '../../client/screens/list/RecordList.vue'
import { kinds } from '../../shared/kinds.ts'
import { kindNamed } from '../../shared/metadata.ts'
import { noForm } from '../support/drafts.ts'
import { settle, type Stage, stage, type StageOptions } from './stage.ts'

export const device = kindNamed(kinds, 'device')!

/** Newest first: Lobi stands last. */
const names = ['Lobi', 'Gerbang 10', 'Gerbang 9', 'Dapur', 'Édelweiss']

export async function fiveDevices(engine: Engine): Promise<void> {
  for (const name of names)
    await engine.save({ ...noForm, kind: 'device', uid: await engine.newUid(), fields: { name } })
}

export async function deviceList(options: StageOptions = {}): Promise<Stage> {
  const props = { kind: device, selected: null, isBeside: false }
  return stage(RecordList, { path: '/device', props, prepare: fiveDevices, ...options })
}

const rowOf = ({ screen }: Stage, name: string) =>
  screen.findAll('[role=row]').find(row => row.find('.open').exists() && row.get('.open').text() === name)!

export async function check(on: Stage, name: string, keys: MouseEventInit = {}): Promise<void> {
  await rowOf(on, name).get('[role=checkbox]').trigger('click', keys)
  await settle()
}

export async function key(on: Stage, pressed: string, keys: KeyboardEventInit = {}): Promise<void> {
  await on.screen.get('[role=grid]').trigger('keydown', { key: pressed, ...keys })
  await settle()
}

/** Names of the rows that are selected, in the list's order. */
export function selectedIn({ screen }: Stage): string[] {
  return screen.findAll('[role=row][aria-selected=true]').map(row => row.get('.open').text())
}

export function said({ screen }: Stage): string | null {
  const bar = screen.find('footer[role=group] .said')
  return bar.exists() ? bar.text() : null
}
