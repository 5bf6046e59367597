/** Story 1: a new server, its first admin, its first editor, and lists with nothing in them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin, budi } from './accounts.ts'
import { Person } from './person.ts'
import { TestServer } from './server.ts'

let server: TestServer
let ayu: Person
let editor: Person

beforeAll(async () => {
  server = await TestServer.start()
  ayu = await Person.sitDown({ origin: server.origin })
  editor = await Person.sitDown({ origin: server.origin })
})

afterAll(async () => {
  await ayu.leave()
  await editor.leave()
  await server.remove()
})

describe('First run', () => {
  test('[AC1] the printed code makes the first admin, a wrong one does not, and none does it twice', async () => {
    await ayu.open('/')
    await ayu.setUp('AAAA-BBBB-CCCC', admin)
    await ayu.page.getByText('The code is not right, or no longer counts.').waitFor()
    await ayu.setUp(await server.setupCode(), admin)
    await ayu.waitForFirstSync()
    expect(server.rows('select username, role from user')).toEqual([{ username: 'ayu', role: 'admin' }])
    const again = await fetch(`${server.origin}/api/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.origin },
      body: JSON.stringify({
        code: await server.setupCode(),
        username: 'mallory',
        password: 'sembarang-saja',
      }),
    })
    expect(again.status).toBe(409)
  })

  test.each([
    ['Record A', /Add the first Device/],
    ['Record B', /saved in this browser at once/],
    ['Devices', /saved in this browser at once/],
  ])('[MD2, UI72] the empty list of %s says what to do', async (kind, words) => {
    await ayu.goTo(kind)
    await ayu.page.getByText(/^No .+ yet$/).waitFor()
    await ayu.page.getByText(words).waitFor()
    expect(await ayu.page.getByRole('link', { name: /^New/ }).or(ayu.button(/^New/)).count()).toBeGreaterThan(
      0,
    )
  })

  test('[AC2] the admin makes an editor, who signs in and may write, but not manage users', async () => {
    await ayu.createUser({ ...budi, name: 'Budi Santoso', role: 'Editor' })
    await editor.signIn(budi)
    await editor.waitForFirstSync()
    expect(await editor.page.getByRole('link', { name: 'Users' }).count()).toBe(0)
    await editor.create('Devices', { Name: 'Gerbang Utama 01' })
    await editor.waitForStatus(/^All sent/)
    expect(server.rows('select id, name from device')).toEqual([{ id: 1n, name: 'Gerbang Utama 01' }])
  })

  test('[RQ8] nothing anybody typed stands in the log', () => {
    for (const word of [admin.password, budi.password, 'Gerbang']) expect(server.log).not.toContain(word)
  })

  test('the browser had nothing to complain of', () => {
    expect([...ayu.complaints, ...editor.complaints]).toEqual([])
  })
})
