/** The examples of /api/openapi.json: each is sent as it stands to a real server, and answered as it says. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kinds } from '../../shared/kinds.ts'
import { differences } from './documented.ts'
import { type OfficeProcess, openOfficeProcess, startMs } from './office-process.ts'

interface Parameter {
  name: string
  in: string
  example?: string | number | boolean
}

interface Operation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: { 'application/json': { example: unknown } } }
  responses: Record<
    string,
    { content?: Record<string, { example?: unknown }>; headers?: Record<string, { example: string }> }
  >
  'x-codeSamples': { source: string }[]
}

interface Described {
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, { content: Record<string, { examples: Record<string, object> }> }> }
}

describe('The examples of the description', { timeout: startMs }, () => {
  let office: OfficeProcess
  let described: Described
  /** By operation, those that were run. */
  const run = new Set<string>()
  beforeAll(async () => {
    office = await openOfficeProcess()
    await office.run(`export RECORDS=${office.origin}/api/v1; export TOKEN=${office.token}`)
    described = (await (await fetch(`${office.origin}/api/openapi.json`)).json()) as Described
  }, startMs)
  afterAll(() => office.close())

  const operations = () =>
    Object.values(described.paths).flatMap(methods =>
      Object.values(methods).filter(({ operationId }) => operationId),
    )
  const named = (id: string) => operations().find(({ operationId }) => operationId === id)!

  /** What its command is answered: with `-i` also how. */
  async function sent(id: string) {
    const operation = named(id)
    run.add(id)
    const [{ source }] = operation['x-codeSamples'] as [{ source: string }]
    const { code, out } = await office.run(source.replace('curl', 'curl -si'))
    const [head = '', text = ''] = out.split('\r\n\r\n')
    const [, status = ''] = /^HTTP\/1.1 (\d+)/.exec(head) ?? []
    const said = operation.responses[status]
    const body = text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>)
    return { code, head, status, said, body, source, operation }
  }

  const listOf = (body: Record<string, unknown> | undefined, name: string) =>
    (body?.[name] ?? []) as Record<string, unknown>[]

  /** The time is that of the test. */
  const withoutTime = (value: unknown = null) =>
    JSON.parse(JSON.stringify(value), (key, each: unknown) => (key === 'changed_at' ? '' : each)) as unknown

  async function isAsSaid(id: string, expected: string) {
    const { code, head, status, said, body, source, operation } = await sent(id)
    expect([code, status]).toEqual([0, expected])
    const example = said?.content?.['application/json']?.example
    expect(differences(withoutTime(example), withoutTime(body))).toEqual([])
    for (const [name, { example: value }] of Object.entries(said?.headers ?? {}))
      expect(head.toLowerCase()).toContain(`${name}: ${value}`.toLowerCase())
    const given = operation.requestBody?.content['application/json'].example
    if (given !== undefined) expect(source).toContain(JSON.stringify(given))
    const headers = operation.parameters?.filter(each => each.in === 'header') ?? []
    for (const each of headers)
      expect(source).toContain(`${each.name.toLowerCase()}: ${String(each.example)}`)
    return body
  }

  describe.each(kinds)('on $name', ({ name }) => {
    test('[RE5] a record is made, found and read as they say', async () => {
      await isAsSaid(`create_${name}`, '201')
      await isAsSaid(`get_${name}`, '200')
    })

    test('[RE5] each parameter of a list is asked by its own, and finds what the others find', async () => {
      const { status, body } = await sent(`list_${name}`)
      expect([status, listOf(body, 'records')[0]]).toMatchObject(['200', { id: '7' }])
      const { parameters = [], responses } = named(`list_${name}`)
      for (const { name: each, example } of parameters) {
        const answer = await office.ask(`${name}?${new URLSearchParams({ [each]: String(example) })}`)
        expect([each, answer.status]).toEqual([each, 200])
      }
      const page = responses['200']?.content?.['application/json']?.example
      const [made] = (page as { records: Record<string, unknown>[] }).records
      const filters = parameters.filter(
        ({ name: each }) => each in made! && !['id', 'version'].includes(each) && each !== 'changed_at',
      )
      expect(filters.length).toBeGreaterThan(0)
      const all = new URLSearchParams(filters.map(each => [each.name, String(each.example)]))
      const found = await (await office.ask(`${name}?${all}`)).json()
      expect(differences(withoutTime(page), withoutTime(found))).toEqual([])
    })

    test('[RE5] it is changed, and what was seen before that comes to what 412 says', async () => {
      await isAsSaid(`change_${name}`, '200')
      const { operation, source } = await sent(`change_${name}`)
      const other = source.replace(/idempotency-key: \S+'/, `idempotency-key: ${crypto.randomUUID()}'`)
      const { out } = await office.run(other.replace('renamed', 'named otherwise'))
      const example = operation.responses['412']?.content?.['application/problem+json']?.example
      const problem = JSON.parse(out) as { details: { theirs: object } }
      expect(Object.keys(problem).toSorted()).toEqual(Object.keys(example as object).toSorted())
      expect(problem).toMatchObject({
        status: 412,
        code: 'changed_meanwhile',
        details: { fields: [expect.any(String)] },
      })
      const { details } = example as { details: { theirs: object } }
      expect(Object.keys(problem.details.theirs)).toEqual(Object.keys(details.theirs))
    })

    test('[RE5] its history is told, and it goes', async () => {
      const { status, body } = await sent(`history_of_${name}`)
      expect([status, listOf(body, 'entries').length]).toEqual(['200', 2])
      const { parameters = [] } = named(`history_of_${name}`)
      const uid = String(
        ((await (await office.ask(`${name}?id=7`)).json()) as { records: { uid: string }[] }).records[0]?.uid,
      )
      for (const { name: each, example } of parameters) {
        const answer = await office.ask(`${name}/${uid}/history?${each}=${String(example)}`)
        expect([each, answer.status]).toEqual([each, 200])
      }
      await isAsSaid(`delete_${name}`, '204')
    })
  })

  test('[RE5] [RE4] a copy begins as they say; and none was left out', async () => {
    const { status, body } = await sent('changes')
    expect([status, body?.['kind'], body?.['more']]).toEqual(['200', 'site', true])
    expect([...run].toSorted()).toEqual(
      operations()
        .map(({ operationId }) => operationId)
        .toSorted(),
    )
  })

  test('[RE5] [RQ1] what it shows of a failure is what comes', async () => {
    const answer = await office.ask('site?limit=0')
    const problem = (await answer.json()) as Record<string, unknown>
    const shown =
      described.components.responses['422']?.content['application/problem+json']?.examples['invalid_request']
    expect({ ...problem, instance: '' }).toEqual({ ...(shown as { value: object }).value, instance: '' })
  })
})
