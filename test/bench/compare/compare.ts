/** One peer, through the same acts as the app. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import type { Call } from '../page/recorder.ts'
import { cacheFolder } from '../data.ts'
import { bytesStored, heaps } from '../memory.ts'
import { NotDone, patienceMs } from '../patience.ts'
import { keyPauseMs, typedQueries } from '../queries.ts'
import type { Sample } from '../results.ts'
import { quantile } from '../statistics.ts'
import { Tablet } from '../tablet.ts'
import { startWorkerClock } from '../worker-clock.ts'
import { serveRecords, type RecordsServer } from './records-server.ts'

/** As the peers' page offers it; its own types stay with the peers' packages. */
interface PeerPage {
  recorder: { acts: { at: number; handledAt: number }[]; calls: Call[]; forget(): void }
  open(name: string): Promise<void>
  show(): Promise<void>
  search(text: string): Promise<unknown[]>
  sync(batches: number): Promise<void>
  receive(): Promise<void>
}

declare global {
  interface Window {
    peer: PeerPage
  }
}

const folder = join(import.meta.dirname, '..', 'peers')
const built = join(cacheFolder, 'peers')
const saves = 20

let isBuilt = false

/** Installs the peers' packages beside them, and puts their page together. */
async function buildPeers(): Promise<string> {
  if (isBuilt) return built
  if (!existsSync(join(folder, 'node_modules'))) {
    console.log('Installing the peers …')
    const install = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
    if (install.status !== 0) throw new Error('The peers could not be installed')
  }
  await build({
    configFile: false,
    root: folder,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    worker: { format: 'es' },
    optimizeDeps: { exclude: ['@sqlite.org/sqlite-wasm'] },
    build: { outDir: built, emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 5000 },
  })
  isBuilt = true
  return built
}

export async function measurePeer(name: string, records: number, sample: Sample): Promise<void> {
  const server = await serveRecords(records, await buildPeers())
  const tablet = new Tablet([])
  let isLate = false
  const impatience = setTimeout(() => {
    isLate = true
    void tablet.stop()
  }, patienceMs)
  try {
    sample.wire = server.zippedBytes()
    await firstSync({ name, server, tablet }, sample)
    await coldOpen({ name, server, tablet }, sample)
    await typing(tablet.page, sample)
    await pressing(tablet.page, sample)
    sample.incremental = await tablet.page.evaluate(async () => {
      const at = performance.now()
      await window.peer.receive()
      return performance.now() - at
    })
    const { main, workers } = await heaps(tablet.page)
    Object.assign(sample, { 'heap-main': main, heap: main + workers })
    await tablet.stop()
    sample.disk = bytesStored(tablet.folder)
  } catch (error) {
    throw isLate ? new NotDone(error) : error
  } finally {
    clearTimeout(impatience)
    await tablet.remove()
    server.close()
  }
}

interface Place {
  name: string
  server: RecordsServer
  tablet: Tablet
}

async function firstSync({ name, server, tablet }: Place, sample: Sample): Promise<void> {
  await tablet.start()
  await tablet.page.goto(server.origin)
  sample['first-sync'] = await tablet.page.evaluate(
    async ({ name, batches }) => {
      await window.peer.open(name)
      const at = performance.now()
      await window.peer.sync(batches)
      await window.peer.search('dewi')
      return performance.now() - at
    },
    { name, batches: server.batches },
  )
}

async function coldOpen({ name, server, tablet }: Place, sample: Sample): Promise<void> {
  await tablet.stop()
  await tablet.start()
  await tablet.page.goto(server.origin)
  const { origin, rows, search } = await tablet.page.evaluate(async name => {
    await window.peer.open(name)
    await window.peer.show()
    const { calls } = window.peer.recorder
    while (!calls[0]?.paintedAt) await new Promise(requestAnimationFrame)
    await window.peer.search('dewi')
    return { origin: performance.timeOrigin, rows: calls[0].paintedAt, search: performance.now() }
  }, name)
  sample['cold-rows'] = origin + rows - tablet.startedAt
  sample['page-rows'] = rows
  sample['cold-search'] = origin + search - tablet.startedAt
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
    return call ? [{ paintedMs: call.paintedAt - act.at, answeredMs: call.answeredAt - call.askedAt }] : []
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
