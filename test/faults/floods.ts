/** Floods: what one client can do to the others by asking much, slowly, or without listening. */
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { PROTOCOL_VERSION } from '../../shared/version.ts'
import { a } from '../contract/edits.ts'
import { budi, citra, createAccounts, signIn } from '../e2e/accounts.ts'
import { Neighbour } from './neighbour.ts'
import type { Report, Scenario } from './scenario.ts'
import { ServerProcess } from './server.ts'

interface Attack {
  server: ServerProcess
  /** The session of whoever attacks. */
  cookie: string
  ms: number
  report: Report
}

const json = { 'content-type': 'application/json' }

/** Many at once, each again and again; every answer is counted, and a refusal says when to come back. */
async function again(
  { ms, report }: Attack,
  at: { once: number },
  ask: (turn: number) => Promise<Response>,
): Promise<void> {
  const deadline = performance.now() + ms
  let turn = 0
  const one = async (): Promise<void> => {
    while (performance.now() < deadline) {
      const response = await ask(turn++)
      await response.arrayBuffer()
      report.add(`answers ${response.status}`)
      const retryAfter = Number(response.headers.get('retry-after'))
      if (response.status === 429) report.expect(retryAfter > 0, 'a 429 does not say when to come back')
    }
  }
  await Promise.all(Array.from({ length: at.once }, one))
}

/** Names that are there, and names that are not. */
async function signIns(attack: Attack): Promise<void> {
  await again(attack, { once: 32 }, turn =>
    fetch(`${attack.server.origin}/api/auth/sign-in/username`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({
        username: turn % 2 ? budi.username : `nobody${turn}`,
        password: `guess ${turn}`,
      }),
    }),
  )
}

async function pushes(attack: Attack): Promise<void> {
  const client = crypto.randomUUID()
  await again(attack, { once: 8 }, () => {
    const mutations = Array.from({ length: 500 }, () => a.recordB())
    return fetch(`${attack.server.origin}/api/sync/push`, {
      method: 'POST',
      headers: { ...json, cookie: attack.cookie },
      body: JSON.stringify({ client, protocol: PROTOCOL_VERSION, mutations }),
    })
  })
}

/** Asks for everything, and takes nothing of it. */
async function unread({ server, cookie, ms }: Attack): Promise<void> {
  const ask = `GET /api/sync/changes HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${cookie}\r\n\r\n`
  const sockets = Array.from({ length: 40 }, () => socketTo(server, ask))
  for (const socket of sockets) socket.pause()
  await pause(ms)
  for (const socket of sockets) socket.destroy()
}

/** A large body that comes in a trickle, before anybody has said who they are. */
async function slowBodies({ server, ms, report }: Attack): Promise<void> {
  const length = 1024 * 1024 - 1
  const head = `POST /api/auth/sign-in/username HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`
  const sockets = Array.from({ length: 200 }, () => socketTo(server, `${head}"${'x'.repeat(450_000)}`))
  // A refusal that comes after the last crumb is heard of by reading alone.
  for (const socket of sockets) socket.resume()
  const deadline = performance.now() + ms
  while (performance.now() < deadline) {
    await pause(500)
    for (const socket of sockets) if (socket.writable) socket.write('x')
  }
  for (let tries = 0; tries < 150 && sockets.some(({ closed }) => !closed); tries++) await pause(100)
  report.measure('bodies held open at the end', sockets.filter(({ closed }) => !closed).length)
  for (const socket of sockets) socket.destroy()
}

async function streams({ server, cookie, ms, report }: Attack): Promise<void> {
  const ask = `GET /api/sync/events HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${cookie}\r\n\r\n`
  const sockets = Array.from({ length: 500 }, () => socketTo(server, ask))
  let open = 0
  for (const socket of sockets)
    socket.once('data', chunk => (open += String(chunk).includes(' 200 ') ? 1 : 0))
  await pause(ms)
  report.measure('streams that one person holds open', open)
  for (const socket of sockets) socket.destroy()
}

function socketTo({ port }: ServerProcess, text: string): Socket {
  const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(text))
  // Whoever floods is cut off: that is what is looked for.
  socket.on('error', () => {})
  return socket
}

function flood(
  name: string,
  about: string,
  attack: (attack: Attack) => Promise<void>,
  records = 0,
): Scenario {
  return {
    name: `flood-${name}`,
    about: `${about}; count = seconds`,
    count: 10,
    async run({ count }, report) {
      const server = await ServerProcess.start({ ceilings: 1 })
      try {
        await createAccounts(server, [budi, citra])
        if (records > 0) server.command('demo', '--records', String(records))
        const [neighbour, cookie] = [await signIn(server, citra), await signIn(server, budi)]
        const attacked = attack({ server, cookie, ms: count * 1000, report })
        await new Neighbour(server, neighbour).during(attacked, report)
      } finally {
        await server.remove()
      }
    },
  }
}

export const floods: readonly Scenario[] = [
  flood(
    'sign-ins',
    'wrong passwords, 32 at a time, for names that are there and names that are not',
    signIns,
  ),
  flood('pushes', 'one person pushes 500 records a time, on 8 connections', pushes),
  flood('unread', '40 answers with all records that nobody reads', unread, 100_000),
  flood('slow-bodies', '200 large bodies that come in a trickle, from nobody', slowBodies),
  flood('streams', '500 event streams of one person', streams),
]
