/** `npm run screenshots`: the pictures of the README, taken from the running app with demo records. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../server/commands/build.ts'
import { budi, citra, createAccounts } from './e2e/accounts.ts'
import { Person } from './e2e/person.ts'
import { TestServer } from './e2e/server.ts'
import setup from './e2e/setup.ts'

const folder = join(projectRoot, 'docs')

async function take(server: TestServer): Promise<void> {
  await createAccounts(server, [budi, citra])
  await server.command('demo.ts', ['--records', '100000', '--records-b', '2000', '--devices', '50'])
  const tablet = await Person.sitDown({ origin: server.origin })
  const laptop = await Person.sitDown({ origin: server.origin, size: { width: 1440, height: 900 } })
  const picture = (person: Person, name: string) =>
    person.page.screenshot({ path: join(folder, `${name}.png`) })
  try {
    await laptop.signIn(citra)
    await laptop.waitForFirstSync()
    await tablet.signIn(budi)
    await tablet.waitForFirstSync()

    await tablet.find('Record A', 'dewi 00')
    await tablet.row('Dewi').first().waitFor()
    await picture(tablet, 'list')

    const [record] = server.rows<{ nama: string }>('select nama from record_b where id = 7')
    const name = record?.nama ?? ''
    await tablet.openRecord('Record B', name)
    await tablet.control(/^Edit/).click()
    await tablet.button('Save').waitFor()
    await picture(tablet, 'form')
    await tablet.playwright.page.keyboard.press('Escape')

    await tablet.goOffline()
    await tablet.edit('Record B', name, { PT: 'SBY09' })
    await laptop.edit('Record B', name, { PT: 'BDG' })
    await laptop.waitForStatus(/^All sent/)
    await tablet.goOnline()
    await tablet.waitForStatus(/^Needs attention: 1/)
    await tablet.openAttention(name)
    await picture(tablet, 'attention')
  } finally {
    await tablet.leave()
    await laptop.leave()
  }
}

setup()
mkdirSync(folder, { recursive: true })
const server = await TestServer.start()
try {
  await take(server)
} finally {
  await server.remove()
}
