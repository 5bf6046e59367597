/** A client whose types others' generator makes of /api/openapi.json: it compiles, finds what is wrong, and runs. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OfficeProcess, openOfficeProcess, startMs } from './office-process.ts'

/** Each line is an error where the types are good, and none where anything goes. */
const wrong = `
import createClient from 'openapi-fetch'
import type { components, paths } from './records.d.ts'
const records = createClient<paths>({ baseUrl: '' })
const path = { uid: '' }
const header = { 'If-Match': '"1"' }
// @ts-expect-error No such field is filtered by.
void records.GET('/device', { params: { query: { nme: 'x' } } })
// @ts-expect-error It is a number.
void records.GET('/device', { params: { query: { limit: 'x' } } })
// @ts-expect-error It is yes or no.
void records.GET('/record_a', { params: { query: { verify: 'x' } } })
// @ts-expect-error The version that was seen is not said.
void records.PATCH('/device/{uid}', { params: { path }, body: { name: 'x' } })
// @ts-expect-error A name is a text.
void records.PATCH('/device/{uid}', { params: { path, header }, body: { name: 7 } })
// @ts-expect-error Its name is required.
void records.POST('/device', { body: { site_id: '1' } })
// @ts-expect-error There is no such kind.
void records.GET('/person')
const { data } = await records.GET('/changes', { params: { query: {} } })
// @ts-expect-error It may be of another kind.
export const site = data?.kind !== 'site' && data?.records[0]?.site_id
const entries = (await records.GET('/device/{uid}/history', { params: { path } })).data?.entries
// @ts-expect-error No such field had a value.
export const before = entries?.[0]?.before?.nme
// @ts-expect-error Not every text is a code.
export const code: components['schemas']['Problem']['code'] = 'wrong'
`

describe('A generated client', () => {
  let office: OfficeProcess
  beforeAll(async () => {
    office = await openOfficeProcess()
    const typed = join(office.folder, 'examples', 'typed')
    const [, command = ''] =
      /`(npx openapi-typescript [^`]+)`/.exec(readFileSync(join(typed, 'README.md'), 'utf8')) ?? []
    await office.run(
      `export RECORDS=${office.origin}/api/v1; export TOKEN=${office.token}; cd examples/typed; ${command}`,
    )
  }, startMs)
  afterAll(() => office.close())

  const compiled = () => office.run('node_modules/.bin/tsc -p examples/typed')

  test('[RE5] is typed to each field, parameter, header and failure', { timeout: startMs }, async () => {
    writeFileSync(join(office.folder, 'examples', 'typed', 'wrong.ts'), wrong)
    writeFileSync(join(office.folder, 'examples', 'typed', 'wrong.ts'), wrong.replaceAll('nme', 'name'))
    expect((await compiled()).out.match(/TS2578/g)).toHaveLength(2)
  })

  test('[RE1] [RE2] [RE3] [RE4] lists, pages, makes, reads, changes, deletes, and follows', async () => {
    const { code, out, err } = await office.run('node examples/typed/client.ts')
    expect([code, err]).toEqual([0, ''])
    expect(out.trim().split('\n')).toEqual([
      'from Device 3 on: Device 3, Device 4, Device 5, Device 6',
      'made: Gate 3',
      'changed: Gate 4',
      'changed meanwhile: name to Gate 4',
      'deleted: 204',
      'history: Gate 4 → undefined, Gate 3 → Gate 4, undefined → Gate 3',
      'copied: 6',
    ])
  })
})
