/** The programs in examples/: each runs as its README says, against a real server. */
import { readFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OfficeProcess, openOfficeProcess, startMs } from './office-process.ts'

let office: OfficeProcess
beforeAll(async () => {
  office = await openOfficeProcess()
  await office.run(`export RECORDS=${office.origin}/api/v1 TOKEN=${office.token} PYTHONDONTWRITEBYTECODE=1`)
}, startMs)
afterAll(() => office.close())

const read = (path: string) => readFileSync(join(office.folder, 'examples', path), 'utf8')

/** The one command that its README says, run where that stands. */
function asSaid(folder: string, argument = ''): string {
  const [, command = ''] = /`((?:bash|python3) [^`]+)`/.exec(read(`${folder}/README.md`)) ?? []
  return `cd examples/${folder} && ${command.replace('FOLDER', argument)}`
}

test('[RE1] [RE3] a shell with curl makes, changes and deletes a record', async () => {
  const { code, out, err } = await office.run(asSaid('curl'))
  expect([code, err]).toEqual([0, ''])
  expect(out.split('\n').map(line => line.slice(0, 9))).toEqual([
    'made: {"u',
    'changed: ',
    'history: ',
    'deleted: ',
    '',
  ])
  expect(out).toContain('"name":"Gate 4"')
})

test('[RE3] [MG1] [MG2] a client in Python merges, decides anew where others changed the same, and deletes', async () => {
  const { code, out, err } = await office.run(asSaid('python'))
  expect([code, err]).toEqual([0, ''])
  expect(out.trim().split('\n')).toEqual([
    'listed: Device 1, Device 2, Device 3, Device 4, Device 5, Device 6',
    'made: Gate 3',
    'merged: Gate 4 at site 1',
    'decided: Gate 4, north',
    'not deleted: changed_meanwhile',
    'deleted: Gate 4, north',
  ])
})

// A program starts slowly where the machine is busy.
describe('The mirror', { timeout: startMs }, () => {
  /** Stands between: it keeps what was asked, and holds requests back from the third on, when told to. */
  let between: Server
  const asked: (string | null)[] = []
  const held: ServerResponse[] = []
  let holdsFrom = Infinity
  beforeAll(async () => {
    between = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '', office.origin)
      asked.push(searchParams.get('after'))
      if (asked.length >= holdsFrom) return void held.push(response)
      const { authorization = '' } = request.headers
      void fetch(`${office.origin}${request.url}`, { headers: { authorization } }).then(async answer => {
        response.writeHead(answer.status).end(await answer.text())
      })
    }).listen(0, '127.0.0.1')
    await once(between, 'listening')
  })
  afterAll(() => {
    between.closeAllConnections()
    between.close()
  })

  const run = (program = asSaid('mirror', '../../copy')) => {
    asked.splice(0)
    const { port } = between.address() as { port: number }
    return office.run(`export RECORDS=http://127.0.0.1:${port}/api/v1; ${program}`)
  }
  const file = (kind: string) => readFileSync(join(office.folder, 'copy', `${kind}.csv`), 'utf8')
  const copy = () => new Database(join(office.folder, 'copy', 'copy.db'))
  const served = async (kind: string) => (await office.ask(`${kind}?format=csv`)).text()
  const asJson = async (path: string, method: string, body?: object, headers = {}) =>
    (await office.ask(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })).text()

  test('[RE4] writes a file for each kind, with all that there is', async () => {
    const { code, err } = await run()
    expect([code, err]).toEqual([0, ''])
    expect(file('device')).toBe(await served('device'))
    expect(file('site')).toBe(await served('site'))
    expect(file('record_a').split('\r\n')).toHaveLength(8)
    expect(asked[0]).toBeNull()
  })

  test('[RE4] takes in what has changed alone: what is new, and what is gone', async () => {
    const made = JSON.parse(await asJson('site', 'POST', { name: 'Timur, "Ñ"\n2' })) as { uid: string }
    const [first] = (
      JSON.parse(await asJson('record_b?limit=1', 'GET')) as { records: { uid: string; version: number }[] }
    ).records
    await asJson(`record_b/${first!.uid}`, 'DELETE', undefined, { 'if-match': `"${first!.version}"` })
    expect((await run()).code).toBe(0)
    expect(asked).not.toContain(null)
    expect(file('site')).toBe(await served('site'))
    expect(file('site')).toContain(made.uid)
    expect(file('record_b')).not.toContain(first!.uid)
  })

  test('[RE4] [CH3] killed in the middle it leaves whole files, and goes on from its last page', async () => {
    const before = file('site')
    const database = copy()
    database.prepare('delete from place').run()
    database.close()
    await asJson('site', 'POST', { name: 'Barat' })
    holdsFrom = 3
    // The shell becomes the program, so that its number is the program's.
    const killed = run(`echo $$ > pid; ${asSaid('mirror', '../../copy').replace('python3', 'exec python3')}`)
    await expect.poll(() => held.length, { timeout: 200_000 }).toBe(1)
    const second = await office.run(asSaid('mirror', '../../copy'))
    expect([second.code, second.err]).toEqual([1, 'Another run is under way: database is locked\n'])
    const place = asked[2]
    await office.run('kill -9 $(cat pid)')
    await killed
    expect(file('site')).toBe(before)
    holdsFrom = Infinity
    expect((await run()).code).toBe(0)
    expect(asked[0]).toBe(place)
    expect(file('site')).toBe(await served('site'))
  })

  test('[RE4] [CH4] makes all of it anew when its cursor is not known any more', async () => {
    const database = copy()
    database.prepare("update place set cursor = 'unknown'").run()
    database.prepare("insert into record values ('site', 'x', '{\"id\": \"99\"}')").run()
    database.close()
    expect((await run()).code).toBe(0)
    expect(asked.slice(0, 2)).toEqual(['unknown', null])
    expect(file('site')).toBe(await served('site'))
  })

  test('[RE4] says why it cannot go on', async () => {
    const { code, err } = await office.run(`TOKEN=rec_wrong; ${asSaid('mirror', '../../other')}`)
    expect(code).toBe(1)
    expect(err).toContain('401')
  })

  test('its line for cron is a line for cron, and names the file that there is', () => {
    const [, line = ''] = /`(0 2 [^`]+)`/.exec(read('mirror/README.md')) ?? []
    expect(line).toMatch(/^0 2 \* \* \* RECORDS=\S+ TOKEN=\$\(\S+ \S+\) python3 \/\S+\/mirror\.py \/\S+$/)
  })
})
