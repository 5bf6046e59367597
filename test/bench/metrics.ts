/** What is measured, in the order of the tables, and what it may cost on a machine of two cores. */

/** Stored as ms or bytes; rates as things a second. */
export type Unit = 'ms' | 'bytes' | 'rate'

export interface Metric {
  id: string
  label: string
  unit: Unit
  /** By number of records. Most for times and bytes, least for rates. */
  budget?: Record<number, number>
  /** Whoever measures it hears of nothing less. */
  least?: number
}

/** The browser tells of tasks that are longer. */
export const longTaskMs = 50

const kB = 1000
const MB = 1_000_000
const mid = 100_000
const large = 1_000_000

export const metrics: Metric[] = [
  {
    id: 'first-sync',
    label: 'First sync: signed in → all durable and searchable',
    unit: 'ms',
    budget: { [mid]: 2500, [large]: 25_000 },
  },
  { id: 'first-index', label: 'of that: indexes made once all records are in', unit: 'ms' },
  { id: 'first-search', label: 'of that: the first search', unit: 'ms' },
  { id: 'browser', label: 'The browser alone: process → empty page', unit: 'ms' },
  {
    id: 'cold-rows',
    label: 'Cold open offline: process → rows painted',
    unit: 'ms',
    budget: { [mid]: 800, [large]: 1500 },
  },
  { id: 'page-rows', label: 'of that: page → rows painted', unit: 'ms' },
  {
    id: 'cold-search',
    label: 'Cold open offline: process → search answers',
    unit: 'ms',
    budget: { [large]: 6000 },
  },
  { id: 'cold-rare', label: 'Cold open offline: process → a search for a rare word, too', unit: 'ms' },
  { id: 'key-p50', label: 'Keystroke → rows painted, p50', unit: 'ms' },
  { id: 'key-p95', label: 'Keystroke → rows painted, p95', unit: 'ms', budget: { [mid]: 50, [large]: 100 } },
  { id: 'key-max', label: 'Keystroke → rows painted, max', unit: 'ms' },
  { id: 'engine-p50', label: 'Search engine alone, in the worker, p50', unit: 'ms' },
  {
    id: 'engine-p95',
    label: 'Search engine alone, in the worker, p95',
    unit: 'ms',
    budget: { [mid]: 10, [large]: 50 },
  },
  { id: 'engine-max', label: 'Search engine alone, in the worker, max', unit: 'ms' },
  { id: 'sort-first', label: 'Sort by name, first time', unit: 'ms', budget: { [mid]: 300, [large]: 3000 } },
  { id: 'sort-again', label: 'Sort by name, again', unit: 'ms', budget: { [mid]: 20, [large]: 100 } },
  {
    id: 'sort-pin',
    label: 'Sort by PIN, first time',
    unit: 'ms',
    budget: { [mid]: 300, [large]: 3000 },
  },
  {
    id: 'sort-device',
    label: 'Sort by Device, first time',
    unit: 'ms',
    budget: { [mid]: 300, [large]: 3000 },
  },
  { id: 'filter-device', label: 'Filter by Device', unit: 'ms' },
  { id: 'filter-dates', label: 'Filter by a range of dates', unit: 'ms' },
  { id: 'save-durable', label: 'Save: tap → durable, p95', unit: 'ms' },
  {
    id: 'save-shown',
    label: 'Save: tap → durable and in the list, p95',
    unit: 'ms',
    budget: { [mid]: 50, [large]: 60 },
  },
  { id: 'push', label: 'Push of 5,000 offline edits → settled', unit: 'ms', budget: { [mid]: 3000 } },
  {
    id: 'incremental',
    label: '1,000 changed records arrive',
    unit: 'ms',
    budget: { [mid]: 300, [large]: 600 },
  },
  {
    id: 'longest-task',
    label: 'Longest task of the main thread',
    unit: 'ms',
    least: longTaskMs,
    budget: { [mid]: 50, [large]: 50 },
  },
  { id: 'heap-main', label: 'Memory after all that: page', unit: 'bytes' },
  {
    id: 'heap',
    label: 'Memory after all that: page and worker',
    unit: 'bytes',
    budget: { [mid]: 150 * MB, [large]: 600 * MB },
  },
  { id: 'disk', label: 'On disk', unit: 'bytes' },
  { id: 'wire', label: 'Over the wire, as gzip', unit: 'bytes' },
  {
    id: 'script-main',
    label: 'Scripts before the first paint, gzip: page',
    unit: 'bytes',
    budget: { [mid]: 130 * kB, [large]: 130 * kB },
  },
  {
    id: 'script-worker',
    label: 'Scripts before the first paint, gzip: worker',
    unit: 'bytes',
    budget: { [mid]: 60 * kB, [large]: 60 * kB },
  },
  { id: 'limit-bytes', label: 'Limit: bytes of the first sync, unpacked', unit: 'bytes' },
  { id: 'limit-http', label: 'Limit: those bytes by bare HTTP', unit: 'ms' },
  { id: 'limit-parse', label: 'Limit: JSON.parse of them', unit: 'ms' },
  { id: 'limit-write', label: 'Limit: IndexedDB writes them, a value per 512 records', unit: 'ms' },
  { id: 'limit-read', label: 'Limit: IndexedDB reads them', unit: 'ms' },
  { id: 'limit-search', label: 'Limit: one indexOf over them', unit: 'ms' },
  { id: 'mutations-1', label: 'Mutations, 1 a push', unit: 'rate' },
  { id: 'mutations-20', label: 'Mutations, 20 a push', unit: 'rate' },
  { id: 'pushes-500', label: 'Pushes of 500', unit: 'rate' },
  { id: 'mutations-500', label: 'Mutations, 500 a push', unit: 'rate' },
  { id: 'bare-writes', label: 'Limit: the same rows by prepared statements', unit: 'rate' },
  { id: 'changes-all', label: 'Records of `changes` from the beginning, as gzip', unit: 'rate' },
  { id: 'changes-plain', label: 'The same, not compressed', unit: 'rate' },
  { id: 'bare-reads', label: 'Limit: the same rows by a prepared statement', unit: 'rate' },
  { id: 'changes-together', label: 'Records of `changes`, four clients at once, as gzip', unit: 'rate' },
  { id: 'bare-reads-together', label: 'Limit: the same rows by four such readers at once', unit: 'rate' },
  { id: 'changes-memory', label: 'Memory that streaming all of them adds', unit: 'bytes' },
  { id: 'changes-memory-again', label: 'Memory that three more times add', unit: 'bytes' },
  { id: 'changes-1000', label: '`changes` with 1,000 changed', unit: 'ms' },
  { id: 'poked-p50', label: 'Push of 20 while 50 clients listen, p50', unit: 'ms' },
  { id: 'poked-p99', label: 'Push of 20 while 50 clients listen, p99', unit: 'ms' },
]
