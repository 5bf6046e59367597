/** A database that is away for a while, as whoever looks after the server and whoever uses it see that. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { postgresAt } from '../../server/db/postgres.ts'
import { a } from './edits.ts'
import { engines } from './engines.ts'
import { unchecked } from './postgres.ts'
import { openWorld } from './world.ts'

const idOf = (response: Response) => response.headers.get('x-request-id')

describe.each(engines)('A failure, on $name', engine => {
  test('[OP8] has an id: in its header, in its body, and in the log, with what went wrong', async () => {
    const world = await openWorld(engine)
    const eva = await world.person('editor')
    await world.database.db.destroy()
    const response = await eva.request('/api/sync/changes')
    const problem = (await response.json()) as { instance: string; code: string }
    expect([response.status >= 500, problem.instance]).toEqual([true, idOf(response)])
    const lines = world.log.filter(({ id }) => id === problem.instance)
    expect(lines).toMatchObject([
      { event: 'failed', level: 'error', code: problem.code },
      { event: 'request', level: 'warn', code: problem.code, route: '/api/sync/changes' },
    ])
    await world.close()
  })

  test('[OP8] what was merely refused has an id as well', async () => {
    const world = await openWorld(engine)
    const response = await world.app.request('/api/sync/changes')
    expect(((await response.json()) as { instance: string }).instance).toBe(idOf(response))
    expect(world.log.at(-1)).toMatchObject({ id: idOf(response), level: 'info', code: 'signed_out' })
    await world.close()
  })
})

const url = inject('postgresUrl')

test.runIf(url !== null)(
  '[OP6] [OP7] [SV3] an outage says why, in few lines, and ends by itself',
  async () => {
    const name = `records_${crypto.randomUUID().replaceAll('-', '')}`
    const admin = new pg.Client({ connectionString: url! })
    await admin.connect()
    await admin.query(`create database ${name}`)
    const bridge = await bridgeTo(Number(new URL(url!).port))
    const through = Object.assign(new URL(url!), { pathname: `/${name}`, port: String(bridge.port) })
    const driver = () => unchecked(postgresAt(through.href, () => {}))
    const world = await openWorld(engines[0]!, { store: { driver, remove: async () => {} } })
    const eva = await world.person('editor')
    await bridge.close()
    const before = world.log.length
    for (let n = 0; n < 40; n++) {
      expect((await eva.request('/api/sync/changes')).status).toBe(503)
      expect((await world.app.request('/api/readyz')).status).toBe(503)
    }
    const errors = world.log.slice(before).filter(({ level }) => level === 'error')
    expect(errors.length).toBeLessThan(30)
    const texts = errors.map(({ causes }) => JSON.stringify(causes))
    // Those that were open say that they have ended; all that are tried from then on, why.
    expect(texts.filter(text => !/ECONNREFUSED|Connection terminated/.test(text))).toEqual([])
    expect(texts.filter(text => text.includes('connect ECONNREFUSED 127.0.0.1')).length).toBeGreaterThan(3)
    await bridge.open()
    expect((await eva.push(a.recordB())).results).toMatchObject([{ outcome: 'applied' }])
    world.wait(60_000)
    await world.app.request('/api/livez')
    const left = world.log.filter(({ event }) => event === 'repeated')
    expect(left[0]).toMatchObject({ of: 'failed', code: 'unavailable', times: expect.any(Number) as number })
    await world.close()
    await bridge.close()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  },
)

/** A way to PostgreSQL that can be closed, so that nobody answers at its port, and opened again. */
async function bridgeTo(port: number) {
  const ends = new Set<Socket>()
  const bridge = createServer(client => {
    const server = connect(port, '127.0.0.1')
    for (const socket of [client, server]) {
      ends.add(socket)
      socket.on('error', () => {}).on('close', () => ends.delete(socket))
    }
    client.pipe(server).pipe(client)
  })
  const listen = (at: number) => new Promise<void>(resolve => bridge.listen(at, '127.0.0.1', resolve))
  await listen(0)
  const own = (bridge.address() as AddressInfo).port
  return {
    port: own,
    open: () => listen(own),
    close() {
      const closed = new Promise<void>(resolve => bridge.close(() => resolve()))
      for (const socket of ends) socket.destroy()
      return closed
    },
  }
}
