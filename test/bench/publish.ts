/** Puts the results where people read them: tables and pictures in docs, the chief lines in the README. */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '../../server/commands/build.ts'
import { mostOfLimits } from './budgets.ts'
import { barChart, growthChart } from './chart.ts'
import { metrics } from './metrics.ts'
import { format, linesBySize, medianOf, tableBeside, tableBySize, tableBySubject } from './report.ts'
import { patience, repeatedMs } from './patience.ts'
import type { Results } from './results.ts'
import type { Subject } from './subjects.ts'

const begin = '<!-- bench -->'
const end = '<!-- /bench -->'

const peers = ['dexie', 'sqlite', 'wa-sqlite', 'tinybase', 'replicache', 'rxdb', 'pouchdb']
const drawnClients = ['ours', ...peers]
const clients = ['ours', 'unsealed', ...peers]
const servers = ['server-sqlite', 'server-postgres', 'server-postgres-4']
const compared = [
  'first-sync',
  'first-index',
  'first-search',
  'cold-rows',
  'cold-search',
  'cold-rare',
  'key-p50',
  'key-p95',
  'engine-p95',
  'sort-first',
  'sort-again',
  'filter-device',
  'filter-dates',
  'save-durable',
  'save-shown',
  'incremental',
  'heap',
  'disk',
  'wire',
]
/** What the README says of all that. */
const chief = ['first-sync', 'cold-rows', 'key-p95', 'save-shown', 'incremental', 'heap']
const drawn = ['first-sync', 'cold-search', 'key-p95', 'save-shown']
const grown = ['first-sync', 'cold-rows', 'key-p95', 'save-shown', 'heap']

/** What the picture is about when peers were measured with it; the most that there is otherwise. */
const preferredSize = 100_000

function drawnSize(results: Results): number {
  const sizes = results.sizesOf(peers)
  return sizes.includes(preferredSize) ? preferredSize : (sizes.at(-1) ?? 0)
}

function metricOf(id: string) {
  const metric = metrics.find(each => each.id === id)
  if (!metric) throw new Error(`There is no metric ${id}`)
  return metric
}

function growth(results: Results): string {
  return growthChart(
    grown.map(id => ({
      title: metricOf(id)
        .label.replace(/: .*|, p95|→.*/g, '')
        .trim(),
      unit: metricOf(id).unit,
      points: results.sizesOf(['ours']).flatMap(size => {
        const value = medianOf(results, 'ours', size, id)
        return value === undefined || value <= 0 ? [] : [[size, value] as const]
      }),
    })),
  )
}

function bars(results: Results, size: number, subjects: readonly Subject[]): string {
  const groups = drawn.map(id => ({
    title: metricOf(id).label,
    unit: metricOf(id).unit,
    bars: subjects
      .filter(({ name }) => drawnClients.includes(name))
      .flatMap(({ name, title }) => {
        const value = medianOf(results, name, size, id)
        return value === undefined ? [] : [{ title, value, isOurs: name === 'ours' }]
      }),
  }))
  return barChart(groups.filter(group => group.bars.length > 0))
}

/** Three digits: with fewer, what just misses its budget would look as if it kept it. */
const ratio = (value: number) => value.toPrecision(3)

/** How many times as long others take, and how far from what no design can beat. */
function relations(results: Results, size: number): string {
  const first = (subject: string) => medianOf(results, subject, size, 'first-sync')
  const ours = first('ours')
  if (ours === undefined) return ''
  const theirs = peers.flatMap(name => first(name) ?? [])
  const limits = ['limit-http', 'limit-parse', 'limit-write'].map(
    id => medianOf(results, 'limits', size, id) ?? 0,
  )
  const limit = limits.reduce((sum, each) => sum + each, 0)
  const [rxdb, pouchdb] = [first('rxdb'), first('pouchdb')]
  const unindexed = (pouchdb ?? 0) - (medianOf(results, 'pouchdb', size, 'first-index') ?? 0)
  const times = (value: number) => ratio(value / ours)
  const budget = (wanted: number) => (size === preferredSize ? ` (budget ${wanted})` : '')
  const theirTimes = [
    rxdb && `RxDB ${times(rxdb)}${budget(15)}`,
    pouchdb && `PouchDB ${times(pouchdb)}, which is ${times(unindexed)} without its indexes${budget(15)}`,
    theirs.length > 0 && `the fastest peer ${times(Math.min(...theirs))}${budget(2)}`,
  ].filter(Boolean)
  const share = `${ratio(ours / limit)} times that`
  const isOver = size >= preferredSize && ours / limit > mostOfLimits
  const limited =
    `Bare HTTP, JSON.parse and IndexedDB for the same bytes take ${format(limit, 'ms')}; ` +
    `Records takes ${isOver ? `**${share}**` : share}${size >= preferredSize ? ` (budget ${mostOfLimits})` : ''}.`
  return `First sync, times as long as Records: ${theirTimes.join('; ')}. ${limit > 0 ? limited : ''}`.trim()
}

