/** How a database goes about a statement, and how many rows it looks at. */
import { CompiledQuery, sql } from 'kysely'
import type { Database } from '../../server/db/database.ts'
import type { Heard } from './listening.ts'

/** One step that goes to a table. */
export interface Step {
  table: string
  index: string | undefined
  /** Goes through the table, or through the whole index. */
  isWhole: boolean
  /** Rows that were read, where the database counts them. */
  rows: number | undefined
}

export async function planOf(database: Database, heard: Heard): Promise<Step[]> {
  return database.driver.name === 'sqlite' ? sqlitePlan(database, heard) : postgresPlan(database, heard)
}

/** PostgreSQL gathers them by itself, some time; SQLite never does unless it is asked, and nobody asks it. */
export async function gatherStatistics({ db, driver }: Database): Promise<void> {
  if (driver.name === 'postgres') await sql`analyze`.execute(db)
}

async function sqlitePlan({ db }: Database, { sql: text, parameters }: Heard): Promise<Step[]> {
  const asked = CompiledQuery.raw(`explain query plan ${text}`, [...parameters])
  const { rows } = await db.executeQuery<{ detail: string }>(asked)
  return rows.flatMap(({ detail }) => {
    const found = /^(SCAN|SEARCH) (\w+)/.exec(detail)
    if (!found?.[2]) return []
    const index = /USING (?:COVERING )?INDEX (\w+)/.exec(detail)?.[1]
    return [{ table: found[2], index, isWhole: found[1] === 'SCAN', rows: undefined }]
  })
}

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

async function postgresPlan({ db }: Database, { sql: text, parameters }: Heard): Promise<Step[]> {
  const asked = CompiledQuery.raw(`explain (analyze, format json) ${text}`, [...parameters])
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Node }] }>(asked)
  return rows.flatMap(row => stepsIn(row['QUERY PLAN'][0].Plan))
}

function stepsIn(node: Node): Step[] {
  const inner = node.Plans ?? []
  const table = node['Relation Name']
  if (table === undefined) return inner.flatMap(stepsIn)
  // A bitmap's indexes are steps of their own, below the table's.
  const searches = [node, ...inner.flatMap(bitmaps)].filter(each => each['Index Cond'] !== undefined)
  const read = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
  const index = searches[0]?.['Index Name']
  const step = { table, index, isWhole: searches.length === 0, rows: read * node['Actual Loops'] }
  return [step, ...inner.flatMap(stepsIn)]
}

function bitmaps(node: Node): Node[] {
  const isOne = node['Node Type'].startsWith('Bitmap')
  return isOne ? [node, ...(node.Plans ?? []).flatMap(bitmaps)] : []
}
