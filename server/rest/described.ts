/** The parts of an OpenAPI document: parameters, bodies, answers and failures. [RE5] */
import * as z from 'zod'
import { AppError, type ErrorCode, errorCodes } from '../../shared/errors.ts'
import { statusOf, titleOf } from '../errors.ts'

export type Json = Record<string, unknown>

export function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' }) as Json
  return rest
}

export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

export const listOf = (items: Json): Json => ({ type: 'array', items })

export const objectOf = (properties: Json): Json => ({
  ...{ type: 'object', required: Object.keys(properties), properties },
})

/** Of a query; what it is for may stand in its schema. */
export function parameter(name: string, schema: z.ZodType, example: unknown): Json {
  const { description, ...rest } = schemaOf(schema)
  return {
    ...{ name, in: 'query', required: false, schema: rest, example },
    ...(description !== undefined && { description }),
  }
}

export const header = (name: string, more: Json): Json => ({ name, in: 'header', ...more })

export const answerHeader = (description: string, example: string): Json => ({
  ...{ description, schema: { type: 'string' }, example },
})

export const body = (schema: z.ZodType, example: Json): Json => ({
  ...{ required: true, content: { 'application/json': { schema: schemaOf(schema), example } } },
})

export interface Answer {
  schema: Json
  example?: unknown
  headers?: Json
}

export const answer = (description: string, { schema, example, headers }: Answer): Json => ({
  description,
  ...(headers && { headers }),
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
})

const Issue = z.object({
  field: z.string(),
  code: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
})

/** [RQ1] */
const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(errorCodes as [ErrorCode, ...ErrorCode[]]),
  instance: z.string().meta({ description: 'The request, as the log of the server names it' }),
  details: z
    .looseObject({
      issues: z.array(Issue).optional(),
      paths: z.array(z.string()).optional(),
    })
    .optional()
    .meta({ description: 'issues: what is wrong with a record; paths: with a request' }),
})
export const problemSchema = schemaOf(Problem)

/** What each status means under /api/v1, and the codes that come with it. */
const failures: Record<number, { description: string; codes: ErrorCode[] }> = {
  400: { description: 'The body is not JSON', codes: ['malformed_json'] },
  401: { description: 'No token, or one that lets nobody in', codes: ['signed_out'] },
  403: { description: 'Its role does not allow this', codes: ['forbidden'] },
  404: { description: 'It is not there, or not seen', codes: ['not_found'] },
  409: {
    description: 'Other records refer to it, or the key was used for something else',
    codes: ['in_use', 'key_reused'],
  },
  410: { description: 'The copy is to be made anew', codes: ['cursor_expired'] },
  412: { description: 'Somebody else has changed the same: theirs is told', codes: ['changed_meanwhile'] },
  413: { description: 'The body is too large', codes: ['too_large'] },
  415: { description: 'The body is no JSON by its headers', codes: ['not_json'] },
  422: {
    description: 'What is wrong is named',
    codes: ['invalid_record', 'invalid_request', 'unknown_field'],
  },
  428: { description: 'Which version was seen is not said', codes: ['version_required'] },
  429: { description: 'Come back after Retry-After seconds', codes: ['too_many'] },
  503: { description: 'Come back after Retry-After seconds', codes: ['unavailable'] },
}

const details: Partial<Record<ErrorCode, Json>> = {
  in_use: { issues: [{ field: '', code: 'in_use', params: { count: 3 } }] },
  invalid_record: { issues: [{ field: 'name', code: 'required' }] },
  invalid_request: { paths: ['limit'] },
  unknown_field: { paths: ['nme'] },
}

const mediaType = 'application/problem+json'

function problemOf(code: ErrorCode, more: Json = {}): Json {
  const error = new AppError(code)
  const instance = '6f3c1f0e-5a4d-4e55-9c57-5c3b0a1d7f10'
  const told = { ...details[code], ...more }
  return {
    ...{ type: `urn:records:${code}`, title: titleOf(error), status: statusOf(error), code, instance },
    ...(Object.keys(told).length > 0 && { details: told }),
  }
}

const isLater = (status: string): boolean => status === '429' || status === '503'

export function failureResponses(): Json {
  return Object.fromEntries(
    Object.entries(failures).map(([status, { description, codes }]) => {
      const examples = Object.fromEntries(codes.map(code => [code, { value: problemOf(code) }]))
      const headers = { 'Retry-After': answerHeader('Seconds', '5') }
      const content = { [mediaType]: { schema: ref('Problem'), examples } }
      return [status, { description, ...(isLater(status) && { headers }), content }]
    }),
  )
}

/** Of an operation; any of them may be too many, or come at a bad moment. */
export function failing(...statuses: number[]): Json {
  const named = [...statuses, 429, 503].map(status => [
    String(status),
    { $ref: `#/components/responses/${status}` },
  ])
  const others = { description: 'Every other failure', content: { [mediaType]: { schema: ref('Problem') } } }
  return { ...Object.fromEntries(named), default: others }
}

/** [RE3] What others made of it is told with it. */
export function changedMeanwhile(kind: string, theirs: Json, fields: string[]): Json {
  const told = objectOf({ details: objectOf({ fields: listOf({ type: 'string' }), theirs: ref(kind) }) })
  const schema = { allOf: [ref('Problem'), told] }
  const example = problemOf('changed_meanwhile', { fields, theirs })
  return {
    description: failures[412]?.description,
    content: { [mediaType]: { schema, example } },
  }
}
