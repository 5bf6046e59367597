/** Story 8: values at the edge go out, come back and are shown exactly as they were typed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { budi, citra, createAccounts } from './accounts.ts'
import { dewi, gudang } from './entries.ts'
import { Person } from './person.ts'
import { TestServer } from './server.ts'

const emoji = '😀'.repeat(59) + '🧕'
const markup = '<img src=x onerror="document.title=`broken`">'
const pin = '000000000000000000000000000042'
const largest = '9223372036854775807'

let server: TestServer
let writer: Person
let reader: Person

beforeAll(async () => {
  server = await TestServer.start()
  await createAccounts(server, [budi, citra])
  writer = await Person.sitDown({ origin: server.origin })
  reader = await Person.sitDown({ origin: server.origin, locale: 'id-ID' })
  await writer.signIn(budi)
  await writer.waitForFirstSync()
  await reader.signIn(citra, 'id')
})

afterAll(async () => {
  await writer.leave()
  await reader.leave()
  await server.remove()
})

describe('Any text', () => {
  test('[VA4] sixty emoji fit into sixty characters, and come out on the other side', async () => {
    await writer.create('Record B', { ...gudang, Nama: emoji })
    await writer.waitForStatus(/^All sent/)
    expect(server.rows('select nama from record_b')).toEqual([{ nama: emoji }])
    await reader.open('/record_b')
    await reader.page.getByText(emoji).first().waitFor()
  })

  test('[VA3] markup is text, and zeros in front stay', async () => {
    server.change('insert into counters (kind, last) values (?, ?)', 'device', BigInt(largest) - 1n)
    await writer.create('Devices', { Name: 'Gerbang 0' })
    await writer.create('Record A', { ...dewi(markup, pin), Device: 'Gerbang 0' })
    await writer.waitForStatus(/^All sent/)
    expect(server.rows('select name, pin, device_id, passwd from record_a')).toEqual([
      { name: markup, pin, device_id: BigInt(largest), passwd: 'rahasia 7' },
    ])
    await reader.open('/record_a')
    await reader.page.getByText(markup).first().waitFor()
    await reader.page.getByText(pin).first().waitFor()
    expect(await reader.page.title()).not.toBe('broken')
  })

  test('[VA9] the largest id is the same on the server, on the wire and in the link', async () => {
    expect(server.rows('select id from device')).toEqual([{ id: BigInt(largest) }])
    await writer.goTo('Record A')
    await writer.row(pin).click()
    await writer.page.getByRole('link', { name: 'Gerbang 0' }).first().click()
    await writer.page.getByRole('heading', { name: 'Gerbang 0' }).first().waitFor()
    const changes = await writer.page.evaluate(async () => (await fetch('/api/sync/changes')).text())
    expect(changes).toContain(`"id":["${largest}"]`)
    expect(changes).toContain(`"device_id":["${largest}"]`)
  })

  test('the browser had nothing to complain of', () => {
    expect([...writer.complaints, ...reader.complaints]).toEqual([])
  })
})
