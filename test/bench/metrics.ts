/** What is measured, in the order of the tables. */

/** Stored as ms or bytes; rates as things a second. */
export type Unit = 'ms' | 'bytes' | 'rate'

export interface Metric {
  id: string
  label: string
  unit: Unit
  /** Whoever measures it hears of nothing less. */
  least?: number
}

/** The browser tells of tasks that are longer. */
export const longTaskMs = 50

export const metrics: Metric[] = [
  {
    id: 'first-sync',
    label: 'First sync: signed in → all durable and searchable',
    unit: 'ms',
  },
  { id: 'first-index', label: 'Of the first sync: indexes made once all records are in', unit: 'ms' },
  { id: 'first-search', label: 'Of the first sync: the first search', unit: 'ms' },
  { id: 'browser', label: 'The browser alone: process → empty page', unit: 'ms' },
  {
    id: 'cold-rows',
    label: 'Cold open offline: process → rows painted',
    unit: 'ms',
  },
  { id: 'page-rows', label: 'of that: page → rows painted', unit: 'ms' },
  {
    id: 'cold-search',
    label: 'Cold open offline: process → search answers',
    unit: 'ms',
  },
  { id: 'cold-rare', label: 'Cold open offline: process → a search for a rare word, too', unit: 'ms' },
  { id: 'key-p50', label: 'Keystroke → rows painted, p50', unit: 'ms' },
  { id: 'key-p95', label: 'Keystroke → rows painted, p95', unit: 'ms' },
  { id: 'key-max', label: 'Keystroke → rows painted, max', unit: 'ms' },
  { id: 'engine-p50', label: 'Search engine alone, in the worker, p50', unit: 'ms' },
  {
    id: 'engine-p95',
    label: 'Search engine alone, in the worker, p95',
    unit: 'ms',
  },
  { id: 'engine-max', label: 'Search engine alone, in the worker, max', unit: 'ms' },
  { id: 'sort-first', label: 'Sort by name, first time', unit: 'ms' },
  { id: 'sort-again', label: 'Sort by name, again', unit: 'ms' },
  {
    id: 'sort-pin',
    label: 'Sort by PIN, first time',
    unit: 'ms',
  },
  {
    id: 'sort-device',
    label: 'Sort by Device, first time',
    unit: 'ms',
  },
  { id: 'filter-device', label: 'Filter by Device', unit: 'ms' },
  { id: 'filter-dates', label: 'Filter by a range of dates', unit: 'ms' },
  { id: 'overview-first', label: 'Overview: counted, first time', unit: 'ms' },
  { id: 'overview-again', label: 'Overview: counted, again', unit: 'ms' },
  { id: 'export-csv', label: 'Export of all fields of all records: CSV', unit: 'ms' },
  { id: 'export-xlsx', label: 'Export: workbook', unit: 'ms' },
  { id: 'export-json', label: 'Export: JSON', unit: 'ms' },
  { id: 'import-diff', label: 'Import of as many rows: file → diff', unit: 'ms' },
  { id: 'import-disk', label: 'Import: good rows (three of four) → on disk', unit: 'ms' },
  { id: 'import-heap-diff', label: 'Memory that the file and its diff add', unit: 'bytes' },
  { id: 'import-heap', label: 'Memory with all of it imported and unsent: page and worker', unit: 'bytes' },
  { id: 'many-preview', label: 'Bulk edit of 50,000: preview', unit: 'ms' },
  { id: 'many-disk', label: 'Bulk edit of 50,000 → on disk', unit: 'ms' },
  { id: 'many-search', label: 'A search while they are unsent', unit: 'ms' },
  { id: 'many-undo', label: 'Undo of the bulk edit', unit: 'ms' },
  { id: 'save-durable', label: 'Save: tap → durable, p95', unit: 'ms' },
  {
    id: 'save-shown',
    label: 'Save: tap → durable and in the list, p95',
    unit: 'ms',
  },
  { id: 'push', label: 'Push of 5,000 offline edits → settled', unit: 'ms' },
  {
    id: 'incremental',
    label: '1,000 changed records arrive',
    unit: 'ms',
  },
  {
    id: 'longest-task',
    label: 'Longest task of the main thread',
    unit: 'ms',
    least: longTaskMs,
  },
  { id: 'heap-opened', label: 'Memory after opening, before a search: page and worker', unit: 'bytes' },
  { id: 'heap-main', label: 'Memory after all that: page', unit: 'bytes' },
  {
    id: 'heap',
    label: 'Memory after all that: page and worker',
    unit: 'bytes',
  },
  { id: 'disk', label: 'On disk', unit: 'bytes' },
  { id: 'wire', label: 'Over the wire, as gzip', unit: 'bytes' },
  {
    id: 'script-main',
    label: 'Scripts before the first paint, gzip: page',
    unit: 'bytes',
  },
  {
    id: 'script-worker',
    label: 'Scripts before the first paint, gzip: worker',
    unit: 'bytes',
  },
  { id: 'limit-bytes', label: 'Limit: bytes of the first sync, unpacked', unit: 'bytes' },
  { id: 'limit-http', label: 'Limit: those bytes by bare HTTP', unit: 'ms' },
  { id: 'limit-parse', label: 'Limit: JSON.parse of them', unit: 'ms' },
  { id: 'limit-write', label: 'Limit: IndexedDB writes them, a value per 512 records', unit: 'ms' },
  { id: 'limit-read', label: 'Limit: IndexedDB reads them', unit: 'ms' },
  { id: 'limit-search', label: 'Limit: one indexOf over them', unit: 'ms' },
  { id: 'mutations-1', label: 'Mutations, 1 a push', unit: 'rate' },
  { id: 'mutations-1-together', label: 'Mutations, 1 a push, 32 clients at once', unit: 'rate' },
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
  { id: 'scoped-first', label: 'First `changes` of a person of 20 Devices (10,000 records)', unit: 'ms' },
  { id: 'whole-first', label: 'The same of a person who sees everything', unit: 'ms' },
  { id: 'scoped-news', label: '`changes` with 1,000 changed, 10 of them theirs', unit: 'ms' },
  { id: 'whole-news', label: 'The same of a person who sees everything', unit: 'ms' },
  { id: 'scoped-sync', label: 'Their first sync: signed in → all durable and searchable', unit: 'ms' },
  { id: 'scoped-heap', label: 'Memory after that: page and worker', unit: 'bytes' },
  { id: 'grant-many', label: 'Grant of 100 Devices to 1,000 people', unit: 'ms' },
  { id: 'grant-preview', label: 'Preview of the grant of a site', unit: 'ms' },
  { id: 'move-device', label: 'A Device goes to another site, 100 people were granted sites', unit: 'ms' },
]
