/** `npm run backup`: copies the database into one file, beside a running server or without one. */
import { readConfig, sqliteFile } from '../config.ts'
import { copyDatabase } from '../db/backup.ts'
import { writePrivately } from '../db/own-files.ts'
import { complain } from './terminal.ts'

const usage = 'npm run backup -- <file>'

try {
  const [target, ...rest] = process.argv.slice(2)
  const config = readConfig(process.env)
  if (config.databaseUrl !== undefined) {
    complain(
      new Error('PostgreSQL makes its own copies: pg_dump --format=custom --file=<file> "$DATABASE_URL"'),
    )
    process.exitCode = 1
  } else if (target === undefined || rest.length > 0) {
    complain(new Error('Where is the copy to go?'), usage)
    process.exitCode = 1
  } else {
    writePrivately()
    copyDatabase(sqliteFile(config), target)
    console.log(`${target} holds everything that was saved until now, accounts included. Keep it safe.`)
  }
} catch (error) {
  complain(error)
  process.exitCode = 1
}
