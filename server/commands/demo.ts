/** `npm run demo`: fills the database with plausible records through the server's own code. */
import { kinds } from '../../shared/kinds.ts'
import { pushMutations } from '../../shared/limits.ts'
import type { Mutation } from '../../shared/protocol.ts'
import { PROTOCOL_VERSION } from '../../shared/version.ts'
import { readClock } from '../db/clock.ts'
import type { Database } from '../db/database.ts'
import { demoMutations, type DemoOptions, demoSeed, sitesFor } from '../demo/generate.ts'
import { randomOf } from '../demo/random.ts'
import { settle } from '../sync/settle.ts'
import { atAccounts } from './at-database.ts'
import { record } from './recorded.ts'
import { given, run, UsageError } from './command.ts'
import { progressOn } from './progress.ts'

const count = { type: 'string', value: 'n' } as const

const call = {
  name: 'demo',
  about: 'Fills the database with invented records. The same call twice adds nothing the second time.',
  calls: [['', 'adds them, beside a running server or without one']],
  options: {
    records: { ...count, default: '1000', about: 'how many of Record A' },
    devices: { ...count, default: '50', about: 'how many Devices' },
    sites: { ...count, about: 'how many sites; one for ten Devices when it is not given' },
    'records-b': { ...count, about: 'how many of Record B; a fifth of Record A when it is not given' },
    seed: { type: 'string', value: 'text', default: '1', about: 'another one makes other records' },
  },
} as const

function readArguments(): DemoOptions {
  const { values } = given(call)
  const records = Number(values.records)
  const devices = Number(values.devices)
  const sites = Number(values.sites ?? sitesFor(devices))
  const recordsB = Number(values['records-b'] ?? Math.ceil(records / 5))
  if (records > 0 && devices === 0) throw new UsageError('Record A needs at least one Device: --devices 1')
  return {
    seed: demoSeed(values.seed, { sites, devices }),
    counts: { site: sites, device: devices, record_a: records, record_b: recordsB },
  }
}

async function fill(database: Database, options: DemoOptions): Promise<void> {
  const total = Object.values(options.counts).reduce((sum, count) => sum + count, 0)
  const clientId = randomOf(`${options.seed}/client`).uuid(0)
  const startedAt = performance.now()
  const so = { settled: 0, added: 0 }
  const progress = progressOn(process.stderr)
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
      if ((result.record?.version ?? 0) > clock) so.added++
    }
    clock = answer.clock
  }

  async function flush(): Promise<void> {
    if (batch.length === 0) return
    await settleBatch()
    so.settled += batch.length
    batch = []
    const seconds = (performance.now() - startedAt) / 1000
    progress.say(`${so.settled} of ${total} records, ${Math.round(so.settled / seconds)} a second`)
  }

  for (const mutation of demoMutations(kinds, options)) {
    if (batch.push(mutation) === pushMutations) await flush()
  }
  await flush()
  const seconds = (performance.now() - startedAt) / 1000
  progress.end()
  console.log(`${so.added} records added, ${total - so.added} were there already (${seconds.toFixed(1)} s)`)
}

await run(call, () => {
  const options = readArguments()
  // Whose records they are is looked up among accounts, whose tables a first start makes.
  return atAccounts(async ({ database }) => {
    await fill(database, options)
    await record(database, { action: 'demo_filled', details: options.counts })
  })
})
