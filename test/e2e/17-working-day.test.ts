/** Story 17: a working day, counted in touches: find, begin, change in place, delete, scan, answer, without a network and back. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { budi, citra, createAccounts } from './accounts.ts'
import { scanCard } from './card-reader.ts'
import { gudang } from './entries.ts'
import { Person } from './person.ts'
import { TestServer } from './server.ts'
import { Touches } from './touches.ts'

let server: TestServer
let person: Person
let other: Person
let page: Person['playwright']['page']
let known: { pin: string; name: string; card: string }

beforeAll(async () => {
  server = await TestServer.start()
  await createAccounts(server, [budi, citra])
  await server.command('demo.ts', ['--records', '2000', '--records-b', '5', '--devices', '5'])
  const [first] = server.rows<typeof known>(
    'select pin, name, card from record_a where card not in (select vice_card from record_a) limit 1',
  )
  known = first!
  person = await Person.sitDown({ origin: server.origin })
  other = await Person.sitDown({ origin: server.origin })
  ;({ page } = person.playwright)
  await person.signIn(budi)
  await other.signIn(citra)
  await person.waitForFirstSync()
  await other.waitForFirstSync()
})

afterAll(async () => {
  await person.leave()
  await other.leave()
  await server.remove()
})

const heading = () => page.getByRole('heading', { level: 1, name: known.name }).first()

async function atTheList() {
  await person.open('/record_a')
  await page.locator('.open').first().waitFor()
  return new Touches(page)
}

describe('A working day', () => {
  test('[UI37, UI93] one record is found and opened in three touches, and scanned in one', async () => {
    const touches = await atTheList()
    await touches.key('/')
    await touches.type(known.pin)
    await touches.key('Enter')
    await heading().waitFor()
    expect(touches.count).toBe(3)
    const scanned = await atTheList()
    scanned.count++
    await scanCard(page, known.card)
    await heading().waitFor()
    expect(scanned.count).toBe(1)
  })

  test('[UI80] without a network a value is changed where it stands in three touches', async () => {
    await person.goOffline()
    const touches = new Touches(page)
    const line = page.locator('.line').filter({ hasText: /^Grp/ })
    await touches.press(line.locator('.value'))
    await line.getByRole('textbox').waitFor()
    await touches.type('88')
    await touches.key('Enter')
    await person.waitForStatus(/^To send: 1/)
    expect(touches.count).toBe(3)
    await page.reload()
    await line.filter({ hasText: '88' }).waitFor()
  })

  test('[UI81] after the reload, too, it is taken back by one key; a deleted record by one press', async () => {
    await page.locator('h1').first().click()
    const touches = new Touches(page)
    await touches.key('ControlOrMeta+Z')
    await expect.poll(() => page.locator('.line').filter({ hasText: /^Grp/ }).innerText()).not.toContain('88')
    expect(touches.count).toBe(1)
    await touches.press(person.button('Delete').first())
    await touches.press(person.button('Undo').first())
    await page.getByText('Taken back: ').waitFor()
    expect(touches.count).toBe(3)
  })

  test('[ST2, UI80] back on the network all goes by itself', async () => {
    await person.goOnline()
    await person.waitForStatus(/^All sent/)
    const [now] = server.rows<{ grp: string }>('select grp from record_a where pin = ?', known.pin)
    expect(now!.grp).not.toBe('88')
  })

  test('[OB8] a conflict is answered in three touches', async () => {
    await other.create('Record B', { ...gudang, Nama: 'Gudang Konflik' })
    await other.waitForStatus(/^All sent/)
    await person.find('Record B', '"Gudang Konflik"')
    await expect.poll(() => person.row('Gudang Konflik').count()).toBe(1)
    await person.goOffline()
    await other.edit('Record B', 'Gudang Konflik', { PT: 'BDG' })
    await other.waitForStatus(/^All sent/)
    await person.edit('Record B', 'Gudang Konflik', { PT: 'SBY' })
    await person.goOnline()
    await person.waitForStatus(/^Needs attention: 1/)
    const touches = new Touches(page)
    await touches.press(page.getByRole('link', { name: /^Needs attention/ }).first())
    await page.getByText('last changed by citra').waitFor()
    await touches.press(
      person.page.getByRole('radiogroup', { name: 'PT', exact: true }).locator('label').nth(0),
    )
    await touches.press(person.button('Save this choice').first())
    await person.waitForStatus(/^All sent/)
    expect(touches.count).toBe(3)
  })

  test('the browsers had nothing to complain of', () => {
    expect([...person.complaints, ...other.complaints]).toEqual([])
  })
})
