/**
 * Tablets that begin: `node test/bench/server/first-syncs.ts --database postgres --records 100000 --tablets 20`. The first
 * one, then some alone and the rest at one moment; records a second, and what the server's process spent on each.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Hosts, peakMemory, postgresHosts, sqliteHost } from './hosts.ts'
import { cursorOf, pull } from './requests.ts'

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'sqlite' },
    records: { type: 'string', default: '100000' },
    tablets: { type: 'string', default: '20' },
  },
})
const records = Number(values.records)
const tablets = Number(values.tablets)
const hosts = values.database === 'postgres' ? await postgresHosts(records, 1) : await sqliteHost(records)
try {
  await measure(hosts)
} finally {
  await hosts.stop()
}

/** Seconds that a process has had of a processor. */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

async function measure({ doors: [door], pids: [pid = 0] }: Hosts): Promise<void> {
  if (!door) throw new Error('There is no server')
  const timed = async (name: string, count: number, run: () => Promise<unknown>): Promise<void> => {
    const [at, spent] = [performance.now(), processorSeconds(pid)]
    await run()
    const seconds = (performance.now() - at) / 1000
    const each = ((processorSeconds(pid) - spent) / count) * 1000
    const rate = ((records * count) / seconds).toFixed(0)
    console.log(`${values.database}, ${name}: ${rate} records/s, ${each.toFixed(0)} ms of a processor each`)
  }
  const pullWhole = async () => cursorOf(await pull(door))
  await timed('the first', 1, pullWhole)
  await timed('five, one after the other', 5, async () => {
    for (let turn = 0; turn < 5; turn++) await pullWhole()
  })
  await timed(`${tablets} at one moment`, tablets, () =>
    Promise.all(Array.from({ length: tablets }, pullWhole)),
  )
  console.log(`${values.database}, peak memory: ${(peakMemory(pid) / 2 ** 20).toFixed(0)} MiB`)
}