/** Whatever did not get to its end, and why. */
function stopped(results: Results, subjects: readonly Subject[]): string {
  const titleOf = (name: string) => subjects.find(each => each.name === name)?.title ?? name
  return results.stops
    .map(
      ({ subject, size, why }) =>
        `${titleOf(subject)} at ${size.toLocaleString('en')}: ${why.split('\n')[0]}`,
    )
    .join('; ')
}

/** At each size at which a peer was tried; one of them in the open. */
function beside(results: Results, subjects: readonly Subject[]): string[] {
  const shown = subjects.filter(({ name }) => clients.includes(name))
  return results.sizesOf(peers).flatMap(size => {
    const title = `Beside others, ${size.toLocaleString('en')} records`
    const about = [
      tableBeside(results, size, shown, { ours: 'ours', peers, compared }),
      relations(results, size),
    ]
    return size === drawnSize(results)
      ? [`**${title}**`, ...about, '![Records and its peers](bench-peers.svg)']
      : [`<details><summary>${title}</summary>`, ...about, '</details>']
  })
}

function section(results: Results, subjects: readonly Subject[], about: string): string {
  const ofServers = results.sizesOf(servers).at(-1)
  const stops = stopped(results, subjects)
  const slow = tableBySize(results, 'slow')
  return [
    about,
    stops && `Stopped before the end: ${stops}.`,
    `**Records**, by number of records`,
    tableBySize(results, 'ours'),
    `![How cost grows with the number of records](bench-growth.svg)`,
    ...beside(results, subjects),
    `**The limits**: what no design can beat`,
    tableBySize(results, 'limits'),
    slow && '**Records on a machine four times slower**',
    slow,
    ...(ofServers === undefined
      ? []
      : [
          `**The server**, ${ofServers.toLocaleString('en')} records`,
          tableBySubject(
            results,
            ofServers,
            subjects.filter(({ name }) => servers.includes(name)),
          ),
        ]),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** Six lines and a picture. */
function summary(results: Results): string {
  return [
    `**Records**, by number of records`,
    linesBySize(results, 'ours', chief.map(metricOf)),
    `Beside others, with ${drawnSize(results).toLocaleString('en')} records:`,
    '![Records and its peers](docs/bench-peers.svg)',
  ].join('\n\n')
}

/** Where, when and on which commits; a part may have been measured on another than the rest. */
export function aboutRun(results: Results, chromium: string): string {
  const commits = [...new Set(results.measurements.map(({ commit }) => commit))].join(', ')
  const { model = 'unknown' } = cpus()[0] ?? {}
  const memory = Math.round(totalmem() / 2 ** 30)
  return (
    `\`npm run bench\` on commit ${commits}, ${new Date().toISOString().slice(0, 10)}: ${cpus().length} cores ` +
    `(${model}), ${memory} GB, ${chromium}, Node ${process.versions.node}. ` +
    'Medians of as many repetitions as the last row of each table says; bold is over its budget. Two budgets ' +
    'follow from the same run: the rows may come 250 ms after an empty browser and the first answer when it comes from ' +
    'SQLite-WASM, or half as late again with a million records. Beside others, the ' +
    'rows in which one of them is ahead of Records come first, in bold: both have a number, and theirs is better as it ' +
    'is printed. Without sealing, Records stores on the device what it otherwise encrypts there. Everything is measured ' +
    'three times up to 100,000 records, but peers and Records without sealing once with 10,000 and the slowed client ' +
    `once at all, and once with a million. A peer has ${patience} at each size: it is not repeated when once took more ` +
    `than ${repeatedMs / 1000} s, is stopped after that time, and is not tried where its first sync of fewer records ` +
    'says that it would need longer.'
  )
}

/** What stands between the two marks of a page is replaced; everything else there is written by hand. */
function replaceIn(page: string, text: string): void {
  const path = join(projectRoot, page)
  const [before, rest] = readFileSync(path, 'utf8').split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`${page} has no ${begin} … ${end}`)
  writeFileSync(path, `${before}${begin}\n\n${text}\n\n${end}${after}`)
}

export function publish(results: Results, subjects: readonly Subject[], chromium: string): void {
  const docs = join(projectRoot, 'docs')
  writeFileSync(join(docs, 'bench-growth.svg'), growth(results))
  writeFileSync(join(docs, 'bench-peers.svg'), bars(results, drawnSize(results), subjects))
  replaceIn('docs/benchmarks.md', section(results, subjects, aboutRun(results, chromium)))
  replaceIn('README.md', summary(results))
}
