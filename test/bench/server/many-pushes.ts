/**
 * Many people who push a little at one moment: `node test/bench/server/many-pushes.ts --database postgres --clients 32
 * --batch 1 --delay 2.6`. Prints pushes a second, how long one takes, and what the server's process spent on it.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { randomUUID } from 'node:crypto'
import type { Mutation } from '../../../shared/protocol.ts'
import { PROTOCOL_VERSION } from '../../../shared/version.ts'
import { type Account, createAccounts, signIn } from '../../e2e/accounts.ts'
import { startPostgres } from '../../faults/postgres.ts'
import { ServerProcess } from '../../faults/server.ts'
import { quantile } from '../statistics.ts'
import { delayProxy } from './delay-proxy.ts'
import { Line } from './line.ts'
import { creations } from './work.ts'

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

interface Desk {
  line: Line
  client: string
  made: Mutation[]
  turn: number
}

function bodyOf(desk: Desk, mutations: readonly Mutation[]): string {
  return JSON.stringify({ client: desk.client, protocol: PROTOCOL_VERSION, mutations })
}

function nextBody(desk: Desk): string {
  desk.turn++
  if (values.updates) {
    const mine = (turn: number) => `${desk.client} ${turn}`
    return bodyOf(
      desk,
      desk.made.slice(0, batch).map(({ kind, uid, ...made }) => ({
        ...{ kind, uid, id: randomUUID(), op: 'update' as const },
        changes: {
          name: [
            desk.turn === 1 && 'fields' in made ? (made.fields['name'] ?? null) : mine(desk.turn - 1),
            mine(desk.turn),
          ],
        },
      })),
    )
  }
  const part = desk.made.slice(0, batch)
  return bodyOf(
    desk,
    part.map(mutation => ({ ...mutation, id: randomUUID(), uid: randomUUID() })),
  )
}

async function measure(): Promise<void> {
  const accounts: Account[] = Array.from({ length: Number(values.people) }, (_, index) => ({
    username: `person-${index}`,
    password: 'sepeda-biru-di-gudang',
  }))
  await createAccounts(server, accounts)
  const cookies: string[] = []
  for (const account of accounts) cookies.push(await signIn(server, account))
  const all = creations(clients * batch + 1, `many/${Date.now()}`)
  const [device, ...records] = all as [Mutation, ...Mutation[]]
  const desks: Desk[] = []
  for (let index = 0; index < clients; index++) {
    const line = await Line.open(server.port, cookies[index % cookies.length] ?? '')
    const made = records.slice(index * batch, (index + 1) * batch)
    desks.push({ line, client: randomUUID(), made, turn: 0 })
  }
  const first = desks[0] as Desk
  await first.line.push(bodyOf(first, [device]))
  if (values.updates) for (const desk of desks) await desk.line.push(bodyOf(desk, desk.made))

  const took: number[] = []
  const refused = new Map<number, number>()
  let applied = 0
  const run = async (desk: Desk, until: number): Promise<void> => {
    while (performance.now() < until) {
      const body = nextBody(desk)
      const at = performance.now()
      const { status, text } = await desk.line.push(body)
      took.push(performance.now() - at)
      if (status !== 200) refused.set(status, (refused.get(status) ?? 0) + 1)
      else applied += text.split('"outcome":"applied"').length - 1
    }
  }
  await Promise.all(desks.map(desk => run(desk, performance.now() + 1000)))
  took.length = 0
  applied = 0
  const [at, spent] = [performance.now(), processorSeconds()]
  await Promise.all(desks.map(desk => run(desk, at + Number(values.seconds) * 1000)))
  const seconds = (performance.now() - at) / 1000
  const perPush = ((processorSeconds() - spent) / took.length) * 1000
  for (const { line } of desks) line.close()
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
