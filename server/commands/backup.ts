/** `npm run backup`: copies the database into one file, beside a running server or without one. */
import { parseArgs } from 'node:util'
import { type Config, driverOf, readConfig, sqliteFile } from '../config.ts'
import { copyDatabase } from '../db/backup.ts'
import { openDatabase } from '../db/database.ts'
import { writePrivately } from '../db/own-files.ts'
import { record } from './recorded.ts'
import { complain } from './terminal.ts'

const usage = 'npm run backup -- <file> [--with-secrets]'

async function noteCopy(config: Config, withSecrets: boolean): Promise<void> {
  const driver = driverOf(config, error => complain(error))
  const stamps = { now: () => new Date(), newToken: () => crypto.randomUUID() }
  const database = await openDatabase(driver, stamps, { asItIs: true })
  try {
    await record(database, { action: 'backup_made', details: { withSecrets } })
  } finally {
    await database.close()
  }
}

try {
  const { values, positionals } = parseArgs({
    options: { 'with-secrets': { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [target, ...rest] = positionals
  const withSecrets = values['with-secrets']
  const config = readConfig(process.env)
  if (config.databaseUrl !== undefined) {
    complain(
      new Error(
        'PostgreSQL makes its own copies: pg_dump --format=custom --file=<file> "$DATABASE_URL". docs/operating.md says how to leave secrets out.',
      ),
    )
    process.exitCode = 1
  } else if (target === undefined || rest.length > 0) {
    complain(new Error('Where is the copy to go?'), usage)
    process.exitCode = 1
  } else {
    writePrivately()
    copyDatabase(sqliteFile(config), target, { withSecrets })
    await noteCopy(config, withSecrets)
    console.log(`${target} holds everything that was saved until now, accounts included. Keep it safe.`)
    console.log(
      withSecrets
        ? 'So are sessions and the secret that signs them: whoever has the file can do what the server can.'
        : 'Sessions and secrets are left out: after it is restored everybody signs in again.',
    )
  }
} catch (error) {
  complain(error, error instanceof TypeError && 'code' in error ? usage : undefined)
  process.exitCode = 1
}
