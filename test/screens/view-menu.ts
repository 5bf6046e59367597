/** Saved views in a list of Devices, and what is done in their menu. */
import { expect, vi } from 'vitest'
import type { Preferences } from '../../shared/preferences.ts'
import { press } from './device-list.ts'
import { settle, type Stage } from './stage.ts'

/** What this browser keeps of this person's lists. */
export const key = 'records.lists.user-1'
export const kept = () => JSON.parse(localStorage.getItem(key) ?? '{}') as Preferences

/** The address follows a moment later. */
export const addressed = (on: Stage, path: string) =>
  vi.waitFor(() => expect(on.router.currentRoute.value.fullPath).toBe(path))

export const menu = ({ screen }: Stage) => screen.get('.views .chip')
/** What stands on the button, with what only a screen reader says. */
export const said = (on: Stage) => menu(on).text().replace(/\s+/g, ' ')
export const offered = ({ screen }: Stage) => screen.findAll('.views li .option').map(option => option.text())

export async function open(on: Stage): Promise<void> {
  await menu(on).trigger('click')
  await vi.waitFor(() => on.screen.get('.views .foot'))
  await settle()
}

/** In the form that is open. */
export async function call(on: Stage, name: string): Promise<void> {
  await on.screen.get('.naming input').setValue(name)
  await on.screen.get('.naming').trigger('submit')
  await settle()
}

export async function saveAs(on: Stage, name: string): Promise<void> {
  await open(on)
  await press(on, 'Save as a new view…')
  await call(on, name)
}

export const view = (id: string, value: object): Preferences => ({ [`view device ${id}`]: { value, at: 1 } })
export const lists = (...entries: Preferences[]) => JSON.stringify(Object.assign({}, ...entries))
export const lobi = view('1', { name: 'Lobi', query: { q: 'lobi' }, columns: {} })
