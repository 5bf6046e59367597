/** Work that its person cannot send any more, in the hands of those who can. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Handed, HandedAnswer, HandedWork } from '../../shared/handed-message.ts'
import type { ServerRecord } from '../../shared/protocol.ts'
import type { Role } from '../../shared/roles.ts'
import { a, remove } from './edits.ts'
import { engines } from './engines.ts'
import { companyOf, grant, idOf, ofSite } from './scoped.ts'
import { openWorld, type Person, type World } from './world.ts'

const doneAt = Date.parse('2026-11-20T08:00:00Z')

function renamed({ kind, uid, fields }: ServerRecord, name: string): Handed {
  const title = String(fields['name'])
  return { kind, uid, op: 'update', title, at: doneAt, changes: { name: [title, name] }, titles: {} }
}

describe.each(engines)('Work that is handed over on $name', engine => {
  let world: World
  let admin: Person
  let company: Awaited<ReturnType<typeof companyOf>>
  beforeAll(async () => {
    world = await openWorld(engine)
    admin = await world.person('admin')
    company = await companyOf(admin)
  })
  afterAll(() => world.close())

  async function at(place: Pick<ServerRecord, 'id'>, role: Role): Promise<Person> {
    const person = await world.person(role)
    await grant(admin, [person], { everything: false, give: [ofSite(place)] })
    return person
  }

  const handOver = (person: Person, ...work: Handed[]) => person.post('/api/handed', { work })
  const told = async (person: Person): Promise<HandedWork[]> =>
    ((await (await person.request('/api/handed')).json()) as HandedAnswer).work
  const uids = async (person: Person) => (await told(person)).map(({ uid }) => uid)
  const ended = (person: Person, { userId, kind, uid, token }: HandedWork, end: 'taken' | 'dropped') =>
    person.post('/api/handed/end', { userId, kind, uid, token, end })

  test('[SC10] is told to admins, and to managers who see its record, with the name of its author', async () => {
    const { north, south, atNorth } = company
    const [eva, other, manager] = [
      await at(south, 'editor'),
      await at(south, 'manager'),
      await at(north, 'manager'),
    ]
    const work = renamed(atNorth, 'Dewi Ñ')
    expect((await handOver(eva, work)).status).toBe(200)
    const session = (await (await eva.request('/api/auth/get-session')).json()) as {
      user: { username: string }
    }
    const expected = {
      ...work,
      userId: await idOf(eva),
      author: session.user.username,
      receivedAt: expect.any(String),
      token: expect.any(String),
    }
    expect(await told(manager)).toEqual([expected])
    expect(await told(admin)).toContainEqual(expected)
    expect(await told(other)).toEqual([])
    for (const nobody of [eva, await at(north, 'editor')])
      expect((await nobody.request('/api/handed')).status).toBe(403)
    expect((await ended(other, { ...work, ...expected, token: '' }, 'dropped')).status).toBe(404)
  })

  test('[SC10] of a new record is told to whoever would see what it was to stand within', async () => {
    const { north, south, gates } = company
    const eva = await at(south, 'editor')
    const { fields, uid } = a.recordA(gates[0].id)
    const changes = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, [null, value] as const]),
    )
    const work: unknown = {
      kind: 'record_a',
      uid,
      op: 'create',
      title: 'Baru',
      at: doneAt,
      changes,
      titles: {},
    }
    expect((await handOver(eva, work as Handed)).status).toBe(200)
    expect(await uids(await at(north, 'manager'))).toContain(uid)
    expect(await uids(await at(south, 'manager'))).not.toContain(uid)
  })

  test('[SC10] handed over once more it takes the place of what stood open, and ends once', async () => {
    const { north, south, atNorth } = company
    const [eva, manager] = [await at(south, 'viewer'), await at(north, 'manager')]
    const mine = async () => (await told(manager)).filter(({ userId }) => userId === id)
    const id = await idOf(eva)
    await handOver(eva, renamed(atNorth, 'Satu'))
    const [first] = await mine()
    await handOver(eva, renamed(atNorth, 'Dua'))
    const [second, ...more] = await mine()
    expect([second?.changes['name'], more]).toEqual([['Orang 0', 'Dua'], []])
    expect((await ended(manager, first!, 'taken')).status).toBe(404)
    expect((await ended(manager, second!, 'taken')).status).toBe(200)
    expect((await ended(manager, second!, 'taken')).status).toBe(404)
    expect(await mine()).toEqual([])
  })

  test('[SC10] of a deleted record is told to whoever saw it', async () => {
    const { north, south, gates } = company
    const record = await admin.made(a.recordA(gates[0].id, { name: 'Hilang' }))
    await admin.made(remove(record)).catch(() => {})
    await handOver(await at(south, 'editor'), renamed(record, 'Ada'))
    expect(await uids(await at(north, 'manager'))).toContain(record.uid)
    expect(await uids(await at(south, 'manager'))).not.toContain(record.uid)
  })

  test.each([
    ['a kind that nobody knows', { kind: 'nonesuch' }],
    ['a field that nobody fills in', { changes: { id: ['1', '2'] } }],
    ['no changes at all', { changes: 7 }],
  ])('[SC10] [RQ6] %s is refused', async (_, wrong) => {
    const work = { ...renamed(company.atNorth, 'x'), ...wrong } as unknown as Handed
    expect((await handOver(await world.person('editor'), work)).status).toBe(422)
  })

  test('[SC10] [AU1] that it was, and how it ended, is in the audit, and no value of it', async () => {
    await handOver(await at(company.south, 'editor'), renamed(company.atNorth, 'tidak-di-audit'))
    const work = (await told(admin)).find(({ changes }) => changes['name']?.[1] === 'tidak-di-audit')!
    expect((await ended(admin, work, 'dropped')).status).toBe(200)
    const rows = await (await admin.request('/api/audit?action=handed_work_ended')).text()
    expect(rows).toContain(work.author)
    expect(rows).toContain('dropped')
    expect(rows + (await (await admin.request('/api/audit?action=work_handed_over')).text())).not.toContain(
      'tidak-di',
    )
  })
})
