/** The same invented records for everybody: made once by the demo, then copied for each run. */
import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { projectRoot } from '../../server/commands/build.ts'
import { budi, createAccounts } from '../e2e/accounts.ts'
import { TestServer } from '../e2e/server.ts'

export const cacheFolder = join(projectRoot, '.cache', 'bench')

export const devices = 50

/** What decides how the database looks; when it changes, the data are made anew. */
const sources = ['server/demo/*.ts', 'server/db/**/*.ts', 'shared/kinds.ts']

function keyOfSources(): string {
  const hash = createHash('sha256')
  for (const path of globSync(sources, { cwd: projectRoot }).toSorted())
    hash.update(readFileSync(join(projectRoot, path)))
  return hash.digest('hex').slice(0, 8)
}

/** A data folder with that many Record As, 50 Devices and an editor. */
export async function dataFolder(records: number): Promise<string> {
  const folder = join(cacheFolder, `data-${records}-${keyOfSources()}`)
  if (existsSync(folder)) return folder
  console.log(`Inventing ${records} records …`)
  const server = await TestServer.start()
  try {
    await createAccounts(server, [budi])
    const counts = { records, devices: records > 0 ? devices : 0, 'records-b': 0 }
    await server.command(
      'demo.ts',
      Object.entries(counts).flatMap(([name, count]) => [`--${name}`, String(count)]),
    )
    await server.stop()
    // Complete or not there: a run that was broken off leaves no half data.
    cpSync(server.dataDir, `${folder}.part`, { recursive: true })
    renameSync(`${folder}.part`, folder)
  } finally {
    await server.remove()
  }
  return folder
}

/** That data folder's database, to read. */
export async function openData(records: number): Promise<Database.Database> {
  return new Database(join(await dataFolder(records), 'records.db'), { readonly: true })
}

/** A word that one record has, and perhaps a few others: whoever looks for it record by record has to look at all. */
export async function rareWord(records: number): Promise<string> {
  const database = await openData(records)
  try {
    return database.prepare('select card from record_a order by id desc limit 1').pluck().get() as string
  } finally {
    database.close()
  }
}

/** A server on a copy of its own, with settings beside the usual. */
export async function serverWith(
  records: number,
  settings: Record<string, string> = {},
): Promise<TestServer> {
  const source = await dataFolder(records)
  const copy = mkdtempSync(join(cacheFolder, 'server-'))
  cpSync(source, copy, { recursive: true })
  try {
    return await TestServer.start(copy, settings)
  } catch (error) {
    rmSync(copy, { recursive: true, force: true })
    throw error
  }
}
