/** `npm run backup`: copies the database into one file, beside a running server or without one. [RS1] [RS7] */
import { type Config, driverOf, readConfig, sqliteFile } from '../config.ts'
import { copyDatabase } from '../db/backup.ts'
import { openDatabase } from '../db/database.ts'
import { dumpDatabase } from '../db/postgres-copy.ts'
import { primaryAddress } from '../db/postgres-pool.ts'
import { writePrivately } from '../db/own-files.ts'
import { given, run, UsageError } from './command.ts'
import { progressOn } from './progress.ts'
import { record } from './recorded.ts'
import { complain } from './terminal.ts'

const call = {
  name: 'backup',
  about: 'Copies the database into a new file and reads it once, beside a running server or without one.',
  calls: [['<file>', 'everything that was saved until now, accounts included']],
  options: {
    'with-secrets': {
      type: 'boolean',
      default: false,
      about: 'sessions too, and the secret that signs them',
    },
  },
  words: 1,
} as const

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

const { values, words } = given(call)

await run(call, async () => {
  const [target] = words
  const withSecrets = values['with-secrets']
  if (target === undefined) throw new UsageError('Say where the copy is to go')
  const config = readConfig(process.env)
  const progress = progressOn(process.stderr)
  progress.say('Copying and checking …')
  writePrivately()
  if (config.databaseUrl === undefined) copyDatabase(sqliteFile(config), target, { withSecrets })
  else await dumpDatabase(await primaryAddress(config.databaseUrl), target, { withSecrets })
  progress.end()
  await noteCopy(config, withSecrets)
  console.log(`${target} holds everything that was saved until now, accounts included. Keep it safe.`)
  console.log(
    withSecrets
      ? 'So are sessions and the secret that signs them: whoever has the file can do what the server can.'
      : 'Sessions and secrets are left out: after it is restored everybody signs in again.',
  )
})
