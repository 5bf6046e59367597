/** The browser killed while the app upgrades what its version 1 had left there, and the app on what a later one has upgraded. */
import { setTimeout as pause } from 'node:timers/promises'
import { sqliteDriver } from '../../server/db/sqlite.ts'
import { withCopies } from '../support/put-back.ts'
import { ProfileBefore, type StoredBefore, storedBefore } from '../support/stored-before.ts'
import { Desk } from './desk.ts'
import { isYoung, putBackOn, stateOf, upgradeLater } from './device-storage.ts'
import { lookInto } from './ledger.ts'
import { Random } from './random.ts'
import type { Report, Scenario } from './scenario.ts'
import { ServerProcess } from './server.ts'

/** Enough that a kill finds the conversion at work. */
const copied = { seq: 112, times: 3_000 }
/** From the app's address on; a busy machine takes a second until it has been upgraded. */
const latestMs = 1_500

export const killedUpgrade: Scenario = {
  name: 'killed-upgrade',
  about: 'Chromium killed while the app upgrades what its version 1 has left on the device; count = kills',
  count: 30,
  async run({ count, seed }, report) {
    const server = await ServerProcess.start()
    const random = new Random(seed)
    try {
      await server.editor()
      const desk = await Desk.offline(server.origin.replace('127.0.0.1', 'localhost'))
      try {
        // A browser that starts on a busy machine may be online for a moment, whatever it was told.
        await server.end('SIGTERM')
        const before = await withCopies(storedBefore('everything'), copied)
        await putBackOn(desk, before)
        report.measure('edits', before.stores.outbox.length)
        for (let kill = 0; kill < count; kill++) {
          const state = await killed(desk, before, random.below(latestMs))
          report.add('upgrades killed')
          report.add(`found ${state}`)
          if (state.startsWith('broken')) report.violation(`kill ${kill + 1}: ${state}`)
          if (state !== 'as it was' && state !== 'upgraded') await putBackOn(desk, before)
        }
        await expectWhole(desk, before, report)
        await refusedByOlder(desk, server, report)
      } finally {
        await desk.leave()
      }
    } finally {
      await server.remove()
    }
  },
}

/** What the browser finds that is started after that. */
async function killed(desk: Desk, before: StoredBefore, afterMs: number): Promise<string> {
  const opening = desk.open('/').catch(() => {})
  await pause(afterMs)
  const wasYoung = isYoung(desk.folder)
  await desk.killBrowser()
  await opening
  await desk.openBrowser()
  const state = await stateOf(desk, before)
  return state === 'broken: gone' && !wasYoung && isYoung(desk.folder) ? 'emptied by Chromium' : state
}

/** As many wait as on a device where nothing was killed. */
async function expectWhole(desk: Desk, before: StoredBefore, report: Report): Promise<void> {
  const { engine } = await (await ProfileBefore.with(before)).tab(before.userId)
  const { unsent, attention } = await engine.status()
  await engine.close()
  await desk.open('/')
  const numbers = [attention, unsent].map(count => `${count.toLocaleString('en-GB')}(?!\\d)`)
  await desk.waitForStatus(new RegExp(numbers.join('.*')))
  const state = await stateOf(desk, before)
  report.expect(state === 'converted', `at the end it is ${state}`)
  report.measure('records that wait', unsent)
}

/** [UP2] */
async function refusedByOlder(desk: Desk, server: ServerProcess, report: Report): Promise<void> {
  await upgradeLater(desk)
  await server.run()
  await desk.goOnline()
  await desk.open('/')
  await desk.page.getByText('The data in this browser could not be opened').first().waitFor()
  await desk.page.getByText('newer version').first().waitFor()
  report.measure('lists shown by the older app', await desk.page.getByRole('searchbox').count())
  const { records } = await lookInto(sqliteDriver(server.path))
  report.expect(records.size === 0, 'something was sent')
}
