/** docs/api.md: every command on it is run, in its order, and what it says is answered is what comes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statusOf } from '../../server/errors.ts'
import { querySchema } from '../../server/rest/list-query.ts'
import { AppError, type ErrorCode } from '../../shared/errors.ts'
import { kindNamed, type Kind } from '../../shared/metadata.ts'
import { kinds } from '../../shared/kinds.ts'
import { differences, shownOn } from './documented.ts'
import { type Ended, type OfficeProcess, openOfficeProcess, startMs } from './office-process.ts'

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'api.md'), 'utf8')
const shown = shownOn(page)

/** Lines of a table of the page, cell by cell. */
const table = (head: string): string[][] =>
  (page.split(`| ${head} |`)[1]?.split('\n\n')[0] ?? '')
    .split('\n')
    .slice(2)
    .map(line =>
      line
        .split('|')
        .map(cell => cell.trim())
        .slice(1, -1),
    )
const spans = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)

describe('docs/api.md', { timeout: startMs }, () => {
  let office: OfficeProcess
  const ended: Ended[] = []
  beforeAll(async () => {
    office = await openOfficeProcess()
    for (const { command } of shown) {
      // What each reader has of their own: where their server is, and the token that was just shown.
      const token = ended.map(({ out }) => /rec_\S+/.exec(out)?.[0]).find(Boolean) ?? 'rec_…'
      const own = command.replace('rec_…', token).replace('http://localhost:8080', office.origin)
      ended.push(await office.run(own))
    }
  }, startMs)
  afterAll(() => office.close())

  test('[RE5] has commands that all come to an end without a fault', () => {
    expect(shown.length).toBeGreaterThan(8)
    expect(ended.map(({ code, err }) => (code === 0 ? 0 : err))).toEqual(shown.map(() => 0))
  })

  test.each(shown.map(({ command, answer }, at) => ({ command, answer, at })).filter(({ answer }) => answer))(
    '[RE5] says what is answered to $command',
    ({ answer, at }) => {
      expect(differences(answer, JSON.parse(ended[at]!.out))).toEqual([])
    },
  )

  test('[RE2] the file that it asks for holds these fields of all records', async () => {
    const { out } = await office.run('cat people.csv')
    const lines = ['id,pin,name', ...[1, 2, 3, 4, 5, 6].map(id => `${id},0042,Record A ${id}`), '']
    expect(out).toBe(lines.join('\r\n'))
  })

  test('[RE3] what it deletes is gone, and done once more under its key it is answered the same', async () => {
    const uid = '01a19b45-b800-7abc-8def-0123456789ab'
    expect((await office.ask(`device/${uid}`)).status).toBe(404)
    const at = shown.findIndex(({ command }) => command.includes('idempotency-key'))
    const again = await office.run(shown[at]!.command)
    expect(again.out).toBe(ended[at]!.out)
  })

  test('[RE2] names every parameter of a list, and its bounds', () => {
    const names = table('parameter | meaning').flatMap(([cell]) => spans(cell))
    const { shape } = querySchema(kindNamed(kinds, 'device') as Kind)
    const fields = Object.keys(shape).filter(name => !name.includes('.') && !names.includes(name))
    const others = fields.map(name =>
      name.replace(/^(name|site_id|id|version|changed_by|changed_at)$/, '<field>'),
    )
    expect(new Set(others)).toEqual(new Set(['<field>']))
    expect(names).toEqual([
      '<field>',
      '<field>.from',
      '<field>.to',
      'sort',
      'limit',
      'after',
      'fields',
      'format',
    ])
    expect(shape.limit.safeParse(1_000).success && !shape.limit.safeParse(1_001).success).toBe(true)
    expect(shape.limit.parse(undefined)).toBe(100)
  })

  describe('[RQ1] what it says of failures', () => {
    const rows = table('status | code | what to do')
    const told = rows.flatMap(([status = '', codes]) => spans(codes).map(code => ({ status, code })))

    test('each code comes with its status, and the description knows it', async () => {
      const found = told.map(({ code }) => statusOf(new AppError(code as ErrorCode)))
      for (const [at, { status }] of told.entries()) expect(status.split(', ')).toContain(String(found[at]))
      const described = await (await fetch(`${office.origin}/api/openapi.json`)).json()
      const { responses } = (described as { components: { responses: Record<string, object> } }).components
      const statuses = rows.flatMap(([status = '']) => status.split(', ')).filter(Boolean)
      expect(Object.keys(responses)).toEqual(statuses.toSorted())
    })

    const sites = 'site?sort=id'
    const wrong: [code: string, ask: (ask: OfficeProcess['ask'], uid: string) => Promise<Response>][] = [
      ['malformed_json', ask => ask('site', { method: 'POST', body: '{' })],
      ['signed_out', ask => ask('site', { headers: { authorization: 'Bearer rec_x' } })],
      ['forbidden', () => asViewer()],
      ['not_found', ask => ask(`site/${crypto.randomUUID()}`)],
      ['in_use', (ask, uid) => ask(`site/${uid}`, { method: 'DELETE', headers: { 'if-match': '"1"' } })],
      ['key_reused', (ask, uid) => reuse(ask, uid)],
      ['cursor_expired', ask => ask('changes?after=x')],
      ['changed_meanwhile', (ask, uid) => patched(ask, uid, { 'if-match': '"9"' })],
      [
        'too_large',
        ask => ask('site', { method: 'POST', body: JSON.stringify({ name: 'x'.repeat(200_000) }) }),
      ],
      [
        'not_json',
        ask => ask('site', { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } }),
      ],
      ['invalid_record', ask => ask('site', { method: 'POST', body: '{"name":""}' })],
      ['invalid_request', ask => ask('site?limit=0')],
      ['unknown_field', ask => ask('site', { method: 'POST', body: '{"nme":""}' })],
      ['version_required', (ask, uid) => patched(ask, uid, {})],
    ]
    async function asViewer(): Promise<Response> {
      const { out } = await office.run('npm run token -- create dewi --name Papan')
      const headers = { authorization: `Bearer ${/rec_\S+/.exec(out)?.[0]}` }
      return office.ask('site', { method: 'POST', body: '{"name":"Lain"}', headers })
    }
    const patched = (ask: OfficeProcess['ask'], uid: string, headers: Record<string, string>) =>
      ask(`site/${uid}`, { method: 'PATCH', body: '{"name":"Lain"}', headers })
    async function reuse(ask: OfficeProcess['ask'], key: string) {
      const headers = { 'idempotency-key': key.replace(/^./, 'f') }
      await ask('site', { method: 'POST', body: '{"name":"Satu"}', headers })
      return ask('site', { method: 'POST', body: '{"name":"Dua"}', headers })
    }

    test.each(wrong)('%s comes, with the status that is said', async (code, provoke) => {
      const page = (await (await office.ask(sites)).json()) as { records: { uid: string }[] }
      const response = await provoke(office.ask, page.records[0]!.uid)
      const problem = (await response.json()) as { code: string; status: number }
      expect(problem.code).toBe(code)
      expect(response.headers.get('content-type')).toBe('application/problem+json')
      const row = told.find(each => each.code === code)
      expect(row?.status.split(', ')).toContain(String(response.status))
    })

    test('all but these are tried here: too much at once, and a server that stops', () => {
      const tried = wrong.map(([code]) => code)
      expect(told.map(({ code }) => code).filter(code => !tried.includes(code))).toEqual([
        'too_many',
        'unavailable',
      ])
    })
  })
})
