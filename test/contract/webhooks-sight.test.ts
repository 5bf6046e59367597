/** What webhooks send and where: nothing that their account does not see, and nowhere that they may not reach. */
import type { LookupAddress } from 'node:dns'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { prune } from '../../server/db/clock.ts'
import { isAllowed, urlIn } from '../../server/webhooks/address.ts'
import { createPost } from '../../server/webhooks/post.ts'
import type { Sender } from '../../server/webhooks/sender.ts'
import { a } from './edits.ts'
import { engines } from './engines.ts'
import { loopback, processOf, reachingHere, Receiver, webhookOf, webhookTold } from './receiver.ts'
import { companyOf, grant, idOf, ofSite } from './scoped.ts'
import { openWorld, type Person, type World } from './world.ts'

describe.each(engines)('The sight of webhooks on $name', engine => {
  let world: World
  let admin: Person
  let eva: Person
  let company: Awaited<ReturnType<typeof companyOf>>
  let receiver: Receiver
  let sender: Sender
  beforeEach(async () => {
    world = reachingHere(await openWorld(engine))
    admin = await world.person('admin')
    eva = await world.person('editor', 'eva')
    company = await companyOf(admin)
    receiver = await new Receiver().listen()
    sender = processOf(world)
  })
  afterEach(async () => {
    await sender.stop()
    await receiver.close()
    await world.close()
  })

  const uids = () => [...receiver.copy.keys()].toSorted()

  test('[WH3] [SC2] [SC9] sends what its account sees and no more, without the fields that it is not to read', async () => {
    await grant(admin, [eva], { everything: false, give: [ofSite(company.north)] })
    await webhookOf(admin, receiver.url, { as: eva, kinds: ['record_a', 'device'], from: 'everything' })
    await sender.wake()
    expect(uids()).toEqual([company.gates[0].uid, company.atNorth.uid].toSorted())
    expect(receiver.copy.get(company.atNorth.uid)).toMatchObject({ passwd: null, name: 'Orang 0' })
    await admin.made(a.recordA(company.gates[1].id, { name: 'Elsewhere' }))
    await admin.made(a.recordA(company.gates[0].id, { name: 'Here' }))
    await sender.wake()
    const said = JSON.stringify(receiver.told)
    expect([said.includes('Here'), said.includes('Elsewhere'), said.includes('rahasia')]).toEqual([
      true,
      false,
      false,
    ])
  })

  test('[WH3] [SC4] what leaves its sight is told as gone', async () => {
    await grant(admin, [eva], { everything: false, give: [ofSite(company.north), ofSite(company.south)] })
    await webhookOf(admin, receiver.url, { as: eva, kinds: ['record_a'], from: 'everything' })
    await sender.wake()
    expect(uids()).toEqual([company.atNorth.uid, company.atSouth.uid].toSorted())
    await grant(admin, [eva], { take: [ofSite(company.south)] })
    await sender.wake()
    expect(uids()).toEqual([company.atNorth.uid])
    expect(receiver.told.at(-1)).toMatchObject({ anew: false, gone: [company.atSouth.uid] })
  })

  test('[WH3] [SC6] an account that becomes limited: all comes anew, and nothing of before is sent', async () => {
    await webhookOf(admin, receiver.url, { as: eva, kinds: ['record_a'], from: 'everything' })
    receiver.answers.push(500)
    await sender.wake()
    await grant(admin, [eva], { everything: false, give: [ofSite(company.north)] })
    world.wait(60_000)
    await sender.wake()
    const [refused, taken] = receiver.told
    expect([refused!.records.length, taken!.records.length, taken!.anew]).toEqual([3, 1, true])
    expect(uids()).toEqual([company.atNorth.uid])
    await grant(admin, [eva], { everything: true })
    await sender.wake()
    expect([receiver.told.at(-1)?.anew, uids().length]).toEqual([true, 3])
  })

  test('[WH3] an account that loses all that it sees: its receiver is told to hold nothing', async () => {
    await webhookOf(admin, receiver.url, { as: eva, kinds: ['record_a'], from: 'everything' })
    await sender.wake()
    expect(uids()).toHaveLength(3)
    await grant(admin, [eva], { everything: false })
    await sender.wake()
    expect(receiver.told.at(-1)).toMatchObject({ anew: true, records: [], more: false })
    expect(uids()).toEqual([])
  })

  test('[WH1] while its account is disabled nothing is sent; enabled it goes on; with it the webhook is no more', async () => {
    const { id } = await webhookOf(admin, receiver.url, { as: eva })
    const userId = await idOf(eva)
    await admin.post('/api/auth/admin/ban-user', { userId })
    const record = await admin.made(a.recordB())
    await sender.wake()
    expect([receiver.received.length, (await webhookTold(admin, id)).state]).toEqual([0, 'account_disabled'])
    await admin.post('/api/auth/admin/unban-user', { userId })
    await sender.wake()
    expect(uids()).toEqual([record.uid])
    await admin.post('/api/auth/admin/remove-user', { userId })
    expect(await world.database.db.selectFrom('webhooks').selectAll().execute()).toEqual([])
  })

  test('[WH3] [CH4] where deletions that it has not told are forgotten, all comes anew', async () => {
    const { id } = await webhookOf(admin, receiver.url)
    await admin.post('/api/webhooks/start', { id })
    await admin.made(a.recordB())
    world.wait(1_000)
    await prune(world.database, world.services.now())
    const last = await admin.made(a.recordB())
    await sender.wake()
    expect([receiver.told[0]!.anew, receiver.copy.has(last.uid), receiver.copy.size]).toEqual([true, true, 3])
  })
})

