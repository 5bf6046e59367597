/** Story 11: browsers that are too old, lack a little, or may not run scripts; the person is told the truth. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectRoot } from '../../server/commands/build.ts'
import { budi, createAccounts } from './accounts.ts'
import { Person } from './person.ts'
import { TestServer } from './server.ts'

let server: TestServer
let person: Person

beforeAll(async () => {
  server = await TestServer.start()
  await createAccounts(server, [budi])
  person = await Person.sitDown({ origin: server.origin })
})

afterAll(async () => {
  await person.leave()
  await server.remove()
})

const check = readFileSync(join(projectRoot, 'client', 'public', 'browser-check.js'), 'utf8')
const needs = [...check.matchAll(/^ {4}'([\w.]+)',$/gm)].flatMap(match => match[1] ?? [])

/** Runs in the page before its own scripts: what the name stands for is gone. */
function takeAway(name: string): void {
  const parts = name.split('.')
  const last = parts.pop() ?? ''
  let owner = parts.reduce<object>((each, part) => Reflect.get(each, part) as object, globalThis)
  while (!Object.hasOwn(owner, last)) owner = Object.getPrototypeOf(owner) as object
  Reflect.deleteProperty(owner, last)
}

/** What Firefox 115, Safari 16.4 and Chrome 111 do not have, all of it. */
const takeAwayYounger = `
  for (const [owner, names] of [
    [Promise, ['withResolvers', 'try']],
    [Map, ['groupBy']],
    [Object, ['groupBy']],
    [Array, ['fromAsync']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [Set.prototype, ['difference', 'intersection', 'isDisjointFrom', 'isSubsetOf', 'isSupersetOf', 'symmetricDifference', 'union']],
    [Object.getPrototypeOf(Object.getPrototypeOf([].values())), ['drop', 'every', 'filter', 'find', 'flatMap', 'forEach', 'map', 'reduce', 'some', 'take', 'toArray']],
    [ArrayBuffer.prototype, ['transfer', 'transferToFixedLength']],
    [AbortSignal, ['any', 'timeout']],
    [URL, ['canParse', 'parse']],
    [Response, ['json']],
    [globalThis, ['Iterator', 'CompressionStream', 'requestIdleCallback', 'scheduler', 'trustedTypes']],
    [globalThis.StorageManager?.prototype ?? {}, ['estimate']],
    [Intl, ['Segmenter', 'DurationFormat']],
  ]) for (const name of names) delete owner[name];
`

/** A tab of its own, before it has opened anything; `asked` hears of each address it asks the server for. */
async function newTab(): Promise<{ tab: Page; asked: string[]; complaints: string[] }> {
  const tab = await person.playwright.context.newPage()
  const asked: string[] = []
  const complaints: string[] = []
  tab.on('request', request => asked.push(new URL(request.url()).pathname))
  tab.on('pageerror', error => complaints.push(error.message))
  tab.on('console', message => message.type() === 'error' && complaints.push(message.text()))
  return { tab, asked, complaints }
}

async function expectInBothLanguages(tab: Page, inEnglish: RegExp, inIndonesian: RegExp): Promise<void> {
  await tab.getByRole('heading', { name: inEnglish }).waitFor()
  await tab.getByRole('heading', { name: inIndonesian }).waitFor()
  expect(await tab.locator('section[lang=en]').getByRole('heading', { name: inEnglish }).count()).toBe(1)
  expect(await tab.locator('section[lang=id]').getByRole('heading', { name: inIndonesian }).count()).toBe(1)
}

async function expectVersions(tab: Page): Promise<void> {
  const page = tab.getByRole('main')
  await page.getByText('Safari 16.4, Chrome or Edge 111, Firefox 115, or later').waitFor()
  await page.getByText('Safari 16.4, Chrome atau Edge 111, Firefox 115, atau yang lebih baru').waitFor()
}

