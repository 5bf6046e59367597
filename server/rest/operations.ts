/** The operations on records of one kind, as the description has them. [RE1] [RE2] [RE3] */
import * as z from 'zod'
import { historyPage } from '../../shared/limits.ts'
import type { Kind } from '../../shared/metadata.ts'
import { HistoryAnswer, HistoryEntry } from '../../shared/protocol.ts'
import {
  answer,
  answerHeader,
  body,
  changedMeanwhile,
  failing,
  header,
  type Json,
  listOf,
  objectOf,
  parameter,
  ref,
  schemaOf,
} from './described.ts'
import { curl, type Examples } from './examples.ts'
import { describedBody, fieldsSchema } from './form.ts'
import { listParameters } from './list-described.ts'

interface Of {
  kind: Kind
  examples: Examples
}

export function pathsOf(kind: Kind, examples: Examples): Json {
  const of = { kind, examples }
  const uid = {
    ...{ name: 'uid', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
    example: examples.keys.create,
  }
  return {
    [`/${kind.name}`]: { get: list(of), post: create(of) },
    [`/${kind.name}/{uid}`]: { parameters: [uid], get: get(of), patch: change(of), delete: remove(of) },
    [`/${kind.name}/{uid}/history`]: { parameters: [uid], get: history(of) },
  }
}

const sample = (source: string): Json => ({ 'x-codeSamples': [{ lang: 'Shell', label: 'curl', source }] })

const ifMatch = (version: number): Json =>
  header('If-Match', {
    ...{ required: true, schema: { type: 'string', pattern: '^"\\d{1,15}"$' }, example: `"${version}"` },
    description: 'The ETag of the record as it was seen',
  })

const key = (example: string): Json =>
  header('Idempotency-Key', {
    ...{ required: false, schema: { type: 'string', format: 'uuid' }, example },
    description: 'What is sent once more under it is done once, and answered the same; new for each write',
  })

const etag = (version: number): Json => ({ ETag: answerHeader('Its version', `"${version}"`) })

function list({ kind, examples: { made } }: Of): Json {
  const { name, plural } = kind
  const { content, ...page } = answer('A page, or all of it as CSV', {
    schema: objectOf({ records: listOf(ref(name)), next: { type: ['string', 'null'] } }),
    example: { records: [made], next: null },
  })
  const asCsv = { 'text/csv': { schema: { type: 'string' } } }
  return {
    ...{ operationId: `list_${name}`, tags: [name], summary: `A list of ${plural.en}` },
    description: 'With `fields`, records have these alone. `next` is null on the last page.',
    parameters: listParameters(kind, made),
    responses: { '200': { ...page, content: { ...(content as Json), ...asCsv } }, ...failing(401, 422) },
    ...sample(curl(`/${name}?sort=-changed_at&limit=10`)),
  }
}

function create({ kind, examples: { keys, fields, made, version } }: Of): Json {
  const { name, label } = kind
  const headers = {
    ...etag(version),
    Location: answerHeader('Its place', `/api/v1/${name}/${keys.create}`),
  }
  return {
    ...{ operationId: `create_${name}`, tags: [name], summary: `A new ${label.en}` },
    description:
      'Without a uid of its own it gets the key as its uid, or one of the server’s where there is none.',
    parameters: [key(keys.create)],
    requestBody: body(describedBody(kind, { isNew: true }), fields),
    responses: {
      '201': answer(`The ${label.en}`, { schema: ref(name), example: made, headers }),
      ...failing(400, 401, 403, 404, 409, 413, 415, 422),
    },
    ...sample(
      curl(`/${name}`, { method: 'POST', headers: { 'idempotency-key': keys.create }, body: fields }),
    ),
  }
}

function get({ kind: { name, label }, examples: { keys, made, version } }: Of): Json {
  const whole = { schema: ref(name), example: made, headers: etag(version) }
  return {
    ...{ operationId: `get_${name}`, tags: [name], summary: `One ${label.en}` },
    responses: { '200': answer(`The ${label.en}`, whole), ...failing(401, 404) },
    ...sample(curl(`/${name}/${keys.create}`)),
  }
}

function change({ kind, examples: { keys, made, changed, changes, version } }: Of): Json {
  const { name, label } = kind
  const whole = { schema: ref(name), example: changed, headers: etag(version + 1) }
  const headers = { 'if-match': `"${version}"`, 'idempotency-key': keys.change }
  const theirs = changedMeanwhile(name, { ...made, version: version + 1 }, [kind.title])
  return {
    ...{ operationId: `change_${name}`, tags: [name], summary: `Changes some fields of a ${label.en}` },
    description:
      'Merged, field by field, with what others did since that version. Where they changed the same field nothing is written.',
    parameters: [ifMatch(version), key(keys.change)],
    requestBody: body(describedBody(kind, { isNew: false }), changes),
    responses: {
      '200': answer(`The ${label.en}`, whole),
      ...failing(400, 401, 403, 404, 409, 413, 415, 422, 428),
      '412': theirs,
    },
    ...sample(curl(`/${name}/${keys.create}`, { method: 'PATCH', headers, body: changes })),
  }
}

function remove({ kind, examples: { keys, changed, version } }: Of): Json {
  const { name, label, title } = kind
  const headers = { 'if-match': `"${version + 1}"`, 'idempotency-key': keys.delete }
  const theirs = changedMeanwhile(name, { ...changed, version: version + 2 }, [title])
  return {
    ...{ operationId: `delete_${name}`, tags: [name], summary: `Deletes a ${label.en} as it was seen` },
    description: 'Where anything of it has changed since that version, nothing is deleted.',
    parameters: [ifMatch(version + 1), key(keys.delete)],
    responses: {
      '204': { description: 'It is gone' },
      ...failing(401, 403, 404, 409, 422, 428),
      '412': theirs,
    },
    ...sample(curl(`/${name}/${keys.create}`, { method: 'DELETE', headers })),
  }
}

function history({ kind, examples: { keys, version } }: Of): Json {
  const side = fieldsSchema(kind).nullable()
  const entries = z.array(HistoryEntry.extend({ before: side, after: side }))
  const schema = schemaOf(z.object({ ...HistoryAnswer.shape, entries }))
  const before = z.string().meta({ description: '`next` of the page before' })
  const limit = z.int().min(1).max(historyPage).default(historyPage)
  return {
    ...{
      operationId: `history_of_${kind.name}`,
      tags: [kind.name],
      summary: 'What became of it, newest first',
    },
    description:
      'Fields before and after each change. `titles` has what references are called, by field and id.',
    parameters: [parameter('before', before, `${version + 1}.0`), parameter('limit', limit, 10)],
    responses: { '200': answer('A page of its history', { schema }), ...failing(401, 422) },
    ...sample(curl(`/${kind.name}/${keys.create}/history?limit=10`)),
  }
}

/** [RE4] */
export function changes(kinds: readonly Kind[]): Json {
  const pageOf = (name: string): Json =>
    objectOf({
      kind: { const: name },
      records: listOf(ref(name)),
      gone: listOf({ type: 'string', format: 'uuid' }),
      next: { type: 'string' },
      more: { type: 'boolean' },
    })
  const after = z
    .string()
    .max(1_000)
    .meta({ description: '`next` of the page before; without it, from the start' })
  return {
    ...{ operationId: 'changes', tags: ['changes'], summary: 'What has changed since a place' },
    description:
      'A page of one kind: records that are new or have changed, and the uids of those that are gone. While `more` is true there is more now; otherwise ask again later.',
    parameters: [parameter('after', after, undefined)],
    responses: {
      '200': answer('A page of one kind', {
        schema: { oneOf: kinds.map(({ name }) => pageOf(name)) },
      }),
      ...failing(401, 410, 422),
    },
    ...sample(curl('/changes')),
  }
}
