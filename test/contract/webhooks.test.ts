/** Webhooks: how they are made, what a delivery says, and how whoever gets it knows from whom it is. */
import { lookup } from 'node:dns'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { markRestored } from '../../server/db/restored.ts'
import { kinds } from '../../shared/kinds.ts'
import { mostWebhooks } from '../../shared/webhooks.ts'
import type { AuditPage } from '../../shared/audit.ts'
import { a, remove, update } from './edits.ts'
import { engines } from './engines.ts'
import { codeOf, program, tokenOf } from './program.ts'
import {
  loopback,
  processOf,
  reachingHere,
  Receiver,
  type Received,
  webhookOf,
  webhookTold,
} from './receiver.ts'
import { idOf } from './scoped.ts'
import { createPost } from '../../server/webhooks/post.ts'
import { keepSending, type Sender } from '../../server/webhooks/sender.ts'
import { openWorld, type Person, type World } from './world.ts'

/** By the text of the standard alone, with another library than the server's. */
async function isSigned({ headers, body }: Received, secret: string): Promise<boolean> {
  const key = Uint8Array.from(atob(secret.replace('whsec_', '')), letter => letter.charCodeAt(0))
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['verify'])
  const text = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const [version, mac = ''] = String(headers['webhook-signature']).split(',')
  const bytes = Uint8Array.from(atob(mac), letter => letter.charCodeAt(0))
  return version === 'v1' && crypto.subtle.verify('HMAC', imported, bytes, new TextEncoder().encode(text))
}

