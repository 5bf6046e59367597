/** `npm run audit`: whether the audit is as it was written, and all of it as a file. */
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { examine } from '../audit/chain.ts'
import { auditCsv } from '../audit/read.ts'
import { auditChain, readEnds } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import { writePrivately } from '../db/own-files.ts'
import { atDatabase } from './at-database.ts'
import { given, run, UsageError } from './command.ts'
import { record } from './recorded.ts'

const call = {
  name: 'audit',
  about: 'Says whether the audit is as it was written, or writes all of it into a file.',
  calls: [
    ['verify [--log <file>]…', 'names the rows that are not as they were written'],
    ['export <file.csv>', 'writes all of it into a new file'],
  ],
  options: {
    log: {
      type: 'string',
      multiple: true,
      default: [] as string[],
      value: 'file',
      about: 'a file of the server’s log, to compare with; once for each file',
    },
  },
  verbs: { verify: 0, export: 1 },
} as const

async function verify({ db }: Database, logs: string[]): Promise<void> {
  const logged = await loggedIn(logs)
  // The end first: what is added meanwhile stands behind it.
  const ends = await readEnds(db)
  const rows = upTo(auditChain(db, ends.keptFrom), ends.seq)
  const { count, first, faultCount, faults } = await examine(rows, ends, logged)
  if (faultCount > 0) {
    const more = faultCount > faults.length ? [`And ${faultCount - faults.length} more.`] : []
    throw new Error(['The audit has been changed.', ...faults, ...more].join('\n'))
  }
  const from = first ? `The first is row ${first.seq} of ${first.at.slice(0, 10)}. ` : ''
  console.log(
    `${count} rows are as they were written. ${from}The last has the hash ${ends.hash || '(none)'}.`,
  )
  if (logs.length > 0) console.log(`The log has ${logged.size} of them.`)
}

/** [AU2] Lines that are none of the server's are passed over. */
async function loggedIn(files: string[]): Promise<Map<number, string>> {
  const logged = new Map<number, string>()
  for (const file of files) {
    for await (const line of createInterface({ input: createReadStream(file) })) {
      if (!line.includes('"event":"audit"')) continue
      const { seq, hash } = JSON.parse(line) as { seq: number; hash: string }
      logged.set(seq, hash)
    }
  }
  return logged
}

async function* upTo<T extends { seq: number }>(rows: AsyncIterable<T>, seq: number): AsyncGenerator<T> {
  for await (const row of rows) {
    if (row.seq > seq) return
    yield row
  }
}

async function write(database: Database, file: string): Promise<void> {
  writePrivately()
  await pipeline(Readable.from(auditCsv(database.db, {})), createWriteStream(file, { flags: 'wx' }))
  await record(database, { action: 'audit_exported' })
  console.log(`${file} holds the whole audit.`)
}

const { values, words } = given(call)

function main(): Promise<void> {
  const [, file] = words
  if (file !== undefined && values.log.length > 0) throw new UsageError('--log is for verify')
  return atDatabase(database => (file === undefined ? verify(database, values.log) : write(database, file)))
}

await run(call, main)
