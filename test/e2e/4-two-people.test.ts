/** Story 4: two people and the same records: what merges, what is asked, and what each answer does. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { budi, citra, createAccounts } from './accounts.ts'
import { gudang } from './entries.ts'
import { Person } from './person.ts'
import { TestServer } from './server.ts'

let server: TestServer
let tablet: Person
let laptop: Person
let count = 0
let name = ''

beforeAll(async () => {
  server = await TestServer.start()
  await createAccounts(server, [budi, citra])
  tablet = await Person.sitDown({ origin: server.origin })
  laptop = await Person.sitDown({ origin: server.origin })
  await tablet.signIn(budi)
  await laptop.signIn(citra)
  await tablet.waitForFirstSync()
  await laptop.waitForFirstSync()
})

/** A record both have seen, and the tablet without a network. */
beforeEach(async () => {
  name = `Gudang ${++count}`
  await tablet.goOnline()
  await laptop.create('Record B', { ...gudang, Nama: name })
  await laptop.waitForStatus(/^All sent/)
  await tablet.find('Record B', `"${name}"`)
  await expect.poll(() => tablet.row(name).count()).toBe(1)
  await tablet.goOffline()
})

afterAll(async () => {
  await tablet.leave()
  await laptop.leave()
  await server.remove()
})

async function changeOnLaptop(entry: Record<string, string | boolean>): Promise<void> {
  await laptop.edit('Record B', name, entry)
  await laptop.waitForStatus(/^All sent/)
}

async function changeOnTablet(entry: Record<string, string | boolean>): Promise<void> {
  await tablet.edit('Record B', name, entry)
  await tablet.waitForStatus(/^To send: 1/)
}

function onServer(): Record<string, unknown> | undefined {
  return server.rows('select pt, divisi, unit, nama from record_b where nama = ?', name)[0]
}

const asMade = () => ({ pt: 'SMG01', divisi: 'K', unit: 1n, nama: name })