describe('A browser that is too old', () => {
  test.each(needs)('[BR2] without %s: it is told so, and nothing else starts', async name => {
    const { tab, asked, complaints } = await newTab()
    await tab.addInitScript(takeAway, name)
    await tab.goto(server.origin)
    await expectInBothLanguages(tab, /This browser is too old/, /Peramban ini terlalu usang/)
    await expectVersions(tab)
    const page = tab.getByRole('main')
    await page.getByText(`Missing · Tidak ada: ${name}`, { exact: true }).waitFor()
    await page.getByText('Nothing saved in this browser is lost').waitFor()
    await page.getByText('Yang tersimpan di peramban ini tidak hilang').waitFor()
    expect(tab.workers()).toEqual([])
    expect(asked.filter(path => path.startsWith('/api/') || path === '/sw.js')).toEqual([])
    expect(complaints).toEqual([])
    expect(await tab.locator('#app').count()).toBe(0)
    await tab.close()
  })

  test('[BR3] an address without https is called just that', async () => {
    const { tab } = await newTab()
    await tab.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }))
    await tab.addInitScript(takeAway, 'navigator.locks')
    await tab.goto(server.origin)
    await expectInBothLanguages(tab, /This address is not secure/, /Alamat ini tidak aman/)
    expect(
      await tab
        .getByRole('main')
        .getByText(/too old|usang/)
        .count(),
    ).toBe(0)
    expect(await tab.getByRole('main').getByText('https://').count()).toBe(2)
    await tab.close()
  })

  test('[BR4] without JavaScript the page says what to switch on, and which versions work', async () => {
    const { tab } = await newTab()
    const session = await person.playwright.context.newCDPSession(tab)
    await session.send('Emulation.setScriptExecutionDisabled', { value: true })
    await tab.goto(server.origin)
    await expectInBothLanguages(tab, /JavaScript is switched off/, /JavaScript dimatikan/)
    await expectVersions(tab)
    await tab.close()
  })
})

describe('A script that does not start', () => {
  const broken = { contentType: 'text/javascript', body: 'const const = 1' }
  test.each([
    ['the first script cannot be read', /assets\/index-/, broken],
    ['the first script does not come', /assets\/index-/, { status: 404 }],
    ['a script it needs cannot be read', /assets\/first-/, broken],
    ['the screens do not come', /assets\/app-.*js/, { status: 503 }],
    ['the worker cannot be read', /assets\/worker-/, broken],
    ['the worker does not come', /assets\/worker-/, { status: 404 }],
    ['the worker fails at once', /assets\/worker-/, { ...broken, body: 'undefined.records()' }],
  ])('[BR5] %s: the page says so, and goes on when it is loaded again', async (_, path, answer) => {
    const { tab } = await newTab()
    // It would answer from what it keeps.
    await tab.addInitScript(takeAway, 'navigator.serviceWorker')
    await person.playwright.context.route(path, route => route.fulfill(answer))
    await tab.goto(server.origin)
    await expectInBothLanguages(tab, /could not be started/, /tidak dapat dimulai/)
    await expectVersions(tab)
    await person.playwright.context.unroute(path)
    await tab.getByRole('link', { name: 'Muat ulang' }).click()
    await tab.getByLabel('User name', { exact: true }).waitFor()
    expect(await tab.getByText(/could not be started/).count()).toBe(0)
    await tab.close()
  })
})

describe('The oldest browser that works', () => {
  test('[BR1] signs in, saves and sends without anything younger', async () => {
    // The other tabs had reasons to.
    const complainedBefore = person.complaints.length
    await person.playwright.context.addInitScript(takeAwayYounger)
    let scripts = 0
    await person.playwright.context.route(/assets\/.*\.js$/, async route => {
      const answer = await route.fetch()
      scripts++
      await route.fulfill({ response: answer, body: takeAwayYounger + (await answer.text()) })
    })
    await person.signIn(budi)
    await person.waitForFirstSync()
    const left = () => ['groupBy' in Map, 'any' in AbortSignal, 'map' in [].values()]
    expect(await person.page.evaluate(left)).toEqual([false, false, false])
    expect(await person.playwright.page.workers()[0]!.evaluate(left)).toEqual([false, false, false])
    expect(scripts).toBeGreaterThan(5)
    await person.create('Devices', { Name: 'Gerbang lama é 🌋' })
    await person.waitForStatus(/^All sent/)
    expect(server.rows('select name from device')).toEqual([{ name: 'Gerbang lama é 🌋' }])
    await person.goTo('Sync')
    await person.page.getByRole('heading', { name: 'Sync' }).first().waitFor()
    expect(person.complaints.slice(complainedBefore)).toEqual([])
  })
})
