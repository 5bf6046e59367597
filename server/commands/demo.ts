/** `npm run demo`: fills the database with plausible records through the server's own code. */
import { parseArgs } from 'node:util'
import { kinds } from '../../shared/kinds.ts'
import { pushMutations } from '../../shared/limits.ts'
import type { Mutation } from '../../shared/protocol.ts'
import { PROTOCOL_VERSION } from '../../shared/version.ts'
import { readClock } from '../db/clock.ts'
import type { Database } from '../db/database.ts'
import { demoMutations, type DemoOptions, demoSeed, sitesFor } from '../demo/generate.ts'
import { randomOf } from '../demo/random.ts'
import { settle } from '../sync/settle.ts'
import { atDatabase } from './at-database.ts'
import { record } from './recorded.ts'
import { complain, countOf } from './terminal.ts'

const usage = 'npm run demo -- --records 100000 [--devices 50] [--sites 5] [--records-b 20000] [--seed 1]'

function readArguments(): DemoOptions {
  const { values } = parseArgs({
    options: {
      records: { type: 'string', default: '1000' },
      devices: { type: 'string', default: '50' },
      sites: { type: 'string' },
      'records-b': { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  })
  const records = countOf('--records', values.records)
  const devices = countOf('--devices', values.devices)
  const sites = countOf('--sites', values.sites ?? String(sitesFor(devices)))
  const recordsB = countOf('--records-b', values['records-b'] ?? String(Math.ceil(records / 5)))
  if (records > 0 && devices === 0) throw new Error('Record A needs at least one Device: --devices 1')
  return {
    seed: demoSeed(values.seed, { sites, devices }),
    counts: { site: sites, device: devices, record_a: records, record_b: recordsB },
  }
}

async function fill(database: Database, options: DemoOptions): Promise<void> {
  const total = Object.values(options.counts).reduce((sum, count) => sum + count, 0)
  const clientId = randomOf(`${options.seed}/client`).uuid(0)
  const startedAt = performance.now()
  const progress = { settled: 0, added: 0 }
  let batch: Mutation[] = []
  let { clock } = await readClock(database.db)

  /** Those that an earlier run applied are answered again, with a version that is not new. */
  async function settleBatch(): Promise<void> {
    const writer = { userId: 'demo', username: 'demo', clientId }
    const answer = await settle({
      database,
      kinds,
      writer,
      protocol: PROTOCOL_VERSION,
      mutations: batch,
    })
    for (const result of answer.results) {
      if (result.outcome !== 'applied')
        throw new Error(`The demo record ${result.id} ended ${result.outcome}.`)
      if ((result.record?.version ?? 0) > clock) progress.added++
    }
    clock = answer.clock
  }

  async function flush(): Promise<void> {
    if (batch.length === 0) return
    await settleBatch()
    progress.settled += batch.length
    batch = []
    const seconds = (performance.now() - startedAt) / 1000
    const rate = Math.round(progress.settled / seconds)
    const line = `${progress.settled} of ${total} records, ${rate} a second`
    if (process.stdout.isTTY) process.stdout.write(`\r${line} `)
    else if (progress.settled % (pushMutations * 20) === 0) console.log(line)
  }

  for (const mutation of demoMutations(kinds, options)) {
    if (batch.push(mutation) === pushMutations) await flush()
  }
  await flush()
  const seconds = (performance.now() - startedAt) / 1000
  if (process.stdout.isTTY) process.stdout.write('\n')
  console.log(
    `${progress.added} records added, ${total - progress.added} were there already (${seconds.toFixed(1)} s)`,
  )
}

try {
  const options = readArguments()
  await atDatabase(async database => {
    await fill(database, options)
    await record(database, { action: 'demo_filled', details: options.counts })
  })
} catch (error) {
  complain(error, usage)
  process.exitCode = 1
}
