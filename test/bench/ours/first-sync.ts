/** From an empty profile to every record on the device, and from a full one to the first rows. */
import { rareWord } from '../data.ts'
import { heaps } from '../memory.ts'
import { commonWord } from '../queries.ts'
import type { Sample } from '../results.ts'
import { budi } from '../../e2e/accounts.ts'
import type { TestServer } from '../../e2e/server.ts'
import type { Tablet } from '../tablet.ts'
import { forget } from './acts.ts'

export interface Place {
  server: TestServer
  tablet: Tablet
  records: number
}

/** A search that finds at least the record that arrives last. */
function lastRecord(server: TestServer): { name: string; pin: string } {
  const [row] = server.rows<{ name: string; pin: string }>(
    'select name, pin from record_a order by version desc, id desc limit 1',
  )
  return row ?? { name: '', pin: '' }
}

/**
 * From the press of *Sign in* on a browser that has never been here. The app itself is stored by then: a person takes
 * longer to type a name and a password.
 */
export async function firstSync({ server, tablet, records }: Place): Promise<Sample> {
  await tablet.start()
  const { page } = tablet
  await page.goto(server.origin)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.getByLabel('User name', { exact: true }).fill(budi.username)
  await page.getByLabel('Password', { exact: true }).fill(budi.password)
  await forget(page)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const { name, pin } = lastRecord(server)
  const sample = await page.evaluate(
    async ({ word, last, records }) => {
      const [press] = window.bench.recorder.acts
      await window.bench.until(({ isComplete }) => isComplete)
      const durableAt = performance.now()
      const engine = await window.bench.engine
      const find = (search: string) =>
        engine.query('record_a', { search, filters: [], sort: [], states: [] }, 0, 100)
      await find(word)
      const foundAt = performance.now()
      const { total, all } = await find(last)
      if (total === 0 || all !== records) throw new Error(`${total} of ${all} records after the first sync`)
      return { 'first-sync': foundAt - (press?.at ?? 0), 'first-search': foundAt - durableAt }
    },
    { word: commonWord, last: `"${name}" pin:${pin}`, records },
  )
  // What the server said meanwhile is read before the network goes.
  await page.evaluate(() => window.bench.until(({ state }) => state === 'idle'))
  return sample
}

/** Opens until the list is on the screen, and then looks for these words; ms since the page began to load. */
async function painted({ server, tablet }: Place, words: readonly string[]) {
  await tablet.start({ offline: true })
  await tablet.page.goto(`${server.origin}/record_a`, { waitUntil: 'commit' })
  return tablet.page.evaluate(async words => {
    // The app may have asked long before there was a list to draw.
    const isFilled = () => document.querySelectorAll('[role=row][aria-selected]').length >= 5
    while (!isFilled()) await new Promise(requestAnimationFrame)
    const rows = await window.bench.painted()
    const engine = await window.bench.engine
    const found: number[] = []
    for (const search of words) {
      const query = { search, filters: [], sort: [], states: [] }
      const { total } = await engine.query('record_a', query, 0, 100)
      if (total === 0) throw new Error(`${search} was not found`)
      found.push(performance.now())
    }
    return { origin: performance.timeOrigin, rows, found }
  }, words)
}

/** The browser is started anew, on the full profile and without a network. */
export async function coldOpen(place: Place): Promise<Sample> {
  const { server, tablet, records } = place
  await tablet.stop()
  await server.stop()
  await tablet.start({ offline: true })
  await tablet.page.goto('data:text/html,<p>empty')
  const now = await tablet.page.evaluate(() => performance.timeOrigin + performance.now())
  const browser = now - tablet.startedAt
  await tablet.stop()

  const { origin, rows, found } = await painted(place, [commonWord, await rareWord(records)])
  const [common = Number.NaN, rare = Number.NaN] = found
  return {
    browser,
    'cold-rows': origin + rows - tablet.startedAt,
    'page-rows': rows,
    'cold-search': origin + common - tablet.startedAt,
    'cold-rare': origin + rare - tablet.startedAt,
  }
}

/** Once more, for what is in memory before anybody has searched; then as far as after the first opening. */
export async function openedHeap(place: Place): Promise<Sample> {
  const { tablet, records } = place
  await tablet.stop()
  await painted(place, [])
  // It answers when every record is there.
  await tablet.page.evaluate(async () => void (await (await window.bench.engine).attention()))
  const { main, workers } = await heaps(tablet.page)
  await tablet.stop()
  await painted(place, [commonWord, await rareWord(records)])
  return { 'heap-opened': main + workers }
}
