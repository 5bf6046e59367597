/** The app itself, from an empty profile to the end of a day, through its real screens. */
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { projectRoot } from '../../../server/commands/build.ts'
import { joinedTexts } from '../../../shared/joined-texts.ts'
import { budi, signIn } from '../../e2e/accounts.ts'
import type { TestServer } from '../../e2e/server.ts'
import { serverWith } from '../data.ts'
import { bytesStored, heaps } from '../memory.ts'
import { longTaskMs } from '../metrics.ts'
import type { Sample } from '../results.ts'
import { bundle, Tablet } from '../tablet.ts'
import { buildUnsealed, servingOf } from '../unsealed/build.ts'
import { coldOpen, firstSync, openedHeap, type Place } from './first-sync.ts'
import { exporting, overview } from './handing-on.ts'
import { pushing, receiving, saving } from './saving.ts'
import { filtering, sorting, typing } from './searching.ts'

const saves = 20
const offlineEdits = 5000
const changedRecords = 1000
/** A sheet holds a million rows, and no office opens one. */
const mostExported = 100_000

interface Options {
  /** How many times slower than this machine. */
  slowness?: number
  /** Nothing is encrypted. */
  isUnsealed?: boolean
}

export async function measureOurs(
  records: number,
  sample: Sample,
  { slowness = 1, isUnsealed = false }: Options = {},
): Promise<void> {
  const client = isUnsealed ? await buildUnsealed() : join(projectRoot, 'dist')
  const server = await serverWith(records, isUnsealed ? servingOf(client) : {})
  const tablet = new Tablet([await bundle('page/probe.ts')], slowness)
  const place: Place = { server, tablet, records }
  /** A search is shorter than a moment of a slowed browser, whose worker then sees no slowness. */
  async function keep(step: Promise<Sample>): Promise<void> {
    const entries = Object.entries(await step)
    const slowed = entries.filter(([id]) => slowness === 1 || !id.startsWith('engine-'))
    Object.assign(sample, Object.fromEntries(slowed))
  }
  try {
    await keep(firstSync(place))
    const longestAtFirst = await longestTask(place)
    // Not before: it makes the server ready for the same questions.
    sample.wire = await bytesOverTheWire(server)
    await keep(coldOpen(place))
    await keep(scriptSizes(place, client, sample['page-rows'] ?? 0))
    await keep(openedHeap(place))
    await keep(typing(place))
    await keep(sorting(place))
    await keep(filtering(place))
    await keep(overview(place))
    // What follows does not depend on it, and is worth measuring all the same.
    const [saved] = await Promise.allSettled([keep(saving(place, saves))])
    await keep(pushing(place, Math.min(offlineEdits, records / 10)))
    await keep(receiving(place, Math.min(changedRecords, records / 10)))
    const { main, workers } = await heaps(tablet.page)
    Object.assign(sample, { 'heap-main': main, heap: main + workers })
    if (records <= mostExported) await keep(exporting(place))
    sample['longest-task'] = Math.max(longTaskMs, longestAtFirst, await longestTask(place))
    await tablet.stop()
    sample.disk = bytesStored(tablet.folder)
    if (saved.status === 'rejected') throw saved.reason
  } catch (error) {
    await tablet.photograph(`failure-${records}.png`)
    throw error
  } finally {
    await tablet.remove()
    await server.remove()
  }
}

/** Of the page that is open now; 0 when none was long enough to be told of. */
function longestTask({ tablet: { page } }: Place): Promise<number> {
  return page.evaluate(() => window.bench.recorder.longestTask)
}

/** Of everything the first sync asks for, as it travels. */
async function bytesOverTheWire(server: TestServer): Promise<number> {
  const headers = { cookie: await signIn(server, budi), 'accept-encoding': 'gzip' }
  return new Promise((resolve, reject) => {
    get(`${server.origin}/api/sync/changes?${new URLSearchParams(joinedTexts)}`, { headers }, response => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      response.on('end', () => resolve(bytes))
      response.on('error', reject)
    }).on('error', reject)
  })
}

/** What a script imports at once. */
function besides(script: string): string[] {
  return [...script.matchAll(/\bfrom\s*["'`]\.\/([^"'`]+)["'`]/g)].map(([, name]) => `/assets/${name}`)
}

/** The scripts that this page asked for until its rows were there, ms after it began to load. */
async function scriptSizes({ tablet: { page } }: Place, client: string, rows: number): Promise<Sample> {
  const urls = await page.evaluate(
    rows =>
      performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime < rows)
        .map(({ name }) => new URL(name).pathname),
    rows,
  )
  const fileOf = (path: string) => readFileSync(join(client, path), 'utf8')
  const sizeOf = (paths: string[]) => paths.reduce((sum, path) => sum + gzipSync(fileOf(path)).length, 0)
  const scripts = urls.filter(path => path.endsWith('.js'))
  // Some browsers tell a page of what its worker imports, and some do not.
  const entries = scripts.filter(path => path.includes('/worker-'))
  const ofWorker = new Set(entries)
  // What is added is visited as well.
  for (const path of ofWorker) for (const each of besides(fileOf(path))) ofWorker.add(each)
  return {
    'script-main': sizeOf(scripts.filter(path => !ofWorker.has(path))),
    'script-worker': sizeOf([...ofWorker]),
  }
}
