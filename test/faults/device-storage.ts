/** IndexedDB of a real browser, looked into and written to past the app: on a page that has no app in it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { databaseVersion, versionsOfDexie } from '../../client/engine/disk/schema.ts'
import { putBack } from '../support/put-back.ts'
import type { StoredBefore } from '../support/stored-before.ts'
import type { Desk } from './desk.ts'

const emptyPage = '/icon.svg'
/** As IndexedDB counts those of this app, and of the one after it. */
const ownVersion = databaseVersion * versionsOfDexie
const laterVersion = ownVersion + versionsOfDexie

/** In place of what the app had there, for whoever is signed in. */
export async function putBackOn(desk: Desk, before: StoredBefore): Promise<void> {
  const { page } = desk.playwright
  await desk.open('/')
  const find = async () =>
    (await indexedDB.databases()).find(({ name }) => name?.startsWith('records:'))?.name
  await page.waitForFunction(find)
  const name = (await page.evaluate(find)) ?? ''
  await desk.open(emptyPage)
  await page.evaluate(putBack, { ...before, userId: name.slice('records:'.length) })
}

/** `as it was`, `upgraded` and not converted, `converted`, or what is broken. */
export async function stateOf(desk: Desk, { stores }: StoredBefore): Promise<string> {
  await desk.open(emptyPage)
  const found = await read(desk)
  if (!found) return 'broken: gone'
  const { version, rows } = found
  const uidsOf = (all: Record<string, unknown>[]) => new Set(all.map(({ uid }) => uid))
  const { outbox = [], sent = [], acts = [], flights = [], drafts = [], unsaved = [] } = rows
  const isOld = outbox.length === stores.outbox.length && sent.length === stores.sent.length
  const hasDrafts = drafts.length + unsaved.length === stores.drafts.length
  if (isOld && hasDrafts && acts.length + flights.length === 0)
    return version === 10 ? 'as it was' : version === ownVersion ? 'upgraded' : `broken: version ${version}`
  const waiting = flights.filter(({ state }) => state !== 'answered')
  const [all, here] = [uidsOf(stores.outbox), uidsOf([...outbox, ...acts, ...waiting])]
  const answered = flights.length - waiting.length + sent.length
  const isWhole =
    all.size === here.size && hasDrafts && answered === stores.sent.length && version === ownVersion
  if (isWhole && outbox.length === 3 && sent.length === 1) return 'converted'
  const counts = Object.entries(rows).map(([name, { length }]) => `${name} ${length}`)
  return `broken: version ${version}, ${counts.join(', ')}`
}

/** Right after a kill Chromium may fail to open its store ("Internal error opening backing store"); the app tries again, too. */
async function read(desk: Desk, triesLeft = 5): ReturnType<typeof rowsIn> {
  try {
    return await desk.playwright.page.evaluate(rowsIn)
  } catch (error) {
    if (triesLeft === 0) throw error
    await pause(500)
    return read(desk, triesLeft - 1)
  }
}

/** It stands by itself: the browser is handed its text. What was sealed stays there. */
async function rowsIn(): Promise<{
  version: number
  rows: Record<string, Record<string, unknown>[]>
} | null> {
  const request = <T>(asked: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result)
      asked.onerror = () => reject(asked.error ?? new Error('failed'))
    })
  const databases = await indexedDB.databases()
  const name = databases.find(each => each.name?.startsWith('records:'))?.name
  if (name === undefined) return null
  const database = await request(indexedDB.open(name))
  const { version } = database
  const rows: Record<string, Record<string, unknown>[]> = {}
  for (const store of [...database.objectStoreNames].filter(each => each !== 'pages' && each !== 'meta')) {
    const all = await request<Record<string, unknown>[]>(
      database.transaction(store).objectStore(store).getAll(),
    )
    rows[store] = all.map(({ uid, state }) => ({ uid, state }))
  }
  database.close()
  return { version, rows }
}

/** As a later version of the app would. */
export async function upgradeLater(desk: Desk): Promise<void> {
  await desk.open(emptyPage)
  await desk.playwright.page.evaluate(async version => {
    const databases = await indexedDB.databases()
    const name = databases.find(each => each.name?.startsWith('records:'))?.name ?? ''
    await new Promise<void>((resolve, reject) => {
      const asked = indexedDB.open(name, version)
      asked.onerror = () => reject(asked.error ?? new Error('The upgrade failed'))
      asked.onsuccess = () => {
        asked.result.close()
        resolve()
      }
    })
  }, laterVersion)
}

/**
 * A kill between two writes leaves half a record at the end of LevelDB's log. The next start writes on behind it,
 * and the one after that finds the log damaged: Chromium then removes all IndexedDB of the origin, and makes it anew.
 * https://github.com/google/leveldb/issues/1287
 */
export function isYoung(folder: string): boolean {
  const indexedDB = join(folder, 'Default', 'IndexedDB')
  return readdirSync(indexedDB, { recursive: true, encoding: 'utf8' })
    .filter(name => /LOG(\.old)?$/.test(name))
    .some(name => readFileSync(join(indexedDB, name), 'utf8').includes('since it was missing'))
}
