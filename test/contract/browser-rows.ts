/** The browsers of a world, as an admin sees them. */
import { expect } from 'vitest'
import type { BrowserRow } from '../../shared/browsers.ts'
import { type Person, personWith, type World } from './world.ts'

export const told = { app: '0.1.0', records: 1240, unsent: 3, hasLock: true, touchPoints: 0 }

export const browserIn = ({ cookie }: Person): string => /records-browser=([^;]+)/.exec(cookie)?.[1] ?? ''

export const only = (cookie: string, name: RegExp): string =>
  cookie
    .split('; ')
    .filter(each => name.test(each))
    .join('; ')

export async function rows(person: Person, path = '/api/browsers'): Promise<BrowserRow[]> {
  const response = await person.request(path)
  expect(response.status).toBe(200)
  return ((await response.json()) as { browsers: BrowserRow[] }).browsers
}

export async function rowOf(admin: Person, person: Person): Promise<BrowserRow> {
  return (await rows(admin)).find(({ id }) => id === browserIn(person))!
}

export async function ask(person: Person, path = '/api/auth/get-session') {
  const response = await person.request(path)
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}

/** The same browser, whose session has ended. */
export const expired = (world: World, person: Person): Person =>
  personWith(world.app, only(person.cookie, /records-browser/))
