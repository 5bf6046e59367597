/** `npm run doctor`: what of an installation is as it should be, and what to do where it is not. Changes nothing. [CM5] */
import { existsSync } from 'node:fs'
import { type Config, ConfigError, readConfig, sqliteFile } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import type { Driver } from '../db/driver.ts'
import { postgresAt } from '../db/postgres.ts'
import { sqliteDriver } from '../db/sqlite.ts'
import { backupFindings, databaseFindings } from '../doctor/database.ts'
import { type Finding, warning, wrong } from '../doctor/finding.ts'
import { addressFindings, fileFindings, nodeFinding, spaceFinding } from '../doctor/machine.ts'
import { titleOf } from '../errors.ts'
import { given, run } from './command.ts'

const call = {
  name: 'doctor',
  about: 'Looks at an installation, says what is wrong and what to do, and changes nothing.',
  calls: [['', 'with the settings and under the account of the server; beside it or without it']],
} as const

const now = (): Date => new Date()

/** As it is: what the server would close or make at its start is left alone. */
function driverAt({ databaseUrl, ...config }: Config): Driver | undefined {
  // A connection that is lost is said by the question that waits on it.
  if (databaseUrl !== undefined) return postgresAt(databaseUrl, () => {})
  return existsSync(sqliteFile(config)) ? sqliteDriver(sqliteFile(config)) : undefined
}

async function ofDatabase(config: Config): Promise<{ findings: Finding[]; bytes: number }> {
  const driver = driverAt(config)
  const path = process.env['PATH']
  if (!driver) {
    const missing = `There is no ${sqliteFile(config)} yet`
    return { findings: [warning(missing, 'the first start makes it; is DATA_DIR right?')], bytes: 0 }
  }
  try {
    const stamps = { now, newToken: () => crypto.randomUUID() }
    const database = await openDatabase(driver, stamps, { asItIs: true })
    try {
      const { findings, bytes } = await databaseFindings(database, now)
      return {
        findings: [...findings, ...(await backupFindings(config, { database, now: now(), path }))],
        bytes,
      }
    } finally {
      await database.close()
    }
  } catch (error) {
    const why = error instanceof Error ? titleOf(error) || String(error) : String(error)
    const advice = 'is it running, and is the address right? Nothing else of it can be said'
    return { findings: [wrong(`The database cannot be asked: ${why}`, advice)], bytes: 0 }
  }
}

async function look(): Promise<Finding[]> {
  const node = nodeFinding(process.versions.node)
  let config: Config
  try {
    config = readConfig(process.env)
  } catch (error) {
    if (error instanceof ConfigError) return [node, wrong(error.message, 'mend this setting first')]
    throw error
  }
  const { findings, bytes } = await ofDatabase(config)
  const folders = [
    ...(config.databaseUrl === undefined ? [config.dataDir] : []),
    ...(config.backups ? [config.backups.folder] : []),
  ]
  return [
    node,
    ...fileFindings(config, process.env['TLS_KEY'] || undefined),
    ...addressFindings(config, now()),
    ...findings,
    ...folders.map(folder => spaceFinding(folder, bytes)),
  ]
}

given(call)
await run(call, async () => {
  const findings = await look()
  for (const { state, what, advice } of findings)
    console.log(`${state.padEnd(8)} ${what}${advice === undefined ? '.' : `: ${advice}.`}`)
  if (findings.some(({ state }) => state === 'wrong')) process.exitCode = 1
})
