/** The browser killed right after the first save of somebody who has just signed in, and opened without a network. */
import { ensureBuilt } from '../../server/commands/build.ts'
import { sqliteDriver } from '../../server/db/sqlite.ts'
import { budi } from '../e2e/accounts.ts'
import { Profile } from '../e2e/profile.ts'
import { Desk } from './desk.ts'
import { lookInto } from './ledger.ts'
import type { Report, Scenario } from './scenario.ts'
import { ServerProcess } from './server.ts'

export const justSignedIn: Scenario = {
  name: 'just-signed-in',
  about: 'Chromium killed right after a sign-in and one save, and opened again offline; count = profiles',
  count: 20,
  async run({ count }, report) {
    ensureBuilt()
    const server = await ServerProcess.start()
    try {
      await server.editor()
      const origin = server.origin.replace('127.0.0.1', 'localhost')
      for (let round = 0; round < count; round++) {
        const desk = new Desk(await Profile.newFolder(), origin)
        try {
          await killAndSend(desk, `Gerbang ${round} é🚪`, report)
        } finally {
          await desk.leave()
        }
      }
      const { records, torn } = await lookInto(sqliteDriver(server.path))
      for (const each of torn) report.violation(each)
      report.measure('arrived on the server', records.size)
      report.expect(records.size === count, `${records.size} records of ${count}`)
    } finally {
      await server.remove()
    }
  },
}

async function killAndSend(desk: Desk, name: string, report: Report): Promise<void> {
  await desk.openBrowser()
  await desk.signIn(budi)
  await desk.waitForFirstSync()
  await desk.goOffline()
  await desk.typeDevice(name)
  await desk.button('Save').click()
  await desk.page.getByText('Saved in this browser').filter({ visible: true }).first().waitFor()
  await desk.killBrowser()
  await desk.openBrowser()
  await desk.open('/')
  const isThere = await desk.expectUnsent(1)
  report.expect(isThere, `${name} does not wait after the kill`)
  report.add('browsers killed')
  if (!isThere) return
  // Chromium keeps cookies in memory for half a minute: the session is gone, and the app must say so.
  await desk.goOnline()
  await desk.waitForStatus(/^(Sign in to send 1 change|All sent)/)
  if (
    await desk.page
      .getByText(/^Sign in to send/)
      .first()
      .isVisible()
  ) {
    report.add('sessions gone, and said so')
    await desk.open('/sign-in')
    await desk.fill({ 'User name': budi.username, Password: budi.password })
    await desk.button('Sign in').click()
  }
  await desk.waitForStatus(/^All sent/)
}
