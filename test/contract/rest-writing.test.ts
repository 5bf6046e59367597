/** What other programs write: one mutation each, settled as every other. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordB, update } from './edits.ts'
import { engines } from './engines.ts'
import { codeOf, type Office, openOffice, type Program, tagged } from './program.ts'
import type { Person, World } from './world.ts'

describe.each(engines)('REST writes on $name', engine => {
  let world: World
  let admin: Person
  let company: Office['company']
  let office: Program
  let made: Office['made']
  beforeAll(async () => {
    ;({ world, admin, company, office, made } = await openOffice(engine))
  })
  afterAll(() => world.close())

  test('[RE3] makes a record, which all others receive, under its place', async () => {
    const { status, headers, body } = await office.send('POST', 'record_b', recordB)
    expect([status, headers.get('location')]).toEqual([201, `/api/v1/record_b/${String(body['uid'])}`])
    const received = (await admin.changes()).flatMap(({ uid }) => uid)
    expect(received).toContain(body['uid'])
  })

  test('[RE3] [PU2] under one key it is done once, and another request under it is refused', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const first = await office.send('POST', 'record_b', recordB, key)
    const again = await office.send('POST', 'record_b', recordB, key)
    expect([again.status, again.body]).toEqual([201, first.body])
    const other = await office.send('POST', 'record_b', { ...recordB, nama: 'Lain' }, key)
    expect(codeOf(other)).toEqual([409, 'key_reused'])
    expect((await office.send('POST', 'record_b', recordB, { 'idempotency-key': 'x' })).status).toBe(422)
  })

  test('[RE3] [VA10] what is wrong is said field by field, and never with what', async () => {
    const { status, body } = await office.send('POST', 'record_b', {
      ...recordB,
      pt: 'terlalu panjang',
      nama: '',
    })
    expect([status, body['code']]).toEqual([422, 'invalid_record'])
    expect(body['details']).toEqual({
      issues: [
        { field: 'pt', code: 'too_long', params: { max: 5 } },
        { field: 'nama', code: 'required' },
      ],
    })
    expect(codeOf(await office.send('POST', 'record_b', { ...recordB, lain: 'x' }))).toEqual([
      422,
      'unknown_field',
    ])
  })

  test('[RE3] [MG1] changes fields, merged with what others changed meanwhile', async () => {
    const record = await made({ name: 'Awal', card: '1' })
    await admin.made(update({ kind: 'record_a', uid: String(record['uid']) }, { card: ['1', '2'] }))
    const path = `record_a/${String(record['uid'])}`
    const key = { 'idempotency-key': crypto.randomUUID() }
    const changed = await office.send(
      'PATCH',
      path,
      { name: 'Akhir' },
      { ...tagged(record['version']), ...key },
    )
    expect([changed.status, changed.body]).toMatchObject([200, { name: 'Akhir', card: '2' }])
    const again = await office.send(
      'PATCH',
      path,
      { name: 'Akhir' },
      { ...tagged(record['version']), ...key },
    )
    expect(again.body).toEqual(changed.body)
    expect((await office.get(path)).headers.get('etag')).toBe(changed.headers.get('etag'))
  })

  test('[RE3] [MG2] where somebody changed the same field, theirs is told, and nothing is written', async () => {
    const record = await made({ name: 'Awal' })
    await admin.made(update({ kind: 'record_a', uid: String(record['uid']) }, { name: ['Awal', 'Mereka'] }))
    const path = `record_a/${String(record['uid'])}`
    const { status, body } = await office.send('PATCH', path, { name: 'Saya' }, tagged(record['version']))
    expect([status, body['details']]).toMatchObject([412, { fields: ['name'], theirs: { name: 'Mereka' } }])
    expect((await office.get(path)).body['name']).toBe('Mereka')
    const unknown = await office.send('PATCH', path, { name: 'Saya' }, tagged(1))
    expect(codeOf(unknown)).toEqual([412, 'changed_meanwhile'])
  })

  test.each([{}, { 'if-match': '*' }, { 'if-match': 'W/"3"' }])(
    '[RE3] without the version that was seen nothing is changed or deleted: %j',
    async headers => {
      const path = `record_a/${company.atNorth.uid}`
      expect(codeOf(await office.send('PATCH', path, { name: 'x' }, headers))).toEqual([
        428,
        'version_required',
      ])
      expect(codeOf(await office.send('DELETE', path, undefined, headers))).toEqual([428, 'version_required'])
    },
  )

  test('[RE3] [MG5] deletes what was seen, and not what has changed since', async () => {
    const record = await made({ name: 'Hapus' })
    const path = `record_a/${String(record['uid'])}`
    await office.send('PATCH', path, { name: 'Lain' }, tagged(record['version']))
    expect(codeOf(await office.send('DELETE', path, undefined, tagged(record['version'])))).toEqual([
      412,
      'changed_meanwhile',
    ])
    const now = (await office.get(path)).body['version']
    expect((await office.send('DELETE', path, undefined, tagged(now))).status).toBe(204)
    expect(codeOf(await office.get(path))).toEqual([404, 'not_found'])
  })

  test('[RE3] [PU8] what others refer to is not deleted', async () => {
    const [gate] = company.gates
    const answer = await office.send('DELETE', `device/${gate.uid}`, undefined, tagged(gate.version))
    expect(codeOf(answer)).toEqual([409, 'in_use'])
  })
})
