/** A list of three Devices, and what is pressed in it. */
import type { Engine } from '../../client/contract.ts'
import RecordList from '../../client/screens/list/RecordList.vue'
import { kinds } from '../../shared/kinds.ts'
import { kindNamed } from '../../shared/metadata.ts'
import { noForm } from '../support/drafts.ts'
import { settle, type Stage, stage, type StageOptions } from './stage.ts'

export const device = kindNamed(kinds, 'device')!

export async function threeDevices(engine: Engine) {
  for (const name of ['Lobi', 'Gerbang 10', 'Gerbang 9'])
    await engine.save({ ...noForm, kind: 'device', uid: await engine.newUid(), fields: { name } })
}
export const list = (options: StageOptions = {}) =>
  stage(RecordList, {
    isOpen: true,
    path: '/device',
    props: { kind: device, selected: null, isBeside: false },
    prepare: threeDevices,
    ...options,
  })
export const titles = ({ screen }: Stage) => screen.findAll('.open').map(link => link.text())
export const button = ({ screen }: Stage, text: string) =>
  screen.findAll('button').find(each => each.text() === text)!

export async function press(on: Stage, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await button(on, text).trigger('click')
    await settle()
  }
}

/** A browser gives what is pressed the focus. */
export async function pressLabelled(on: Stage, name: string): Promise<void> {
  const button = on.screen.get<HTMLElement>(`[aria-label="${name}"]`)
  button.element.focus()
  await button.trigger('click')
  await settle()
}
