/** Tokens for programs: who is let in by one, and what they see and may do. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordA, recordB } from './edits.ts'
import { engines } from './engines.ts'
import { codeOf, listed, type Office, openOffice, program, type Program, tagged, tokenOf } from './program.ts'
import { grant, ofSite } from './scoped.ts'
import type { Person, World } from './world.ts'

describe.each(engines)('Tokens on $name', engine => {
  let world: World
  let admin: Person
  let company: Office['company']
  let office: Program
  let made: Office['made']
  beforeAll(async () => {
    ;({ world, admin, company, office, made } = await openOffice(engine))
  })
  afterAll(() => world.close())

  async function limited(role: 'viewer' | 'editor' | 'manager', as = role) {
    const person = await world.person(role)
    await grant(admin, [person], { everything: false, give: [ofSite(company.north)] })
    return program(world, (await tokenOf(person, as)).token)
  }

  test('[TK2] [SC2] sees what its account sees: in lists, by uid, in histories and copies', async () => {
    const crew = await limited('editor')
    const seen = listed(await crew.get('record_a?limit=1000')).map(({ device_id }) => device_id)
    expect(new Set(seen)).toEqual(new Set([company.gates[0].id]))
    expect(listed(await crew.get('record_b'))).toEqual([])
    expect(codeOf(await crew.get(`record_a/${company.atSouth.uid}`))).toEqual([404, 'not_found'])
    expect((await crew.get(`record_a/${company.atSouth.uid}/history`)).body['entries']).toEqual([])
    expect((await crew.get('changes')).text).not.toContain(company.atSouth.uid)
  })

  test('[TK2] [SC5] writes where its account sees, and hears of nothing else', async () => {
    const crew = await limited('editor')
    const { uid, version } = company.atSouth
    const patched = await crew.send('PATCH', `record_a/${uid}`, { name: 'x' }, tagged(version))
    expect(codeOf(patched)).toEqual([404, 'not_found'])
    const there = { ...recordA, device_id: company.gates[1].id }
    const moved = await crew.send('POST', 'record_a', there)
    expect([moved.status, moved.body['details']]).toEqual([
      422,
      { issues: [{ field: 'device_id', code: 'out_of_scope' }] },
    ])
  })

  test('[TK2] [SC9] reads no field that is for other roles, asks for none, and may set it', async () => {
    const crew = await limited('editor')
    const record = await made({ passwd: 'rahasia-lama' })
    const path = `record_a/${String(record['uid'])}`
    expect((await crew.get(path)).body['passwd']).toBeNull()
    expect((await crew.get('record_a?passwd=rahasia-lama')).status).toBe(422)
    expect((await crew.get('record_a?sort=passwd')).status).toBe(422)
    expect((await crew.get('record_a?format=csv')).text).not.toContain('rahasia')
    const set = await crew.send('PATCH', path, { passwd: 'rahasia-baru' }, tagged(record['version']))
    expect([set.status, set.body['passwd']]).toEqual([200, null])
    expect((await office.get(path)).body['passwd']).toBe('rahasia-baru')
    const reader = await limited('manager', 'viewer' as never)
    expect((await reader.get(path)).body['passwd']).toBeNull()
  })

  test('[TK2] may no more than its token, and its account', async () => {
    const eva = await world.person('editor')
    const reader = program(world, (await tokenOf(eva, 'viewer')).token)
    expect(codeOf(await reader.send('POST', 'record_b', recordB))).toEqual([403, 'forbidden'])
    await expect(tokenOf(eva, 'admin')).rejects.toThrow('forbidden')
  })

  test('[TK1] without a token, with a wrong one, after its end or by a cookie nobody is let in', async () => {
    for (const token of ['', 'rec_nonesuch', 'x'.repeat(300)])
      expect(codeOf(await program(world, token).get('record_b'))).toEqual([401, 'signed_out'])
    expect((await admin.request('/api/v1/record_b')).status).toBe(401)
    const { id, token } = await tokenOf(admin, 'viewer', 1)
    const short = program(world, token)
    expect((await short.get('record_b')).status).toBe(200)
    expect((await admin.post('/api/tokens/end', { id })).status).toBe(200)
    expect((await short.get('record_b')).status).toBe(401)
  })

  test('[TK1] nobody else ends or sees one; it is stored as a hash, and its use is noted', async () => {
    const eva = await world.person('editor')
    const { id, token } = await tokenOf(eva, 'viewer')
    const told = async (person: Person) => JSON.stringify(await (await person.request('/api/tokens')).json())
    const other = await world.person('editor')
    expect((await other.post('/api/tokens/end', { id })).status).toBe(404)
    expect(await told(other)).not.toContain(id)
    expect(await told(eva)).toContain('"usedAt":null')
    await program(world, token).get('record_b')
    expect(await told(eva)).not.toContain('"usedAt":null')
    expect(await told(admin)).toContain(id)
    const rows = await world.database.db.selectFrom('tokens').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('[TK1] a token ends at its time', async () => {
    const { token } = await tokenOf(await world.person('editor'), 'viewer', 2)
    const short = program(world, token)
    expect((await short.get('device')).status).toBe(200)
    world.wait(2 * 24 * 60 * 60 * 1000)
    expect((await short.get('device')).status).toBe(401)
  })
})
