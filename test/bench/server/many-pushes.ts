/**
 * Many people who push a little at one moment: `node test/bench/server/many-pushes.ts --database postgres --clients 32
 * --batch 1 --delay 2.6`. Prints pushes a second, how long one takes, and what the server's process spent on it.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Account, createAccounts, signIn } from '../../e2e/accounts.ts'
import { startPostgres } from '../../faults/postgres.ts'
import { ServerProcess } from '../../faults/server.ts'
import { quantile } from '../statistics.ts'
import { delayProxy } from './delay-proxy.ts'
import { Desks } from './desks.ts'

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'sqlite' },
    clients: { type: 'string', default: '32' },
    people: { type: 'string', default: '16' },
    batch: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '5' },
    delay: { type: 'string', default: '0' },
    updates: { type: 'boolean', default: false },
    ceilings: { type: 'string', default: '1' },
  },
})
const clients = Number(values.clients)
const batch = Number(values.batch)
const delay = Number(values.delay)

const postgres = values.database === 'postgres' ? await startPostgres() : undefined
const proxy = postgres && delay > 0 ? await delayProxy(Number(new URL(postgres.url).port), delay) : undefined
const through = postgres && new URL(postgres.url)
if (through && proxy) through.port = String(proxy.port)
const server = await ServerProcess.start({
  ceilings: Number(values.ceilings),
  ...(through && { databaseUrl: through.href }),
})
try {
  await measure()
} finally {
  await server.remove()
  proxy?.close()
  await postgres?.stop()
}

/** Seconds that the server's process has had of a processor. */
function processorSeconds(): number {
  const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

async function measure(): Promise<void> {
  const accounts: Account[] = Array.from({ length: Number(values.people) }, (_, index) => ({
    username: `person-${index}`,
    password: 'sepeda-biru-di-gudang',
  }))
  await createAccounts(server, accounts)
  const cookies: string[] = []
  for (const account of accounts) cookies.push(await signIn(server, account))
  const desks = await Desks.open([server.port], cookies, { clients, batch, isUpdating: values.updates })
  await desks.pushFor(1)
  const spent = processorSeconds()
  const { seconds, took, applied, refused } = await desks.pushFor(Number(values.seconds))
  const perPush = ((processorSeconds() - spent) / took.length) * 1000
  desks.close()
  console.log(
    [
      `${values.database}, ${clients} clients, ${batch} a push${delay > 0 ? `, ${delay} ms there and back` : ''}:`,
      `${(took.length / seconds).toFixed(0)} pushes/s, ${(applied / seconds).toFixed(0)} applied/s,`,
      `p50 ${quantile(took, 0.5).toFixed(1)} ms, p99 ${quantile(took, 0.99).toFixed(1)} ms,`,
      `${perPush.toFixed(2)} ms of a processor a push,`,
      `refused ${JSON.stringify([...refused])}`,
    ].join(' '),
  )
}
