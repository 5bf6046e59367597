/** `npm run screenshots`: the pictures of the README, taken from the running app with demo records. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../server/commands/build.ts'
import { given } from '../server/commands/command.ts'
import { budi, citra, createAccounts } from './e2e/accounts.ts'
import { Person } from './e2e/person.ts'
import { TestServer } from './e2e/server.ts'
import setup from './e2e/setup.ts'

given({
  name: 'screenshots',
  about: 'Takes the pictures of the README from the running app, with demo records.',
  calls: [['', 'writes them into docs/']],
})

const folder = join(projectRoot, 'docs')

const picture = (person: Person, name: string) =>
  person.page.screenshot({ path: join(folder, `${name}.png`) })

async function recordBeside(laptop: Person): Promise<void> {
  await laptop.find('Record A', 'an 007')
  await laptop.row('007').first().click()
  await laptop.editOpen({ Grp: '12' })
  await laptop.editOpen({ End: '31 dec 2027', Verify: true })
  await laptop.waitForStatus(/^All sent/)
  await laptop.page.getByText('History', { exact: true }).click()
  await laptop.page.getByText('Back to this').first().waitFor()
  await picture(laptop, 'record')
}

async function onPhone(phone: Person): Promise<void> {
  await phone.signIn(citra)
  await phone.waitForFirstSync()
  await phone.open('/record_a/new')
  await phone.fill({ PIN: '004217', Name: 'Dewi Lestari', Card: '0012345678' })
  await picture(phone, 'phone-form')
  await phone.open('/ready')
  await phone.page.getByText('The clock is right').waitFor()
  await phone.page.getByText(/^Newest change received: \d/).waitFor()
  await picture(phone, 'phone-ready')
}

async function take(server: TestServer): Promise<void> {
  await createAccounts(server, [budi, citra])
  await server.command('demo.ts', ['--records', '100000', '--records-b', '2000', '--devices', '50'])
  const tablet = await Person.sitDown({ origin: server.origin })
  const laptop = await Person.sitDown({ origin: server.origin, size: { width: 1366, height: 1024 } })
  const phone = await Person.sitDown({
    origin: server.origin,
    size: { width: 390, height: 844 },
    colorScheme: 'dark',
    isTouch: true,
  })
  try {
    await laptop.signIn(citra)
    await laptop.waitForFirstSync()
    await tablet.signIn(budi)
    await tablet.waitForFirstSync()

    await tablet.find('Record A', 'dwi 42')
    await tablet.row('42').first().waitFor()
    await picture(tablet, 'list')

    const [record] = server.rows<{ nama: string }>('select nama from record_b where id = 7')
    const name = record?.nama ?? ''
    await tablet.openRecord('Record B', name)
    await tablet.control(/^Edit$/).click()
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
    await tablet.button('Save this choice').first().waitFor()
    await picture(tablet, 'attention')

    await recordBeside(laptop)
    await onPhone(phone)
  } finally {
    await tablet.leave()
    await laptop.leave()
    await phone.leave()
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