describe('Where webhooks may go', () => {
  test.each([
    ...[
      'http://records.example/',
      'ftp://records.example',
      'records.example',
      '',
      'https://a:b@records.example',
    ],
    ...[
      'https://127.0.0.1/',
      'https://10.1.2.3',
      'https://[::1]/',
      'http://localhost:8080',
      'https://0x7f.1/',
    ],
    ...[
      'https://169.254.169.254/latest',
      'https://[::ffff:10.0.0.1]/',
      'https://[fd00::1]',
      'https://x.example/#y',
    ],
  ])('[WH5] not to %s', url => {
    expect(() => urlIn(url, undefined)).toThrow('invalid_request')
  })

  test('[WH5] to public addresses by https, and to this machine where whoever runs the server has named it', () => {
    expect(urlIn('https://hooks.example:8443/a?b=c', undefined).href).toBe('https://hooks.example:8443/a?b=c')
    expect(urlIn('https://[2606:4700::1111]/', undefined).hostname).toBe('[2606:4700::1111]')
    expect(urlIn('http://localhost:9000/', loopback).port).toBe('9000')
    expect(() => urlIn('http://10.0.0.5/', loopback)).toThrow('invalid_request')
    expect(
      ['8.8.8.8', '100.64.0.1', '192.168.1.1', '64:ff9b::a00:1', '2002:a00:1::'].map(of =>
        isAllowed(of, undefined),
      ),
    ).toEqual([true, false, false, false, false])
  })

  const leadingTo = (...found: string[]) =>
    ((_name: string, _options: object, callback: (error: null, found: LookupAddress[]) => void) =>
      callback(
        null,
        found.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
      )) as never
  const sent = { headers: {}, body: '{}', signal: new AbortController().signal }

  test('[WH5] a name that leads to an address within is not connected to, whatever else it leads to', async () => {
    const receiver = await new Receiver().listen()
    const url = new URL(receiver.url.replace('127.0.0.1', 'hooks.example'))
    await expect(createPost(leadingTo('127.0.0.1', '::1'), undefined)(url, sent)).rejects.toThrow(
      'may be reached',
    )
    await expect(createPost(leadingTo(), undefined)(new URL('http://127.0.0.1/'), sent)).rejects.toThrow(
      'may not',
    )
    expect(receiver.received).toEqual([])
    await receiver.close()
  })

  test('[WH5] no redirect is followed', async () => {
    const [receiver, other] = [await new Receiver().listen(), await new Receiver().listen()]
    receiver.answers.push(307)
    receiver.location = other.url
    const body = JSON.stringify({ data: { sequence: 1, records: [], gone: [] } })
    const post = createPost(leadingTo('127.0.0.1'), loopback)
    expect(await post(new URL(receiver.url), { ...sent, body })).toMatchObject({ status: 307 })
    expect(other.received).toEqual([])
    for (const each of [receiver, other]) await each.close()
  })
})