describe('Two people', () => {
  test('[MG1, ST5] different fields of one record merge without a question', async () => {
    await changeOnLaptop({ PT: 'BDG' })
    await changeOnTablet({ Divisi: 'Z', Unit: false })
    await tablet.goOnline()
    await tablet.waitForStatus(/^All sent/)
    expect(onServer()).toEqual({ ...asMade(), pt: 'BDG', divisi: 'Z', unit: 0n })
    await laptop.openRecord('Record B', name)
    await laptop.page.getByText('Z', { exact: true }).filter({ visible: true }).first().waitFor()
  })

  test('[MG3, OB7, OB8] the same field is a conflict that shows base, theirs and mine', async () => {
    await changeOnLaptop({ PT: 'BDG', Jenis: 'Q' })
    await changeOnTablet({ PT: 'SBY02', Divisi: 'Z' })
    await tablet.goOnline()
    await tablet.waitForStatus(/^Needs attention: 1/)
    expect(onServer()).toEqual({ ...asMade(), pt: 'BDG' })
    await tablet.openAttention(name)
    for (const value of ['SMG01', 'BDG', 'SBY02'])
      await tablet.page.getByText(value, { exact: true }).filter({ visible: true }).first().waitFor()
    await tablet.choose({ PT: 'mine' })
    await tablet.waitForStatus(/^All sent/)
    expect(onServer()).toEqual({ ...asMade(), pt: 'SBY02', divisi: 'Z' })
  })

  test('[MG3] choosing theirs keeps their value and my other changes', async () => {
    await changeOnLaptop({ PT: 'BDG' })
    await changeOnTablet({ PT: 'SBY02', Divisi: 'Z' })
    await tablet.goOnline()
    await tablet.waitForStatus(/^Needs attention: 1/)
    await tablet.openAttention(name)
    await tablet.choose({ PT: 'theirs' })
    await tablet.waitForStatus(/^All sent/)
    expect(onServer()).toEqual({ ...asMade(), pt: 'BDG', divisi: 'Z' })
  })

  test('[UI25, OB9] an answer is taken back: it is asked again', async () => {
    await changeOnLaptop({ PT: 'BDG' })
    await changeOnTablet({ PT: 'SBY02' })
    await tablet.goOnline()
    await tablet.waitForStatus(/^Needs attention: 1/)
    await tablet.openAttention(name)
    await tablet.choose({ PT: 'theirs' })
    await tablet.waitForStatus(/^All sent/)
    await tablet.button('Undo').click()
    await tablet.waitForStatus(/^Needs attention: 1/)
    expect(onServer()).toEqual({ ...asMade(), pt: 'BDG' })
    await tablet.choose({ PT: 'mine' })
    await tablet.waitForStatus(/^All sent/)
    expect(onServer()).toEqual({ ...asMade(), pt: 'SBY02' })
  })

  test('[MG4] an edit of what someone deleted can bring it back with my values', async () => {
    await laptop.remove('Record B', name)
    await laptop.waitForStatus(/^All sent/)
    await changeOnTablet({ PT: 'SBY02' })
    await tablet.goOnline()
    await tablet.waitForStatus(/^Needs attention: 1/)
    await tablet.openAttention(name)
    await tablet.button('Restore with my values').click()
    await tablet.waitForStatus(/^All sent/)
    expect(onServer()).toEqual({ ...asMade(), pt: 'SBY02' })
  })

  test('[MG4] or be let go', async () => {
    await laptop.remove('Record B', name)
    await laptop.waitForStatus(/^All sent/)
    await changeOnTablet({ PT: 'SBY02' })
    await tablet.goOnline()
    await tablet.waitForStatus(/^Needs attention: 1/)
    await tablet.openAttention(name)
    await tablet.discard('Let it go')
    await tablet.waitForStatus(/^All sent/)
    expect(onServer()).toBeUndefined()
  })

  test.each([
    ['Delete anyway', false],
    ['Keep it', true],
  ])('[MG5] a deletion of what someone changed: %s', async (answer, isKept) => {
    await changeOnLaptop({ PT: 'BDG' })
    await tablet.remove('Record B', name)
    await tablet.waitForStatus(/^To send: 1/)
    await tablet.goOnline()
    await tablet.waitForStatus(/^Needs attention: 1/)
    await tablet.openAttention(name)
    await tablet.button(answer).click()
    await tablet.waitForStatus(/^All sent/)
    expect(onServer()).toEqual(isKept ? { ...asMade(), pt: 'BDG' } : undefined)
    await tablet.find('Record B', `"${name}"`)
    await expect.poll(async () => (await tablet.total()).total).toBe(isKept ? 1 : 0)
  })

  test('[HI1, HI4] each sees what the other did to a record, and brings back what the other has deleted', async () => {
    await changeOnLaptop({ PT: 'BDG' })
    await tablet.goOnline()
    await tablet.waitForStatus(/^All sent/)
    await tablet.openRecord('Record B', name)
    await tablet.button('History').click()
    const change = tablet.page.locator('.lines li').filter({ hasText: /citra changed it.*SMG01.*BDG/ })
    await change.first().waitFor()
    const before = server.rows('select id, uid, pt from record_b where nama = ?', name)
    await laptop.remove('Record B', name)
    await laptop.waitForStatus(/^All sent/)
    await tablet.goTo('Record B')
    await tablet.control(/^Deleted$/).click()
    await tablet.button(`Restore: ${name}`).click()
    await tablet.waitForStatus(/^All sent/)
    expect(server.rows('select id, uid, pt from record_b where nama = ?', name)).toEqual(before)
  })

  test('[AC10, UI60] a view saved on one device is there on another of that person, and nobody else sees it', async () => {
    const offered = async (person: Person) => {
      await person.goTo('Record B')
      await person.button(/^Views/).click()
      await person.button('Save as a new view…').waitFor()
      return person.page.getByRole('dialog', { name: 'Saved views' })
    }
    await tablet.goOnline()
    await tablet.find('Record B', `"${name}"`)
    await offered(tablet)
    await tablet.button('Save as a new view…').click()
    await tablet.page.getByLabel('Name of the view', { exact: true }).fill('My shed')
    await tablet.button('Save').click()
    await tablet.page.getByText('View saved: My shed').waitFor()
    await expect.poll(() => server.rows('select * from preferences').length).toBe(1)
    await tablet.restartBrowser()
    await (await offered(tablet)).getByRole('button', { name: 'My shed', exact: true }).click()
    await expect.poll(async () => (await tablet.total()).total).toBe(1)

    const theirs = await offered(laptop)
    expect(await theirs.getByRole('button', { name: 'My shed', exact: true }).count()).toBe(0)
    await laptop.signOut()
    await laptop.signIn(budi)
    await (await offered(laptop)).getByRole('button', { name: 'My shed', exact: true }).click()
    await expect.poll(async () => (await laptop.total()).total).toBe(1)
    await laptop.row(name).waitFor()
  })
})
