/** Fields that some roles alone read, and that others may set anew. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeletedAnswer, HistoryAnswer } from '../../shared/protocol.ts'
import type { Role } from '../../shared/roles.ts'
import { a, remove, update } from './edits.ts'
import { engines } from './engines.ts'
import { companyOf, grant, Holding, idOf, ofSite } from './scoped.ts'
import { openWorld, type Person, type World } from './world.ts'

describe.each(engines)('A field for some roles alone on $name', engine => {
  let world: World
  let admin: Person
  let company: Awaited<ReturnType<typeof companyOf>>
  beforeAll(async () => {
    world = await openWorld(engine)
    admin = await world.person('admin')
    company = await companyOf(admin)
  })
  afterAll(() => world.close())

  async function crew(role: Role) {
    const person = await world.person(role)
    await grant(admin, [person], { everything: false, give: [ofSite(company.north)] })
    return new Holding(person)
  }

  const passwdIn = (holding: Holding, uid: string) => holding.records.get(uid)?.fields['passwd']
  const json = async <T>(person: Person, path: string) => (await (await person.request(path)).json()) as T
  const theirs = async (uid: string) => passwdIn(await new Holding(admin).pull(), uid)

  test.each([
    ['viewer', null],
    ['editor', null],
    ['manager', 'rahasia-0'],
    ['admin', 'rahasia-0'],
  ] as const)('[SC9] a limited %s has %s in its place', async (role, passwd) => {
    const holding = await (await crew(role)).pull()
    expect(holding.records.get(company.atNorth.uid)?.fields).toMatchObject({ name: 'Orang 0', passwd })
    if (passwd === null) expect(JSON.stringify(holding.received)).not.toContain('rahasia')
  })

  test('[SC9] [SC6] whoever was never limited is sent it, whatever their role', async () => {
    const holding = await new Holding(await world.person('viewer')).pull()
    expect(passwdIn(holding, company.atNorth.uid)).toBe('rahasia-0')
  })

  test('[SC9] it is set anew by whoever has never seen it, and no answer says what it was or is', async () => {
    const record = await admin.made(a.recordA(company.gates[0].id, { passwd: 'rahasia-dulu' }))
    const { person } = await crew('editor')
    const anew = update(record, { passwd: [null, 'rahasia-baru'], name: [record.fields['name'], 'Dewi'] })
    const settlement = await person.one(anew)
    expect(settlement).toMatchObject({
      outcome: 'applied',
      record: { fields: { name: 'Dewi', passwd: null } },
    })
    expect(await person.one(anew)).toEqual(settlement)
    expect(await theirs(record.uid)).toBe('rahasia-baru')
    const stale = update(record, { name: ['Lain', 'Baru'], passwd: [null, 'rahasia-tiga'] })
    const conflict = await person.one(stale)
    expect(conflict).toMatchObject({
      outcome: 'conflict',
      fields: ['name'],
      record: { fields: { passwd: null } },
    })
    const again = await person.one(stale)
    expect(again).toMatchObject({ outcome: 'conflict', record: { fields: { passwd: null } } })
    expect(JSON.stringify([settlement, conflict, again])).not.toContain('rahasia')
  })

  test('[SC9] what nobody could see keeps nobody from deleting the record', async () => {
    const record = await admin.made(a.recordA(company.gates[0].id, { passwd: 'rahasia-dulu' }))
    const { person } = await crew('editor')
    const seen = { ...record, fields: { ...record.fields, passwd: null } }
    expect(await person.one(remove(seen))).toMatchObject({ outcome: 'applied' })
  })

  test('[SC9] [HI1] [HI3] histories and deleted records are without it, and no search of those finds it', async () => {
    const record = await admin.made(a.recordA(company.gates[0].id, { passwd: 'rahasia-lama', name: 'Siti' }))
    const last = await admin.made(update(record, { passwd: ['rahasia-lama', 'rahasia-kini'] }))
    const { person } = await crew('editor')
    const history = await json<HistoryAnswer>(person, `/api/history?kind=record_a&uid=${record.uid}`)
    expect(history.entries.map(({ after }) => after?.['passwd'])).toEqual([null, null])
    await admin.push(remove(last))
    const found = async (by: Person, search: string) => {
      const query = `kind=record_a&search=${encodeURIComponent(search)}`
      return json<DeletedAnswer>(by, `/api/history/deleted?${query}`)
    }
    const told = await found(person, 'Siti')
    expect(told.records.map(({ uid, fields }) => [uid, fields['passwd']])).toEqual([[record.uid, null]])
    expect((await found(person, 'passwd:rahasia')).records).toEqual([])
    expect(JSON.stringify([history, told])).not.toContain('rahasia')
  })

  test('[SC9] [DG2] sums are of what was sent', async () => {
    const [editor, manager] = [await (await crew('editor')).pull(), await (await crew('manager')).pull()]
    const sumsOf = async ({ person, cursor }: Holding) =>
      json<{ kinds: object }>(person, `/api/sync/digest?schema=2&cursor=${encodeURIComponent(cursor ?? '')}`)
    const [one, other] = [await sumsOf(editor), await sumsOf(manager)]
    expect(Object.keys(one.kinds)).toEqual(Object.keys(other.kinds))
    expect(one.kinds).not.toEqual(other.kinds)
  })

  test('[SC9] [SC6] who gets another role receives all of it anew: with it, and without it again', async () => {
    const holding = await (await crew('editor')).pull()
    const becomes = async (role: Role) => {
      const body = { userId: await idOf(holding.person), role }
      expect((await admin.post('/api/auth/admin/set-role', body)).status).toBe(200)
      await holding.pull()
    }
    await becomes('manager')
    expect(passwdIn(holding, company.atNorth.uid)).toBe('rahasia-0')
    await becomes('viewer')
    expect(passwdIn(holding, company.atNorth.uid)).toBeNull()
  })
})
