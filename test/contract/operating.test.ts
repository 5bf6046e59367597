/** What whoever runs the server asks it: does it live, is it ready, and how much of what there is. */
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createReadiness } from '../../server/operating/readiness.ts'
import { routes } from '../../server/routes.ts'
import { PROTOCOL_VERSION } from '../../shared/version.ts'
import { a, recordB, update } from './edits.ts'
import { told } from './browser-rows.ts'
import { engines } from './engines.ts'
import { inMetrics } from './metrics-text.ts'
import { openWorld, personWith, type World } from './world.ts'

const token = 'the-token-of-the-one-who-watches-us'
const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } })

describe.each(engines)('Whoever runs the server, on $name', engine => {
  let world: World
  beforeEach(async () => (world = await openWorld(engine, { metricsToken: token })))
  afterEach(() => world.close())

  const ask = async (path: string): Promise<[number, unknown]> => {
    const response = await world.app.request(path)
    return [response.status, await response.json()]
  }
  const metrics = async () => inMetrics(await (await world.app.request('/api/metrics')).text())
  const lives = async () => expect(await ask('/api/livez')).toEqual([200, { status: 'ok' }])

  test('[OP1] [OP2] hears that it lives and is ready', async () => {
    await lives()
    expect(await ask('/api/readyz')).toEqual([200, { status: 'ok' }])
  })

  test('[OP1] [OP2] hears that a server without its database lives, and is not ready', async () => {
    await world.database.db.destroy()
    await lives()
    const reason = { code: 'unavailable', details: { reason: 'database' } }
    expect(await ask('/api/readyz')).toEqual([503, expect.objectContaining(reason)])
  })

  test.each(['0099-later', ''])('[OP2] hears that the tables are of another version %s', async later => {
    const { db } = world.database
    if (later) await sql`insert into kysely_migration (name, timestamp) values (${later}, 'x')`.execute(db)
    else await sql`delete from kysely_migration where name = '0013-scopes'`.execute(db)
    expect(await ask('/api/readyz')).toEqual([
      503,
      expect.objectContaining({ code: 'unavailable', details: { reason: 'tables' } }),
    ])
    expect((await metrics()).valueOf('records_ready')).toBe(0)
  })

  test('[OP1] [OP2] waits for nobody, however many ask for something else', async () => {
    for (let n = 0; n < 6; n++)
      await world.services.ceilings.enter('open', { userId: undefined, address: '127.0.0.1' })
    await lives()
    expect((await ask('/api/readyz'))[0]).toBe(200)
  })

  test('[OP2] who asks at one moment gets one answer, which costs one question', async () => {
    let asked = 0
    const { db } = world.database
    const counted = db.withPlugin({
      transformQuery: ({ node }) => (asked++, node),
      transformResult: async ({ result }) => result,
    })
    const readiness = createReadiness({ ...world.database, db: counted })
    await Promise.all(Array.from({ length: 50 }, () => readiness()))
    expect(asked).toBe(1)
    await readiness()
    expect(asked).toBe(2)
  })

  test('[OP3] hears what was asked, and how it ended', async () => {
    const eva = await world.person('editor')
    await eva.request('/api/nothing/at/all')
    await eva.request('/api/history?kind=none')
    const device = a.device()
    await eva.push(device, a.recordB({ nama: '' }))
    await eva.push(update(device, { name: ['x', 'other'] }))
    await world.app.request('/', { method: 'PROPFIND' })
    const { valueOf } = await metrics()
    const requests = (labels: string) => valueOf(`records_http_requests_total{${labels}}`)
    expect([
      requests('method="POST",route="/api/sync/push",status="200"'),
      requests('method="GET",route="unknown",status="404"'),
      requests('method="GET",route="/api/history",status="422"'),
      requests('method="other",route="unknown",status="405"'),
      valueOf('records_http_request_duration_seconds_count{method="POST",route="/api/sync/push"}'),
    ]).toEqual([2, 1, 1, 1, 2])
    expect([
      valueOf('records_pushes_total{outcome="settled"}'),
      valueOf('records_mutations_total{outcome="applied"}'),
      valueOf('records_mutations_total{outcome="rejected"}'),
      valueOf('records_mutations_total{outcome="conflict"}'),
      valueOf('records_push_wait_seconds_count'),
      valueOf('records_settle_seconds_count'),
      valueOf('records_clock'),
    ]).toEqual([2, 1, 1, 1, 2, 2, 1])
  })

  test('[OP3] hears of pushes that nothing came of', async () => {
    const [eva, other] = [await world.person('editor'), await world.person('editor')]
    await eva.push(a.device())
    const theirs = await other.post('/api/sync/push', {
      ...{ client: eva.client, protocol: PROTOCOL_VERSION },
      mutations: [a.device()],
    })
    expect(theirs.status).toBe(403)
    expect((await metrics()).valueOf('records_pushes_total{outcome="refused"}')).toBe(1)
  })

  test('[OP3] hears how many streams are open', async () => {
    const eva = await world.person('editor')
    const stream = await eva.request('/api/sync/events')
    expect((await metrics()).valueOf('records_event_streams')).toBe(1)
    await stream.body?.cancel()
    expect((await metrics()).valueOf('records_event_streams')).toBe(0)
  })

  test('[OP3] hears how long browsers with unsent edits have been silent', async () => {
    const [eva, oto] = [await world.person('editor'), await world.person('editor')]
    await eva.post('/api/browsers/told', { ...told, unsent: 3 })
    world.wait(3 * 24 * 60 * 60 * 1000)
    await oto.post('/api/browsers/told', { ...told, unsent: 0 })
    const { valueOf } = await metrics()
    expect([
      valueOf('records_browsers{last_contact="hour"}'),
      valueOf('records_browsers{last_contact="week"}'),
      valueOf('records_browsers_unsent{last_contact="week"}'),
      valueOf('records_edits_unsent{last_contact="week"}'),
      valueOf('records_edits_unsent{last_contact="hour"}'),
      Math.round(valueOf('records_unsent_age_seconds') ?? 0),
    ]).toEqual([1, 1, 1, 3, 0, 3 * 24 * 60 * 60])
  })

  test('[OP3] hears nobody’s name, nothing of a record, and nothing that a client chose', async () => {
    const eva = await world.person('editor', 'eva-maria')
    await eva.push(a.recordB())
    for (let n = 0; n < 20; n++) await eva.request(`/api/${crypto.randomUUID()}`)
    const text = await (await world.app.request('/api/metrics')).text()
    for (const word of ['eva-maria', recordB.nama, eva.client, token]) expect(text).not.toContain(word)
    const known = new Set([...routes.map(({ path }) => path), 'client', 'unknown'])
    const named = [...text.matchAll(/route="([^"]*)"/g)].map(([, route]) => route ?? '')
    expect(named.length).toBeGreaterThan(3)
    expect(named.filter(route => !known.has(route))).toEqual([])
  })

  test('[OP3] hears sizes', async () => {
    const { valueOf } = await metrics()
    expect(valueOf('records_database_bytes')).toBeGreaterThan(100_000)
    const isSqlite = world.store.path !== undefined
    const ofSqlite = ['records_database_wal_bytes', 'records_disk_free_bytes']
    for (const name of [...ofSqlite, 'records_wal_written_bytes']) {
      const isTold = ofSqlite.includes(name) === isSqlite
      expect([name, valueOf(name)]).toEqual([name, isTold ? expect.any(Number) : undefined])
    }
  })

  test('[OP3] hears what was counted while the database is away', async () => {
    await world.database.db.destroy()
    const { valueOf } = await metrics()
    expect([
      valueOf('records_database_up'),
      valueOf('records_ready'),
      valueOf('records_clock'),
      valueOf('records_event_streams'),
    ]).toEqual([0, 0, undefined, 0])
  })
})

