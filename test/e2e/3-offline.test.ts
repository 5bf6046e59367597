/** Story 3: a day without a network, a restarted browser, and everything on the server in the evening. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { budi, createAccounts } from './accounts.ts'
import { dewi } from './entries.ts'
import { Person } from './person.ts'
import { TestServer } from './server.ts'

let server: TestServer
let person: Person
let edited: { id: bigint; pin: string; name: string; grp: string; uid: string }
let deleted: { id: bigint; pin: string; name: string; uid: string }
let clockBefore: bigint

beforeAll(async () => {
  server = await TestServer.start()
  await createAccounts(server, [budi])
  await server.command('demo.ts', ['--records', '300', '--records-b', '20', '--devices', '5'])
  ;[edited] = server.rows('select id, pin, name, grp, uid from record_a where id = 7') as [typeof edited]
  ;[deleted] = server.rows('select id, pin, name, uid from record_a where id = 8') as [typeof deleted]
  clockBefore = server.rows<{ clock: bigint }>('select clock from clock')[0]!.clock
  person = await Person.sitDown({ origin: server.origin })
  await person.signIn(budi)
  await person.waitForFirstSync()
  await person.goOffline()
})

afterAll(async () => {
  await person.leave()
  await server.remove()
})

const device = 'Pos Satpam Wamena 99'
const people = [dewi('Déwi Sartika', '000017'), dewi('Ketut Ma’ruf 😀', '0000000000000000000000000042')]

describe('Offline', () => {
  test('[RB1] the app opens without a network and finds people', async () => {
    await person.open('/')
    await person.goTo('Record A')
    await person.search(`pin:${edited.pin}`)
    await expect.poll(async () => (await person.total()).total).toBe(1)
  })

  test('[RE6] the description for programs is there, from the settings', async () => {
    const { page } = person
    await person.goTo('Settings')
    await page.getByRole('link', { name: 'API for other programs' }).click()
    await page.getByText('Changes some fields of a Device').click()
    await page.getByText('"$RECORDS/device/').filter({ visible: true }).first().waitFor()
  })

  test('[OB1] a Device and two people on it, an edit and a deletion are saved on the device', async () => {
    await person.create('Devices', { Name: device })
    for (const entry of people) await person.create('Record A', { ...entry, Device: device })
    await person.find('Record A', `pin:${edited.pin}`)
    await person.row(edited.pin).click()
    await person.editOpen({ Grp: '77' })
    await person.find('Record A', `pin:${deleted.pin}`)
    await person.row(deleted.pin).click()
    await person.removeOpen()
    await person.waitForStatus(/^To send: 5/)
  })

  test('[UI25] what was saved or deleted by mistake is taken back, and nothing of it waits', async () => {
    const { page } = person
    await person.find('Record A', `pin:${edited.pin}`)
    await person.row(edited.pin).click()
    await person.editOpen({ Grp: '99' })
    await person.button('Undo').click()
    await page.getByText(`Taken back: ${edited.name}`).first().waitFor()
    await page.getByText('77', { exact: true }).filter({ visible: true }).first().waitFor()
    await person.removeOpen()
    await person.search(`pin:${edited.pin}`)
    await expect.poll(async () => (await person.total()).total).toBe(0)
    const pressCtrlZ = () =>
      page.evaluate(() => {
        const keys = { key: 'z', ctrlKey: true, bubbles: true, cancelable: true }
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', keys))
      })
    await page.getByRole('searchbox').click()
    await pressCtrlZ()
    expect((await person.total()).total).toBe(0)
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await pressCtrlZ()
    await expect.poll(async () => (await person.total()).total).toBe(1)
    await person.waitForStatus(/^To send: 5/)
  })

  test('[OB1, RB1] all of it is there, and marked, after the browser has been restarted', async () => {
    await person.restartBrowser()
    await person.waitForStatus(/^To send: 5/)
    for (const entry of people) {
      await person.find('Record A', `pin:${String(entry.PIN)}`)
      await expect.poll(() => person.row(String(entry.Name)).count()).toBe(1)
      expect(await person.row(String(entry.Name)).getByText('To send').count()).toBeGreaterThan(0)
    }
    await person.find('Record A', `"${device}"`)
    await expect.poll(async () => (await person.total()).total).toBe(2)
    await person.find('Record A', `pin:${deleted.pin}`)
    await expect.poll(async () => (await person.total()).total).toBe(0)
    expect(server.rows('select clock from clock')).toEqual([{ clock: clockBefore }])
  })

  test('[PU7, PU2, ST2] back on the network all is applied once, and linked to the right Device', async () => {
    await person.goOnline()
    await person.waitForStatus(/^All sent/)
    const [made] = server.rows<{ id: bigint }>('select id from device where name = ?', device)
    const linked = server.rows('select name, pin from record_a where device_id = ? order by name', made!.id)
    expect(linked).toEqual(people.map(entry => ({ name: entry.Name, pin: entry.PIN })))
    expect(server.rows('select grp, name from record_a where id = ?', edited.id)).toEqual([
      { grp: '77', name: edited.name },
    ])
    expect(server.rows('select id from record_a where id = ?', deleted.id)).toEqual([])
    expect(server.rows('select id from tombstones')).toEqual([{ id: deleted.id }])
    const sent = server.rows<{ op: string; count: bigint; uid: string }>(
      'select op, uid, count(*) as count from ledger where clock > ? group by op, uid order by op',
      clockBefore,
    )
    // Where nobody says that there is no network, what is taken back later may have been on its way.
    const once = sent.filter(({ uid }) => uid !== edited.uid)
    expect(once.map(({ op, count }) => `${op} ${count}`)).toEqual([
      'create 1',
      'create 1',
      'create 1',
      'delete 1',
    ])
    expect(once.at(-1)?.uid).toBe(deleted.uid)
  })

  test('the browser had nothing to complain of', () => {
    expect(person.complaints).toEqual([])
  })
})
