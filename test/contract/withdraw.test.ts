/** Work that nobody answered is taken back: what became of it is said, and what never came never will. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WithdrawAnswer } from '../../shared/protocol.ts'
import { userHeader } from '../../shared/user-header.ts'
import { PROTOCOL_VERSION, SUPPORTED_PROTOCOLS } from '../../shared/version.ts'
import { a, recordB, update } from './edits.ts'
import { engines } from './engines.ts'
import { last } from './lines.ts'
import { openWorld, type Person, type World } from './world.ts'

const path = '/api/sync/withdraw'

describe.each(engines)('Withdrawing on $name', engine => {
  let world: World
  let eva: Person

  beforeAll(async () => {
    world = await openWorld(engine)
    eva = await world.person('editor')
  })
  afterAll(() => world.close())

  const body = (...ids: unknown[]) => ({ client: eva.client, protocol: PROTOCOL_VERSION, ids })
  const withdraw = async (...ids: unknown[]): Promise<WithdrawAnswer> => {
    const response = await eva.post(path, body(...ids))
    if (!response.ok) throw new Error(await response.text())
    return WithdrawAnswer.parse(await response.json())
  }
  const failure = async (response: Response) => [
    response.status,
    ((await response.json()) as { code: string }).code,
  ]
  const notDelivered = (id: string) => ({
    id,
    outcome: 'rejected',
    issues: [{ field: '', code: 'not_delivered' }],
    isRepeated: true,
  })

  test('[PU15] what never came has no effect when it comes late, whatever is in it', async () => {
    const late = a.recordB()
    const { clock } = await eva.push()
    const answer = await withdraw(late.id)
    expect(answer).toMatchObject({ clock, results: [{ id: late.id, outcome: 'withdrawn' }] })
    for (const mutation of [late, { ...late, fields: { ...recordB, pt: 'Ø' } }, { id: late.id }])
      expect(await eva.one(mutation)).toEqual(notDelivered(late.id))
    expect((await eva.push(late)).clock).toBe(clock)
    expect((await eva.changes()).flatMap(line => line.uid)).not.toContain(late.uid)
    const old = await eva.post('/api/sync/push', { client: eva.client, protocol: 3, mutations: [late] })
    expect(await old.json()).toMatchObject({ results: [notDelivered(late.id)] })
  })

  test('[PU15] withdrawn again it is withdrawn, also within one request', async () => {
    const { id } = a.recordB()
    const withdrawn = { id, outcome: 'withdrawn' }
    expect((await withdraw(id, id)).results).toEqual([withdrawn, withdrawn])
    expect((await withdraw(id)).results).toEqual([withdrawn])
  })

  test('[PU15] what was settled is answered as it was, with the record of that moment', async () => {
    const made = a.recordB()
    const edit = update(made, { pt: [recordB.pt, 'Ø'] })
    const conflict = update(made, { pt: ['lain', 'x'] })
    const [malformed, away] = [{ ...a.device(), fields: [] }, a.device()]
    const { results } = await eva.push(made, edit, conflict, malformed)
    expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'conflict', 'rejected'])
    const ids = [made, edit, conflict, malformed].map(({ id }) => id)
    const answer = await withdraw(away.id, ...ids)
    const repeated = results.slice(2).map(each => ({ ...each, isRepeated: true }))
    const known = [...results.slice(0, 2), ...repeated]
    expect(answer.results).toEqual([{ id: away.id, outcome: 'withdrawn' }, ...known])
  })

  test('[PU15] of a push and its withdrawal at one moment, one is answered', async () => {
    for (let round = 0; round < 8; round++) {
      const mutation = a.recordB({ nama: `${round} é` })
      const both = [() => eva.one(mutation), async () => (await withdraw(mutation.id)).results[0]!]
      const started = await Promise.all((round % 2 > 0 ? both.toReversed() : both).map(start => start()))
      const [pushed, withdrawn] = round % 2 > 0 ? started.toReversed() : started
      expect([`${pushed?.outcome} and ${withdrawn?.outcome}`]).toContainEqual(
        expect.stringMatching(/^(applied and applied|rejected and withdrawn)$/),
      )
      const uids = (await eva.changes()).flatMap(line => line.uid)
      expect(uids.includes(mutation.uid)).toBe(pushed?.outcome === 'applied')
    }
  })

  test('[PU12] [PU15] a server that has not lived through what the client has seen withdraws nothing', async () => {
    const { id } = a.recordB()
    const { cursor } = last(await eva.changes())
    const other = await openWorld(engine)
    const elsewhere = last(await (await other.person('viewer')).changes()).cursor
    await other.close()
    const response = await eva.post(path, { ...body(id), history: elsewhere })
    expect(await failure(response)).toEqual([410, 'cursor_expired'])
    const taken = await eva.post(path, { ...body(id), history: cursor })
    const answer = (await taken.json()) as WithdrawAnswer
    expect(answer.results).toEqual([{ id, outcome: 'withdrawn' }])
    expect((await eva.changes(answer.history)).flatMap(line => line.uid)).toEqual([])
  })

  test('[PU9] [PU15] only who may push withdraws, and only under their own client and name', async () => {
    const [viewer, other] = [await world.person('viewer'), await world.person('editor')]
    const { id } = a.recordB()
    await eva.push()
    expect(await failure(await viewer.post(path, body(id)))).toEqual([403, 'forbidden'])
    expect(await failure(await other.post(path, body(id)))).toEqual([403, 'wrong_user'])
    const headers = { 'content-type': 'application/json', [userHeader]: 'somebody else' }
    const named = { method: 'POST', headers, body: JSON.stringify(body(id)) }
    expect(await failure(await eva.request(path, named))).toEqual([403, 'wrong_user'])
  })

  test.each<[string, (id: string) => unknown, [number, string]]>([
    ['no ids', () => body(...[]).client, [422, 'invalid_request']],
    ['ids that are no list', id => ({ ...body(), ids: id }), [422, 'invalid_request']],
    ['an id that is a number', () => body(7), [422, 'invalid_request']],
    ['an id that is null', () => body(null), [422, 'invalid_request']],
    ['an id with NUL', id => body(`${id.slice(0, -1)}\0`), [422, 'invalid_request']],
    ['an id in upper case', id => body(`${id.slice(0, -1)}A`), [422, 'invalid_request']],
    ['an id with a newline', id => body(`${id}\n`), [422, 'invalid_request']],
    ['501 ids', id => body(...Array<string>(501).fill(id)), [413, 'too_large']],
    ['mutations', id => ({ ...body(id), mutations: [] }), [422, 'unknown_field']],
    ['an unknown protocol', id => ({ ...body(id), protocol: 99 }), [409, 'protocol_unsupported']],
    ['a protocol that is a text', id => ({ ...body(id), protocol: '4' }), [422, 'invalid_request']],
    ['a history of garbage', id => ({ ...body(id), history: '\0' }), [410, 'cursor_expired']],
    ['a client of no uuid', id => ({ ...body(id), client: 'x' }), [422, 'invalid_request']],
    ['nothing', () => null, [422, 'invalid_request']],
  ])('[RQ6] [PU15] a request with %s is refused', async (_, build, expected) => {
    expect(await failure(await eva.post(path, build(crypto.randomUUID())))).toEqual(expected)
    expect(world.log.filter(entry => entry['level'] === 'error')).toEqual([])
  })

  test('[RQ7] [PU15] each supported protocol may withdraw, and no id at all is an answer', async () => {
    for (const protocol of SUPPORTED_PROTOCOLS) {
      const response = await eva.post(path, { ...body(), protocol })
      expect([response.status, await response.json()]).toMatchObject([200, { results: [] }])
    }
    const ids = Array.from({ length: 500 }, () => crypto.randomUUID())
    expect((await withdraw(...ids)).results).toEqual(ids.map(id => ({ id, outcome: 'withdrawn' })))
  })
})
