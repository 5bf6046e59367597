/** Records for other programs: the same rules, over plain requests. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from './engines.ts'
import { codeOf, listed, type Office, openOffice, type Program, tagged } from './program.ts'
import type { World } from './world.ts'

describe.each(engines)('REST on $name', engine => {
  let world: World
  let company: Office['company']
  let office: Program
  let made: Office['made']
  beforeAll(async () => {
    ;({ world, company, office, made } = await openOffice(engine))
  })
  afterAll(() => world.close())

  describe('Reading', () => {
    test('[RE1] a record is flat: its own facts, then its fields', async () => {
      const { uid, id, version, fields } = company.atNorth
      const { status, headers, body } = await office.get(`record_a/${uid}`)
      expect([status, headers.get('etag')]).toEqual([200, `"${version}"`])
      expect(body).toMatchObject({ uid, id, version, ...fields })
      expect(Object.keys(body).slice(0, 5)).toEqual(['uid', 'id', 'version', 'changed_by', 'changed_at'])
    })

    test.each([
      ['a kind', 'nonesuch'],
      ['a uid', `record_a/${crypto.randomUUID()}`],
      ['a text that is no uid', 'record_a/7'],
    ])('[RE1] %s that is not there is not found', async (_, path) => {
      expect(codeOf(await office.get(path))).toEqual([404, 'not_found'])
    })

    test('[RE2] pages follow each other without a gap or a double, in any order', async () => {
      for (let n = 0; n < 7; n++) await made({ name: n < 4 ? 'Sama' : `Orang ${n}`, grp: 'hal' })
      for (const sort of ['id', '-id', 'name', '-name', 'end_datetime', 'verify', '-changed_at']) {
        const uids: unknown[] = []
        let next: unknown = ''
        for (let pages = 0; next !== null && pages < 9; pages++) {
          const after = next === '' ? '' : `&after=${String(next)}`
          const page = await office.get(`record_a?grp=hal&limit=2&sort=${sort}${after}`)
          uids.push(...listed(page).map(({ uid }) => uid))
          next = page.body['next']
        }
        expect([sort, uids.length, new Set(uids).size]).toEqual([sort, 7, 7])
      }
      const names = listed(await office.get('record_a?grp=hal&sort=-name')).map(({ name }) => name)
      expect(names.slice(0, 3)).toEqual(['Sama', 'Sama', 'Sama'])
    })

    test('[RE2] filters, ends included, and the fields that are wanted', async () => {
      await made({ grp: 'f1', verify: true, end_datetime: '2026-01-01T00:00:00' })
      await made({ grp: 'f1', verify: false, end_datetime: '2026-06-01T00:00:00' })
      const count = async (query: string) => listed(await office.get(`record_a?grp=f1&${query}`)).length
      expect(await count('verify=true')).toBe(1)
      expect(await count('end_datetime.from=2026-06-01T00:00:00')).toBe(1)
      expect(await count('end_datetime.to=2026-05-31T23:59:59')).toBe(1)
      expect(await count(`device_id=${company.gates[0].id}`)).toBe(2)
      expect(await count('name=nonesuch')).toBe(0)
      const [row] = listed(await office.get('record_a?grp=f1&fields=id,name'))
      expect(Object.keys(row ?? {})).toEqual(['id', 'name'])
    })

    test.each([
      ['limit', 'limit=0'],
      ['limit', 'limit=1001'],
      ['sort', 'sort=nonesuch'],
      ['fields', 'fields=name,nonesuch'],
      ['after', 'after=xyz'],
      ['verify', 'verify=maybe'],
      ['device_id', 'device_id=99999999999999999999'],
      ['end_datetime', 'end_datetime=2026-02-30T00:00:00'],
    ])('[RE2] what is wrong is named: %s', async (name, query) => {
      const { status, body } = await office.get(`record_a?${query}`)
      expect([status, body['details']]).toEqual([422, { paths: [name] }])
    })

    test('[RE2] an unknown filter is refused, and so is one with a NUL', async () => {
      expect(codeOf(await office.get('record_a?nama=x'))).toEqual([422, 'unknown_field'])
      expect((await office.get('record_a?name=%00')).status).toBe(422)
    })

    test('[RE2] all of a list as CSV, whatever is in a value', async () => {
      await made({ grp: 'csv', name: 'Kata "dua",\r\nbaris' })
      const { headers, text } = await office.get('record_a?grp=csv&format=csv&fields=name,verify,pin')
      expect(headers.get('content-type')).toContain('text/csv')
      expect(text).toBe('name,verify,pin\r\n"Kata ""dua"",\r\nbaris",false,0042\r\n')
    })

    test('[RE1] [HI1] its history', async () => {
      const record = await made({ name: 'Sejarah' })
      const { body } = await office.get(`record_a/${String(record['uid'])}/history`)
      expect(body['entries']).toMatchObject([{ before: null, after: { name: 'Sejarah' } }])
    })
  })

  test('[RE4] a copy is kept page by page: what is new, what changed, what is gone', async () => {
    const copy = new Map<unknown, unknown>()
    let next = ''
    async function follow(): Promise<void> {
      for (let more = true; more;) {
        const { body } = await office.get(`changes${next && `?after=${encodeURIComponent(next)}`}`)
        for (const record of body['records'] as { uid: string; name: string }[])
          copy.set(record.uid, record.name)
        for (const uid of body['gone'] as string[]) copy.delete(uid)
        next = String(body['next'])
        more = body['more'] === true
      }
    }
    await follow()
    expect(copy.get(company.atNorth.uid)).toBe('Orang 0')
    const record = await made({ name: 'Salinan' })
    await follow()
    expect(copy.get(record['uid'])).toBe('Salinan')
    await office.send('DELETE', `record_a/${String(record['uid'])}`, undefined, tagged(record['version']))
    await follow()
    expect(copy.has(record['uid'])).toBe(false)
    expect(codeOf(await office.get('changes?after=xyz'))).toEqual([410, 'cursor_expired'])
  })

  test('[RE1] [RQ4] a method that there is not is said to be none', async () => {
    const response = await world.app.request('/api/v1/record_a', { method: 'PUT' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
  })
})
