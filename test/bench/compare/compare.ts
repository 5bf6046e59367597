/** One peer, through the same acts as the app. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Call } from '../page/recorder.ts'
import { rareWord } from '../data.ts'
import { bytesStored, heaps } from '../memory.ts'
import { NotDone, patienceMs } from '../patience.ts'
import { commonWord, keyPauseMs, typedQueries } from '../queries.ts'
import type { Sample } from '../results.ts'
import { quantile } from '../statistics.ts'
import { Tablet } from '../tablet.ts'
import { startWorkerClock } from '../worker-clock.ts'
import { buildPeers } from './build.ts'
import { changeMark, type RecordsServer, serveRecords } from './records-server.ts'

/** As the peers' page offers it; its own types stay with the peers' packages. */
interface PeerPage {
  recorder: { acts: { at: number; handledAt: number }[]; calls: Call[]; forget(): void }
  started: Promise<void>
  shown?: Promise<void>
  search(text: string): Promise<unknown[]>
  sync(batches: number): Promise<void>
  index(): Promise<boolean>
  webAssemblyBytes(): Promise<number>
  receive(): Promise<void>
}

declare global {
  interface Window {
    peer: PeerPage
  }
}

const saves = 20

interface Asked {
  sample: Sample
  /** After that it is stopped. */
  mostMs: number
}

export async function measurePeer(name: string, records: number, { sample, mostMs }: Asked): Promise<void> {
  const server = await serveRecords(records, await buildPeers())
  const tablet = new Tablet([])
  let stopping: Promise<void> | undefined
  const impatience = setTimeout(() => {
    stopping = tablet.stop()
  }, mostMs)
  try {
    sample.wire = server.zippedBytes
    await firstSync({ name, server, tablet }, sample)
    await coldOpen({ name, server, tablet }, sample, await rareWord(records))
    await typing(tablet.page, sample)
    await pressing(tablet.page, sample)
    await tablet.context.setOffline(false)
    await receiving(tablet.page, sample)
    const { main, workers } = await heaps(tablet.page)
    const webAssembly = await tablet.page.evaluate(() => window.peer.webAssemblyBytes())
    Object.assign(sample, { 'heap-main': main, heap: main + workers + webAssembly })
    await tablet.stop()
    sample.disk = bytesStored(tablet.folder)
  } catch (error) {
    throw stopping ? new NotDone(error) : error
  } finally {
    clearTimeout(impatience)
    // A browser that still runs would make its profile again.
    await stopping
    await tablet.remove()
    server.close()
  }
}

interface Place {
  name: string
  server: RecordsServer
  tablet: Tablet
}

/** As for the app: the page and its scripts are stored, and the database is made within the time. */
async function firstSync({ name, server, tablet }: Place, sample: Sample): Promise<void> {
  await tablet.start()
  await tablet.page.goto(`${server.origin}/#${name}`)
  await tablet.page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const took = await tablet.page.evaluate(
    async ({ word, batches }) => {
      await window.peer.started
      const at = performance.now()
      await window.peer.sync(batches)
      const durableAt = performance.now()
      const hasIndex = await window.peer.index()
      const indexedAt = performance.now()
      await window.peer.search(word)
      const foundAt = performance.now()
      return {
        'first-sync': foundAt - at,
        'first-search': foundAt - indexedAt,
        ...(hasIndex && { 'first-index': indexedAt - durableAt }),
      }
    },
    { word: commonWord, batches: server.batches },
  )
  Object.assign(sample, took)
}

async function coldOpen({ name, server, tablet }: Place, sample: Sample, rare: string): Promise<void> {
  await tablet.stop()
  await tablet.start({ offline: true })
  await tablet.page.goto(`${server.origin}/#${name}/full`, { waitUntil: 'commit' })
  await tablet.page.waitForFunction(() => 'peer' in window)
  const { origin, rows, common, rareHits, last } = await tablet.page.evaluate(
    async ({ word, rare }) => {
      await window.peer.shown
      const [first] = window.peer.recorder.calls
      while (!first?.paintedAt) await new Promise(requestAnimationFrame)
      await window.peer.search(word)
      const common = performance.now()
      const rareHits = (await window.peer.search(rare)).length
      const last = performance.now()
      return { origin: performance.timeOrigin, rows: first.paintedAt, common, rareHits, last }
    },
    { word: commonWord, rare },
  )
  if (rareHits === 0) throw new Error(`${name} does not find ${rare}`)
  sample['cold-rows'] = origin + rows - tablet.startedAt
  sample['page-rows'] = rows
  sample['cold-search'] = origin + common - tablet.startedAt
  sample['cold-rare'] = origin + last - tablet.startedAt
}

