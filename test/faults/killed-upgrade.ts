/** The browser killed while a later version of the app upgrades the device's database, and the older app on what a later one has upgraded. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sqliteDriver } from '../../server/db/sqlite.ts'
import { Desk } from './desk.ts'
import { lookInto } from './ledger.ts'
import { Random } from './random.ts'
import type { Scenario } from './scenario.ts'
import { ServerProcess } from './server.ts'

/** Dexie's version 3. */
const laterVersion = 30
const latestMs = 500

export const killedUpgrade: Scenario = {
  name: 'killed-upgrade',
  about: 'Chromium killed while the database on the device is upgraded; count = kills',
  count: 30,
  async run({ count, seed }, report) {
    const server = await ServerProcess.start()
    const random = new Random(seed)
    try {
      await server.editor()
      let desk = await withWork(server)
      try {
        for (let kill = 0; kill < count; kill++) {
          await beginUpgrade(desk, 'without end')
          await pause(random.below(latestMs))
          await desk.killBrowser()
          const wasYoung = isYoung(desk.folder)
          await desk.openBrowser()
          await desk.open('/')
          report.add('upgrades killed')
          if (await desk.expectUnsent(1)) continue
          if (!wasYoung && isYoung(desk.folder)) {
            report.add('profiles that Chromium emptied')
            await desk.leave()
            await server.run()
            desk = await withWork(server)
            continue
          }
          const shown = await desk.playwright.page.locator('body').innerText()
          report.violation(
            `kill ${kill + 1}: the edit does not wait; the screen says ${JSON.stringify(shown)}`,
          )
          return
        }
        const done = await beginUpgrade(desk, 'to the end')
        report.measure('rows rewritten', done)
        await server.run()
        await desk.goOnline()
        await desk.open('/')
        await desk.page.getByText('The data on this device could not be opened').first().waitFor()
        await desk.page.getByText('newer version').first().waitFor()
        report.measure('lists shown by the older app', await desk.page.getByRole('searchbox').count())
        const { records } = await lookInto(sqliteDriver(server.path))
        report.expect(records.size === 0, 'something was sent')
      } finally {
        await desk.leave()
      }
    } finally {
      await server.remove()
    }
  },
}

/** With one edit that waits for a server which has ended. */
async function withWork(server: ServerProcess): Promise<Desk> {
  const desk = await Desk.offline(server.origin.replace('127.0.0.1', 'localhost'))
  // A browser that starts on a busy machine may be online for a moment, whatever it was told.
  await server.end('SIGTERM')
  await desk.typeDevice('Gerbang é🚪')
  await desk.save()
  return desk
}

/**
 * A kill between two writes leaves half a record at the end of LevelDB's log. The next start writes on behind it,
 * and the one after that finds the log damaged: Chromium then removes all IndexedDB of the origin, and makes it anew.
 * https://github.com/google/leveldb/issues/1287
 */
function isYoung(folder: string): boolean {
  const indexedDB = join(folder, 'Default', 'IndexedDB')
  return readdirSync(indexedDB, { recursive: true, encoding: 'utf8' })
    .filter(name => /LOG(\.old)?$/.test(name))
    .some(name => readFileSync(join(indexedDB, name), 'utf8').includes('since it was missing'))
}

/** Resolves once rows have begun to be rewritten, or all are; on a page that has no app in it. */
async function beginUpgrade(desk: Desk, how: 'without end' | 'to the end'): Promise<number> {
  await desk.open('/icon.svg')
  return desk.playwright.page.evaluate(
    async ({ version, isEndless }) => {
      const databases = await indexedDB.databases()
      const name = databases.find(each => each.name?.startsWith('records:'))?.name
      if (name === undefined) throw new Error('There is no database')
      return new Promise<number>((resolve, reject) => {
        const asked = indexedDB.open(name, version)
        asked.onerror = () => reject(asked.error ?? new Error('The upgrade failed'))
        asked.onupgradeneeded = () => {
          const { transaction } = asked
          if (!transaction) return
          let rewritten = 0
          const rewrite = () => {
            const cursorOf = transaction.objectStore('outbox').openCursor()
            cursorOf.onsuccess = () => {
              const cursor = cursorOf.result
              if (cursor) {
                rewritten++
                cursor.update({ ...cursor.value, sealed: null })
                cursor.continue()
              } else if (isEndless) {
                resolve(rewritten)
                rewrite()
              }
            }
          }
          asked.onsuccess = () => {
            asked.result.close()
            resolve(rewritten)
          }
          rewrite()
        }
      })
    },
    { version: laterVersion, isEndless: how === 'without end' },
  )
}
