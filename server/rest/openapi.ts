/** What /api/v1 is, as OpenAPI 3.1: made of the metadata and of the schemas that requests are read by. [RE5] */
import * as z from 'zod'
import { errorCodes } from '../../shared/errors.ts'
import type { Kind, Kinds } from '../../shared/metadata.ts'
import { changesSchema, newRecordSchema, recordSchema } from './form.ts'
import { querySchema } from './list-query.ts'

type Json = Record<string, unknown>

const version = '1'

export function openApi(kinds: Kinds): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Records',
      version,
      description:
        'Records for other programs, over the rules of the app. A token (Settings, or `npm run token`) sees what its account sees.',
    },
    servers: [{ url: '/api/v1' }],
    security: [{ token: [] }],
    paths: { ...Object.assign({}, ...kinds.map(pathsOf)), '/changes': { get: changes() } },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: {
        ...Object.fromEntries(kinds.map(kind => [kind.name, schemaOf(recordSchema(kind))])),
        Problem: schemaOf(Problem),
      },
    },
  }
}

const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(errorCodes as [string, ...string[]]),
  instance: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
})

function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' }) as Json
  return rest
}

function pathsOf(kind: Kind): Json {
  const { name, label } = kind
  const uid = { name: 'uid', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }
  const one = answer(`The ${label.en}`, ref(name), { ETag: header('Its version') })
  const query = querySchema(kind)
  return {
    [`/${name}`]: {
      get: operation(`list_${name}`, `A list of ${kind.plural.en}`, {
        parameters: Object.entries(query.shape).map(([each, schema]) => parameter(each, schema as z.ZodType)),
        responses: { '200': page(name), ...failures(401, 422) },
      }),
      post: operation(`create_${name}`, `A new ${label.en}`, {
        parameters: [key],
        requestBody: body(newRecordSchema(kind)),
        responses: {
          '201': answer(`The ${label.en}`, ref(name), {
            ETag: header('Its version'),
            Location: header('Its place'),
          }),
          ...failures(401, 403, 409, 422),
        },
      }),
    },
    [`/${name}/{uid}`]: {
      parameters: [uid],
      get: operation(`get_${name}`, `One ${label.en}`, { responses: { '200': one, ...failures(401, 404) } }),
      patch: operation(`change_${name}`, `Changes some fields, merged with what others did`, {
        parameters: [ifMatch, key],
        requestBody: body(changesSchema(kind)),
        responses: { '200': one, ...failures(401, 403, 404, 409, 412, 422, 428) },
      }),
      delete: operation(`delete_${name}`, `Deletes what was seen`, {
        parameters: [ifMatch, key],
        responses: { '204': { description: 'It is gone' }, ...failures(401, 403, 404, 409, 412, 428) },
      }),
    },
    [`/${name}/{uid}/history`]: {
      parameters: [uid],
      get: operation(`history_of_${name}`, 'What became of it, newest first', {
        parameters: ['before', 'limit'].map(each => parameter(each, z.string().optional())),
        responses: { '200': answer('A page of its history', { type: 'object' }), ...failures(401, 422) },
      }),
    },
  }
}

function changes(): Json {
  const list = (items: Json): Json => ({ type: 'array', items })
  const schema = {
    type: 'object',
    required: ['kind', 'records', 'gone', 'next', 'more'],
    properties: {
      ...{ kind: { type: 'string' }, records: list({ type: 'object' }), gone: list({ type: 'string' }) },
      ...{ next: { type: 'string' }, more: { type: 'boolean' } },
    },
  }
  return operation('changes', 'What has changed since a place: for programs that keep a copy', {
    parameters: [parameter('after', z.string().max(1_000).optional())],
    responses: { '200': answer('A page of one kind', schema), ...failures(401, 410) },
  })
}

const operation = (operationId: string, summary: string, more: Json): Json => ({
  operationId,
  summary,
  ...more,
})

const parameter = (name: string, schema: z.ZodType): Json => ({
  ...{ name, in: 'query', required: false, schema: schemaOf(schema) },
})

const header = (description: string): Json => ({ description, schema: { type: 'string' } })

const ifMatch = {
  ...{ name: 'If-Match', in: 'header', required: true, schema: { type: 'string', pattern: '^"\\d{1,15}"$' } },
  description: 'The ETag of the record as it was seen',
}

const key = {
  ...{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', format: 'uuid' } },
  description: 'What is sent once more under it is done once',
}

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

const body = (schema: z.ZodType): Json => ({
  ...{ required: true, content: { 'application/json': { schema: schemaOf(schema) } } },
})

const answer = (description: string, schema: Json, headers?: Json): Json => ({
  ...{ description, content: { 'application/json': { schema } } },
  ...(headers && { headers }),
})

function page(name: string): Json {
  const schema = {
    type: 'object',
    required: ['records', 'next'],
    properties: { records: { type: 'array', items: ref(name) }, next: { type: ['string', 'null'] } },
  }
  const csv = { 'text/csv': { schema: { type: 'string' } } }
  return { description: 'A page, or all of it as CSV', content: { 'application/json': { schema }, ...csv } }
}

function failures(...statuses: number[]): Json {
  const content = { 'application/problem+json': { schema: ref('Problem') } }
  return Object.fromEntries(statuses.map(status => [String(status), { description: said[status], content }]))
}

const said: Record<number, string> = {
  401: 'No token, or one that lets nobody in',
  403: 'Its role does not allow this',
  404: 'It is not there, or not seen',
  409: 'Other records refer to it, or the key was used for something else',
  410: 'The copy is to be made anew',
  412: 'Somebody else has changed the same: theirs is told',
  422: 'What is wrong is named',
  428: 'Which version was seen is not said',
}
