/** Story 2: ten thousand people on the tablet: find one while typing, change them, see it on the server. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { budi, createAccounts } from './accounts.ts'
import { Person } from './person.ts'
import { TestServer } from './server.ts'

let server: TestServer
let person: Person

beforeAll(async () => {
  server = await TestServer.start()
  await createAccounts(server, [budi])
  await server.command('demo.ts', ['--records', '10000', '--records-b', '2000', '--devices', '50'])
  person = await Person.sitDown({ origin: server.origin })
})

afterAll(async () => {
  await person.leave()
  await server.remove()
})

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

describe('Find and edit', () => {
  test('[CH1] the first sync brings every record', async () => {
    await person.signIn(budi)
    await person.waitForFirstSync()
    await person.goTo('Record A')
    await expect.poll(() => person.total()).toEqual({ total: 10_000, all: 10_000 })
    await person.goTo('Record B')
    await expect.poll(() => person.total()).toEqual({ total: 2000, all: 2000 })
    await person.goTo('Devices')
    await expect.poll(() => person.total()).toEqual({ total: 50, all: 50 })
  })

  test('[SE1, SE7] each letter narrows the list, accents or not', async () => {
    const names = server.rows<{ name: string }>('select name from record_a').map(row => folded(row.name))
    await person.goTo('Record A')
    let last = 10_000
    for (const word of ['dew', 'dewi', 'dewi w', 'dewi wija']) {
      await person.search(word)
      const total = names.filter(name => word.split(' ').every(part => name.includes(part))).length
      if (word.length > 6) await expect.poll(async () => (await person.total()).total).toBe(total)
      let now = -1
      // It says nothing while the list is on its way.
      await expect.poll(async () => (now = (await person.total()).total)).toBeGreaterThan(-1)
      expect(now).toBeLessThanOrEqual(last)
      last = now
    }
    expect(last).toBeGreaterThan(0)
  })

  test('[SE1] a PIN with its zeros finds its one owner', async () => {
    const [owner] = server.rows<{ pin: string; name: string }>(
      'select pin, name from record_a where id = 1234',
    )
    await person.search(`pin:${owner!.pin}`)
    await expect.poll(async () => (await person.total()).total).toBe(1)
    expect(await person.row(owner!.pin).count()).toBe(1)
  })

  test('[MG1, ST2] what is changed and saved is on the server a moment later, and nothing else with it', async () => {
    const [before] = server.rows('select * from record_a where id = 1234')
    await person.row(String(before!.pin)).click()
    await person.editOpen({ Name: 'Déwi Lestari, S.Kom.', Verify: before!.verify !== 1n })
    await person.waitForStatus(/^All sent/)
    const [after] = server.rows('select * from record_a where id = 1234')
    expect(after).toEqual({
      ...before,
      name: 'Déwi Lestari, S.Kom.',
      verify: before!.verify === 1n ? 0n : 1n,
      version: after!.version,
      changed_by: budi.username,
      changed_at: after!.changed_at,
    })
    expect(after!.version).toBeGreaterThan(before!.version as bigint)
  })

  test('[CH10, UI24, SE6] who changed them last is said, shown as a column, sorted and filtered by', async () => {
    const { page } = person
    const [owner] = server.rows<{ changed_at: string }>('select changed_at from record_a where id = 1234')
    const detail = page.locator('article')
    await expect.poll(() => detail.textContent()).toContain(`Changed by${budi.username}`)
    await person.find('Record A', '')
    await page.setViewportSize({ width: 390, height: 844 })
    await person.button('Columns').click()
    const panel = page.getByRole('dialog', { name: 'Choose columns' })
    const rightOf = () => panel.evaluate(each => each.getBoundingClientRect().right)
    await expect.poll(rightOf).toBeLessThan(390)
    // Wide enough for one column more than there are at first.
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByLabel('Changed', { exact: true }).click()
    // Turned about, the page is laid out anew around the open panel.
    await page.setViewportSize({ width: 390, height: 844 })
    const leftOf = () => panel.evaluate(each => each.getBoundingClientRect().left)
    await expect.poll(leftOf).toBeGreaterThan(0)
    await expect.poll(rightOf).toBeLessThan(390)
    await page.setViewportSize({ width: 1440, height: 900 })
    await person.button('Columns').click()
    const head = page.getByRole('grid').getByRole('button', { name: 'Changed', exact: true })
    await head.click()
    await head.click()
    await expect.poll(() => page.getByRole('row').nth(1).textContent()).toContain('Déwi Lestari, S.Kom.')
    // The browser's day, wherever it stands.
    const timeZone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
    const day = new Date(owner!.changed_at).toLocaleDateString('sv', { timeZone })
    await person.open(`/record_a?f=changed_by:is:${budi.username}&f=changed_at:to:${day}`)
    await expect.poll(async () => (await person.total()).total).toBe(1)
    // Otherwise the list would be filtered so when the person comes back to it.
    await person.open('/record_a')
    await page.setViewportSize({ width: 1024, height: 768 })
  })

  test('[UI14] the list is where it was left, after a record, a form and another screen', async () => {
    const { page } = person
    await person.find('Record A', '')
    const grid = page.getByRole('grid')
    const top = () => grid.evaluate(box => box.scrollTop)
    const firstInSight = () =>
      grid.evaluate(box => {
        const head = box.querySelector('[role=columnheader]')?.getBoundingClientRect().bottom ?? 0
        const rows = [...box.querySelectorAll('[role=rowgroup] [role=row]')]
        const first = rows.find(row => row.getBoundingClientRect().top >= head)
        return first?.querySelector('.open')?.textContent
      })
    await grid.evaluate(box => box.scrollTo({ top: 120_000, left: 0 }))
    const isThere = () => grid.evaluate(box => box.querySelector('.open') && !box.querySelector('.row .bar'))
    await expect.poll(isThere).toBe(true)
    // By the page itself: a driver may scroll the list to have the row where it likes.
    const openRowInTheMiddle = () =>
      grid.evaluate(box => {
        const { top, height } = box.getBoundingClientRect()
        const rows = [...box.querySelectorAll<HTMLElement>('[role=rowgroup] [role=row]')]
        rows.find(each => each.getBoundingClientRect().top > top + height / 2)?.click()
      })
    const [place, row] = [await top(), await firstInSight()]
    const isAsLeft = async () => {
      await grid.waitFor()
      await expect.poll(async () => [await top(), await firstInSight()]).toEqual([place, row])
    }
    for (const size of [
      { width: 1024, height: 768 },
      { width: 1440, height: 768 },
    ]) {
      await page.setViewportSize(size)
      await openRowInTheMiddle()
      await person.control(/^Edit$/).click()
      await person.button('Cancel').click()
      await person.control(/^Edit$/).waitFor()
      await page.goBack()
      await isAsLeft()
      await person.goTo('Settings')
      await person.goTo('Record A')
      await isAsLeft()
    }
  })

  test('the browser had nothing to complain of', () => {
    expect(person.complaints).toEqual([])
  })
})
