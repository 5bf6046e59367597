/** `npm run audit`: whether the audit is as it was written, and all of it as a file. */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { faultIn } from '../audit/chain.ts'
import { auditCsv } from '../audit/read.ts'
import { driverOf, readConfig } from '../config.ts'
import { auditChain, readEnds } from '../db/audit.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { writePrivately } from '../db/own-files.ts'
import { complain } from './terminal.ts'

const usage = `npm run audit -- verify
       npm run audit -- export <file.csv>`

async function verify({ db }: Database): Promise<void> {
  // The end first: what is added meanwhile stands behind it.
  const ends = await readEnds(db)
  const fault = await faultIn(upTo(auditChain(db, ends.keptFrom), ends.seq), ends)
  if (fault !== null) throw new Error(`The audit has been changed. ${fault}`)
  const count = ends.seq - ends.keptFrom + 1
  console.log(`${count} rows are as they were written. The last has the hash ${ends.hash || '(none)'}.`)
}

async function* upTo<T extends { seq: number }>(rows: AsyncIterable<T>, seq: number): AsyncGenerator<T> {
  for await (const row of rows) {
    if (row.seq > seq) return
    yield row
  }
}

async function write({ db }: Database, file: string): Promise<void> {
  writePrivately()
  await pipeline(Readable.from(auditCsv(db, {})), createWriteStream(file, { flags: 'wx' }))
  console.log(`${file} holds the whole audit.`)
}

async function run([verb, file, ...rest]: string[]): Promise<void> {
  const isVerify = verb === 'verify' && file === undefined
  if (rest.length > 0 || !(isVerify || (verb === 'export' && file !== undefined))) {
    complain(new Error('What is to be done?'), usage)
    process.exitCode = 1
    return
  }
  const driver = driverOf(readConfig(process.env), error => complain(error))
  const database = await openDatabase(driver, { now: () => new Date(), newToken: () => crypto.randomUUID() })
  try {
    await (isVerify ? verify(database) : write(database, file ?? ''))
  } finally {
    await database.close()
  }
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  complain(error)
  process.exitCode = 1
}