async function answered(page: Page, method = 'query') {
  await page.waitForFunction(
    method => {
      const { acts, calls } = window.peer.recorder
      const since = calls.filter(
        call => call.method === method && call.askedAt >= (acts.at(-1)?.handledAt ?? 0),
      )
      return acts.length > 0 && since.length > 0 && calls.every(call => call.paintedAt > 0)
    },
    method,
    { polling: 20, timeout: patienceMs },
  )
  const { acts, calls } = await page.evaluate(() => {
    const { acts, calls } = window.peer.recorder
    return { acts, calls }
  })
  return acts.flatMap(act => {
    const call = calls.find(each => each.method === method && each.askedAt >= act.handledAt)
    return call ? [{ paintedMs: call.paintedAt - act.at, answeredMs: call.answeredAt - act.at }] : []
  })
}

async function typing(page: Page, sample: Sample): Promise<void> {
  const painted: number[] = []
  const engine: number[] = []
  const timesOf = await startWorkerClock(page)
  await page.locator('input').click()
  for (const query of typedQueries) {
    await page.evaluate(() => window.peer.recorder.forget())
    await timesOf('ask')
    for (const key of query) {
      await page.keyboard.press(key === ' ' ? 'Space' : key)
      await pause(keyPauseMs)
    }
    const acts = await answered(page)
    painted.push(...acts.map(act => act.paintedMs))
    engine.push(...(await timesOf('ask')))
    await page.evaluate(() => window.peer.recorder.forget())
    await page.locator('input').fill('')
    await answered(page)
  }
  for (const [share, label] of [
    [0.5, 'p50'],
    [0.95, 'p95'],
    [1, 'max'],
  ] as const) {
    sample[`key-${label}`] = quantile(painted, share)
    sample[`engine-${label}`] = quantile(engine, share)
  }
}

async function pressing(page: Page, sample: Sample): Promise<void> {
  const press = async (name: string, method?: string) => {
    await page.evaluate(() => window.peer.recorder.forget())
    await page.locator(`[name=${name}]`).click()
    const [act] = await answered(page, method)
    return act ?? { paintedMs: Number.NaN, answeredMs: Number.NaN }
  }
  sample['sort-first'] = (await press('name')).paintedMs
  sample['sort-again'] = (await press('name')).paintedMs
  sample['sort-pin'] = (await press('pin')).paintedMs
  sample['sort-device'] = (await press('device_id')).paintedMs
  sample['filter-device'] = (await press('device')).paintedMs
  sample['filter-dates'] = (await press('dates')).paintedMs
  await press('first')
  const durable: number[] = []
  const shown: number[] = []
  for (let index = 0; index < saves; index++) {
    durable.push((await press('save', 'save')).answeredMs)
    shown.push((await answered(page))[0]?.paintedMs ?? Number.NaN)
  }
  sample['save-durable'] = quantile(durable, 0.95)
  sample['save-shown'] = quantile(shown, 0.95)
}

/** Until a frame with the list is painted, as for the app; that the changes are there is looked up afterwards. */
async function receiving(page: Page, sample: Sample): Promise<void> {
  const { ms, hits } = await page.evaluate(async mark => {
    const { recorder } = window.peer
    recorder.forget()
    const at = performance.now()
    await window.peer.receive()
    while (!recorder.calls[0]?.paintedAt) await new Promise(requestAnimationFrame)
    const ms = recorder.calls[0].paintedAt - at
    return { ms, hits: (await window.peer.search(mark)).length }
  }, changeMark)
  if (hits === 0) throw new Error('What others changed did not arrive')
  sample.incremental = ms
}