describe('The metrics', () => {
  const [engine] = engines

  async function statusOf(
    metricsToken: string | undefined,
    { url = '/api/metrics', headers = {}, address = '203.0.113.9', publicOrigin = '' },
  ): Promise<[number, unknown]> {
    const options = { ...(metricsToken && { metricsToken }), ...(publicOrigin && { publicOrigin }) }
    const world = await openWorld(engine!, options)
    const response = await world.app.request(url, { headers }, from(address))
    const code = response.ok ? 'ok' : ((await response.json()) as { code: string }).code
    await world.close()
    return [response.status, code]
  }
  const bearer = (shown: string) => ({ authorization: `Bearer ${shown}` })

  test.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])('[OP4] are told to %s', async address => {
    expect(await statusOf(undefined, { address })).toEqual([200, 'ok'])
  })

  test.each([
    ['elsewhere', {}],
    [
      'a proxy on this machine that says for whom',
      { address: '127.0.0.1', headers: { 'x-forwarded-for': '' } },
    ],
    ['the same in newer words', { address: '127.0.0.1', headers: { forwarded: 'for=203.0.113.9' } }],
    [
      'a name that leads to this machine',
      { address: '127.0.0.1', url: 'http://rebound.example/api/metrics' },
    ],
  ])('[OP4] are told by token alone to %s', async (_, asking) => {
    expect(await statusOf(undefined, asking)).toEqual([404, 'not_found'])
    expect(await statusOf(token, asking)).toEqual([401, 'signed_out'])
    const headers = { ...('headers' in asking ? asking.headers : {}), ...bearer(token) }
    expect(await statusOf(token, { ...asking, headers })).toEqual([200, 'ok'])
  })

  test.each([token.slice(1), `${token}x`, token.toUpperCase(), 'x'])(
    '[OP4] “%s” is not the token',
    async shown => {
      expect(await statusOf(token, { headers: bearer(shown) })).toEqual([401, 'signed_out'])
    },
  )

  test('[OP1] [OP2] [OP4] [SV10] are asked by address where people have a name for the server', async () => {
    const publicOrigin = 'https://records.example'
    for (const path of ['livez', 'readyz', 'metrics']) {
      const asking = { url: `http://127.0.0.1:8080/api/${path}`, address: '127.0.0.1', publicOrigin }
      expect(await statusOf(undefined, asking)).toEqual([200, 'ok'])
    }
  })

  test('[OP4] are for no account', async () => {
    const world = await openWorld(engine!)
    const admin = await world.person('admin')
    const { cookie } = personWith(world.app, admin.cookie)
    const asked = await world.app.request('/api/metrics', { headers: { cookie } }, from('203.0.113.9'))
    expect(asked.status).toBe(404)
    await world.close()
  })
})