describe.each(engines)('Webhooks on $name', engine => {
  let world: World
  let admin: Person
  let receiver: Receiver
  let sender: Sender
  beforeEach(async () => {
    world = reachingHere(await openWorld(engine))
    admin = await world.person('admin')
    receiver = await new Receiver().listen()
    sender = processOf(world)
  })
  afterEach(async () => {
    await sender.stop()
    await receiver.close()
    await world.close()
  })

  test('[WH1] tells of what is made, changed and deleted since it was made, of its kinds alone', async () => {
    await admin.made(a.recordB({ nama: 'Before' }))
    const { id } = await webhookOf(admin, receiver.url)
    await sender.wake()
    expect(receiver.received).toEqual([])
    const record = await admin.made(a.recordB({ nama: 'Gudang Ñ 🏠' }))
    await admin.made(a.device())
    await sender.wake()
    const seen = program(world, (await tokenOf(admin, 'viewer')).token)
    expect(receiver.told).toEqual([
      {
        ...{ webhook: id, sequence: 1, anew: false, kind: 'record_b', gone: [], more: false },
        records: [(await seen.get(`record_b/${record.uid}`)).body],
        cursor: expect.any(String),
      },
    ])
    const changed = await admin.made(update(record, { nama: [record.fields['nama'], 'Toko'] }))
    await sender.wake()
    expect(receiver.copy.get(record.uid)).toMatchObject({ nama: 'Toko', version: changed.version })
    await admin.one(remove(changed))
    await sender.wake()
    expect([receiver.told.at(-1)?.gone, receiver.copy.size]).toEqual([[record.uid], 0])
    expect(await webhookTold(admin, id)).toMatchObject({ state: 'sending', delivered: 3, failure: null })
    // Where `more` is false the cursor is one of `changes`.
    const after = receiver.told.at(-1)!.cursor
    expect((await seen.get(`changes?after=${after}`)).body).toMatchObject({ records: [], more: false })
  })

  test('[WH3] many changes come in clock order, at most 512 at a time, and nothing twice', async () => {
    for (const count of [400, 200]) await admin.push(...Array.from({ length: count }, () => a.recordB()))
    await webhookOf(admin, receiver.url, { from: 'everything' })
    await sender.wake()
    expect(receiver.told.map(({ records, anew, more }) => [records.length, anew, more])).toEqual([
      [512, true, true],
      [88, false, false],
    ])
    const versions = receiver.told.flatMap(({ records }) => records.map(({ version }) => version))
    expect(versions).toEqual(versions.toSorted((one, other) => one - other))
    expect(receiver.copy.size).toBe(600)
    await sender.wake()
    expect(receiver.received).toHaveLength(2)
  })

  test('[WH2] a delivery is signed as the Standard Webhooks say; nothing of it can be changed', async () => {
    const { secret } = await webhookOf(admin, receiver.url)
    await admin.made(a.recordB({ nama: 'Ä\u2028🙂' }))
    await sender.wake()
    const [received] = receiver.received
    expect(await isSigned(received!, secret)).toBe(true)
    expect(await isSigned({ ...received!, body: `${received!.body} ` }, secret)).toBe(false)
    const later = { ...received!.headers, 'webhook-timestamp': '1' }
    expect(await isSigned({ ...received!, headers: later }, secret)).toBe(false)
    const { headers } = received!
    expect(Number(headers['webhook-timestamp'])).toBe(Math.floor(world.services.now().getTime() / 1000))
    expect(headers['content-type']).toBe('application/json')
  })

  test('[WH2] the secret is nowhere in the database; with another secret of the server it stops, and says so', async () => {
    const { id, secret } = await webhookOf(admin, receiver.url)
    const rows = await world.database.db.selectFrom('webhooks').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6))
    await admin.made(a.recordB())
    const { auth } = world.services
    const context = auth.$context.then(known => ({ ...known, secret: 'another one' }))
    await processOf(world, { auth: { ...auth, $context: context } }).wake()
    expect(receiver.received).toEqual([])
    expect(await webhookTold(admin, id)).toMatchObject({ state: 'stopped', failure: { why: 'secret_lost' } })
  })

  test('[WH1] is made, seen, started and ended by admins, and the audit says so', async () => {
    const eva = await world.person('manager', 'eva')
    expect(codeOf(await told(eva, '/api/webhooks'))).toEqual([403, 'forbidden'])
    const { id } = await webhookOf(admin, receiver.url, { as: eva })
    expect(await webhookTold(admin, id)).toMatchObject({ username: 'eva', kinds: ['record_b'] })
    for (const act of ['start', 'end'])
      expect((await admin.post(`/api/webhooks/${act}`, { id })).status).toBe(200)
    expect(codeOf(await told(admin, '/api/webhooks/end', { id }))).toEqual([404, 'not_found'])
    const { rows } = (await (await admin.request('/api/audit?outcome=ok')).json()) as AuditPage
    expect(rows.slice(0, 3).map(({ action, target }) => [action, target])).toEqual([
      ['webhook_ended', 'eva'],
      ['webhook_started', 'eva'],
      ['webhook_made', 'eva'],
    ])
    await admin.made(a.recordB())
    await sender.wake()
    expect(receiver.received).toEqual([])
  })

  test('[WH1] names kinds and an account that there are, and there are not too many', async () => {
    const userId = await idOf(admin)
    const message = { name: 'x', url: receiver.url, kinds: ['record_b'], userId, from: 'now' }
    const make = (changes: object) => told(admin, '/api/webhooks', { ...message, ...changes })
    expect(codeOf(await make({ kinds: ['nonesuch'] }))).toEqual([422, 'invalid_request'])
    expect(codeOf(await make({ kinds: [] }))).toEqual([422, 'invalid_request'])
    expect(codeOf(await make({ userId: 'nobody' }))).toEqual([404, 'not_found'])
    for (let made = 0; made < mostWebhooks; made++) await webhookOf(admin, receiver.url)
    expect(codeOf(await make({}))).toEqual([409, 'no_room'])
  })

  test('[WH3] [RS3] of a database that was put back everything comes anew, under higher numbers', async () => {
    await webhookOf(admin, receiver.url)
    const [first, second] = [await admin.made(a.recordB()), await admin.made(a.recordB())]
    await sender.wake()
    await markRestored(world.database, kinds)
    await sender.wake()
    expect(receiver.told.map(({ anew }) => anew)).toEqual([false, true])
    expect(receiver.told[1]!.sequence).toBeGreaterThan(1_000_000)
    expect([...receiver.copy.keys()].toSorted()).toEqual([first.uid, second.uid].toSorted())
  })

  test('[WH3] [WH4] a server sends when something was written, and tries again by itself what has failed', async () => {
    const post = createPost(lookup, loopback)
    const stop = keepSending({ ...world.services, post, random: () => 0.5 })
    const { id } = await webhookOf(admin, receiver.url)
    receiver.answers.push(500)
    const record = await admin.made(a.recordB())
    await receiver.asked(1)
    await expect.poll(async () => (await webhookTold(admin, id)).state).toBe('failing')
    world.wait(60_000)
    world.tick()
    await receiver.asked(2)
    expect([...receiver.copy.keys()]).toEqual([record.uid])
    await stop()
    await admin.made(a.recordB())
    expect(receiver.received).toHaveLength(2)
  })

  const told = async (person: Person, path: string, body?: unknown) => {
    const response = await (body === undefined ? person.request(path) : person.post(path, body))
    const answer = (await response.json()) as Record<string, unknown>
    return { status: response.status, body: answer, headers: response.headers, text: '' }
  }
})
