/** The description of /api/v1: valid, complete, and true of what is answered. */
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { restRoutes } from '../../server/rest/routes.ts'
import { recordSchema } from '../../server/rest/form.ts'
import { kinds } from '../../shared/kinds.ts'
import { fillable, kindNamed } from '../../shared/metadata.ts'
import { recordB } from './edits.ts'
import { engines } from './engines.ts'
import { listed, program, type Program, tagged, tokenOf } from './program.ts'
import { processOf, reachingHere, Receiver, type Told, webhookOf } from './receiver.ts'
import { companyOf } from './scoped.ts'
import { openWorld, type World } from './world.ts'

interface Described {
  paths: Record<string, Record<string, { operationId?: string; responses?: Record<string, unknown> }>>
  webhooks: { 'records.changed': { post: Delivered } }
  components: { schemas: Record<string, { properties: object; required: string[] }> }
}

interface Delivered {
  parameters: { name: string }[]
  requestBody: { content: { 'application/json': { schema: DeliverySchema } } }
}

interface DeliverySchema {
  required: string[]
  properties: { data: { oneOf: { required: string[]; properties: { kind: { const: string } } }[] } }
}

const [sqlite] = engines

describe('The description of the API', () => {
  let world: World
  let described: Described
  let office: Program
  beforeAll(async () => {
    world = await openWorld(sqlite!)
    const admin = await world.person('admin')
    await companyOf(admin)
    office = program(world, (await tokenOf(admin, 'admin')).token)
    // Nobody has to be known for it.
    described = (await (await world.app.request('/api/openapi.json')).json()) as Described
  })
  afterAll(() => world.close())

  const operations = () =>
    Object.entries(described.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) =>
        operation.operationId ? [{ path, method: method.toUpperCase(), operation }] : [],
      ),
    )

  test('[RE5] is OpenAPI 3.1, by a validator of others', async () => {
    const validator = new Validator()
    const copy = structuredClone(described) as unknown as Record<string, unknown>
    expect(await validator.validate(copy)).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
    const broken = { ...structuredClone(described), paths: { record_a: 7 } }
    expect((await new Validator().validate(broken)).valid).toBe(false)
  })

  test('[RE5] names every route, for every kind, and no other', () => {
    const expected = restRoutes
      .filter(({ byToken }) => byToken)
      .flatMap(({ method, path }) =>
        path.includes(':kind')
          ? kinds.map(({ name }) => `${method} ${path.replace(':kind', name)}`)
          : [`${method} ${path}`],
      )
      .map(each => each.replace('/api/v1', '').replace(':uid', '{uid}'))
    expect(
      operations()
        .map(({ path, method }) => `${method} ${path}`)
        .toSorted(),
    ).toEqual(expected.toSorted())
    const ids = operations().map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test.each(kinds)(
    '[RE5] $name: its fields are those of the metadata, and what is answered is as it says',
    async kind => {
      const { properties, required } = described.components.schemas[kind.name]!
      const names = [
        'uid',
        'id',
        'version',
        'changed_by',
        'changed_at',
        ...fillable(kind).map(({ name }) => name),
      ]
      expect([Object.keys(properties), required]).toEqual([names, names])
      const records = listed(await office.get(kind.name))
      expect(records.length).toBeGreaterThan(0)
      for (const record of records) expect(recordSchema(kind).safeParse(record).error).toBeUndefined()
    },
  )

  test('[RE5] what a webhook delivers is as it says', async () => {
    const receiver = await new Receiver().listen()
    const sender = processOf(reachingHere(world))
    await webhookOf(await world.person('admin'), receiver.url, { from: 'everything' })
    await sender.wake()
    const { schema } = described.webhooks['records.changed'].post.requestBody.content['application/json']
    expect(receiver.received.length).toBeGreaterThan(0)
    for (const { headers, body } of receiver.received) {
      const { data, ...told } = JSON.parse(body) as { data: Told }
      const { required } = schema.properties.data.oneOf.find(
        each => each.properties.kind.const === data.kind,
      )!
      expect([Object.keys(data), ['data', ...Object.keys(told)].toSorted()]).toEqual([
        required,
        schema.required.toSorted(),
      ])
      for (const record of data.records)
        expect(recordSchema(kindNamed(kinds, data.kind)!).safeParse(record).error).toBeUndefined()
      for (const { name } of described.webhooks['records.changed'].post.parameters)
        expect(headers[name]).toMatch(/\S/)
    }
    await sender.stop()
    await receiver.close()
  })

  test('[RE5] what goes wrong has a status that it names', async () => {
    const responsesOf = (path: string, method: string) =>
      Object.keys(described.paths[path]?.[method]?.responses ?? {})
    const unknown = `record_b/${crypto.randomUUID()}`
    const wrong: [path: string, method: string, status: Promise<{ status: number }>][] = [
      ['/record_b', 'get', program(world, 'rec_none').get('record_b')],
      ['/record_b', 'get', office.get('record_b?limit=0')],
      ['/record_b', 'post', office.send('POST', 'record_b', { ...recordB, nama: '' })],
      ['/record_b/{uid}', 'get', office.get(unknown)],
      ['/record_b/{uid}', 'patch', office.send('PATCH', unknown, { nama: 'x' })],
      ['/record_b/{uid}', 'delete', office.send('DELETE', unknown, undefined, tagged(1))],
      ['/changes', 'get', office.get('changes?after=x')],
    ]
    const found = await Promise.all(
      wrong.map(async ([path, method, answer]) => [path, method, (await answer).status] as const),
    )
    for (const [path, method, status] of found) expect(responsesOf(path, method)).toContain(String(status))
    expect(found.map(([, , status]) => status)).toEqual([401, 422, 422, 404, 428, 404, 410])
  })
})
