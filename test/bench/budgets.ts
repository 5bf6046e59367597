/** What may be taken, on a machine of two cores: by subject, metric and number of records. Pure. */

/** A number of the same run, with as many records. */
export type Look = (subject: string, metric: string) => number | undefined

/** Most for times and bytes, least for rates; some follow from what else was measured. */
type Limit = number | ((look: Look) => number | undefined)

const kB = 1000
const MB = 1_000_000
const mid = 100_000
const large = 1_000_000

const both = (limit: Limit) => ({ [mid]: limit, [large]: limit })

/** What the app may add to the start of an empty browser. */
const startMs = 250

const afterBrowser = (look: Look) => plus(look('ours', 'browser'), startMs)
const asSqlite = (look: Look) => look('sqlite', 'cold-search')
const nearSqlite = (look: Look) => times(look('sqlite', 'cold-search'), 1.5)

const budgets: Record<string, Record<string, Record<number, Limit>>> = {
  ours: {
    'first-sync': { [mid]: 1200, [large]: 10_000 },
    'cold-rows': both(afterBrowser),
    'cold-search': { [mid]: asSqlite, [large]: nearSqlite },
    'key-p95': { [mid]: 40, [large]: 60 },
    'engine-p95': { [mid]: 10, [large]: 50 },
    'sort-first': { [mid]: 300, [large]: 3000 },
    'sort-again': { [mid]: 35, [large]: 40 },
    'sort-pin': { [mid]: 300, [large]: 3000 },
    'sort-device': { [mid]: 300, [large]: 3000 },
    'overview-first': { [mid]: 100 },
    'overview-again': { [mid]: 100 },
    'export-csv': { [mid]: 5000 },
    'export-xlsx': { [mid]: 5000 },
    'export-json': { [mid]: 5000 },
    'import-diff': { [mid]: 15_000 },
    'import-disk': { [mid]: 10_000 },
    'import-heap': { [mid]: 300 * MB },
    'many-disk': { [mid]: 3000 },
    'save-durable': both(12),
    'save-shown': both(50),
    push: { [mid]: 3000 },
    incremental: { [mid]: 300, [large]: 600 },
    'longest-task': both(50),
    'heap-opened': { [large]: 120 * MB },
    heap: { [mid]: 150 * MB, [large]: 200 * MB },
    'script-main': both(130 * kB),
    'script-worker': both(60 * kB),
  },
  slow: {
    'cold-rows': { [mid]: 2000 },
    'cold-search': { [mid]: 3000 },
    'save-shown': { [mid]: 200 },
  },
  scopes: {
    'grant-many': { [large]: 2000 },
    'scoped-sync': { [large]: 1500 },
    'scoped-heap': { [large]: 25 * MB },
  },
  'scopes-postgres': { 'grant-many': { [large]: 2000 } },
  'server-sqlite': { 'mutations-1-together': both(2000) },
  'server-postgres': { 'mutations-1-together': both(1000), 'changes-all': both(200_000) },
}

/** How many times as long as what no design can beat a first sync may take. */
export const mostOfLimits = 5

export function limitOf(subject: string, metric: string, size: number, look: Look): number | undefined {
  const limit = budgets[subject]?.[metric]?.[size]
  return typeof limit === 'function' ? limit(look) : limit
}

function plus(value: number | undefined, more: number): number | undefined {
  return value === undefined ? undefined : value + more
}

function times(value: number | undefined, factor: number): number | undefined {
  return value === undefined ? undefined : value * factor
}
