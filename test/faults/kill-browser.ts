/** The browser or its tab killed a moment after the screen said *Saved in this browser*; nothing may be gone. */
import { setTimeout as pause } from 'node:timers/promises'
import { sqliteDriver } from '../../server/db/sqlite.ts'
import { Desk } from './desk.ts'
import { lookInto } from './ledger.ts'
import { Random } from './random.ts'
import type { Report, Scenario } from './scenario.ts'
import { ServerProcess } from './server.ts'

const latestMs = 300

export const killBrowser: Scenario = {
  name: 'kill-browser',
  about: 'Chromium, or its tab, killed 0 to 300 ms after "Saved in this browser"; count = kills',
  count: 200,
  async run({ count, seed }, report) {
    const server = await ServerProcess.start()
    try {
      const cookie = await server.editor()
      const origin = server.origin.replace('127.0.0.1', 'localhost')
      const desk = await Desk.offline(origin)
      try {
        const names = await killOften(desk, { count, random: new Random(seed), report })
        // Chromium keeps cookies in memory for half a minute: a browser killed before is signed out.
        const cookies = cookie.split('; ').map(each => {
          const [name = '', value = ''] = each.split('=', 2)
          return { name, value, url: origin, httpOnly: true, sameSite: 'Strict' as const }
        })
        await desk.playwright.context.addCookies(cookies)
        await desk.goOnline()
        await desk.page.reload()
        await desk.waitForStatus(/^All sent/)
        const { records, torn } = await lookInto(sqliteDriver(server.path))
        for (const each of torn) report.violation(each)
        const arrived = [...records.values()].map(({ fields }) => String(fields['name']))
        for (const name of names) report.expect(arrived.includes(name), `lost: ${name}`)
        report.measure('arrived on the server', arrived.length)
        report.expect(arrived.length === names.length, `${arrived.length} records of ${names.length}`)
      } finally {
        await desk.leave()
      }
    } finally {
      await server.remove()
    }
  },
}

interface Run {
  count: number
  random: Random
  report: Report
}

/** Returns the names of all Devices the screen called saved. */
async function killOften(desk: Desk, { count, random, report }: Run): Promise<string[]> {
  const names: string[] = []
  for (let kill = 0; kill < count; kill++) {
    const name = `Gerbang ${kill}${'🚪'.repeat(random.below(5))}`
    await desk.typeDevice(name)
    await desk.button('Save').click()
    await desk.page.getByText('Saved in this browser').filter({ visible: true }).first().waitFor()
    names.push(name)
    await pause(random.below(latestMs + 1))
    if (kill % 2 === 0) {
      await desk.killBrowser()
      await desk.openBrowser()
      report.add('browsers killed')
    } else {
      await desk.crashTab()
      report.add('tabs killed')
    }
    await desk.open('/')
    report.expect(await desk.expectUnsent(names.length), `after ${name} not ${names.length} edits wait`)
    if (kill % 20 === 19) report.tell(`${kill + 1} kills`)
  }
  return names
}
