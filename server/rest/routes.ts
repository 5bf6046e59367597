/** /api/v1: records for other programs, by tokens, over the rules of every other edit. [RE1] */
import * as z from 'zod'
import { AppError } from '../../shared/errors.ts'
import { isUid } from '../../shared/fields.ts'
import { type Kind, kindNamed } from '../../shared/metadata.ts'
import { HistoryQuery } from '../../shared/protocol.ts'
import type { StoredRecord } from '../db/records.ts'
import { type Scope, scopeOf } from '../db/scope.ts'
import { history } from '../history.ts'
import { fileResponse } from '../http/stream.ts'
import { type Call, readMessage, readQuery, type Route, signedIn } from '../route.ts'
import { csvOf } from './csv.ts'
import { changesSchema, newRecordSchema, toJson } from './form.ts'
import { placeOf, querySchema, readAsked, textOfPlace } from './list-query.ts'
import { listPage } from '../db/listing.ts'
import { mirrorPage } from './mirror.ts'
import { openApi } from './openapi.ts'
import { change, create, recordSeen, remove, type Writing } from './write.ts'

const one = '/api/v1/:kind/:uid'
const by = { byToken: true } as const

export const restRoutes: readonly Route[] = [
  { method: 'GET', path: '/api/openapi.json', access: 'open', handle: handleDescription },
  { ...by, method: 'GET', path: '/api/v1/changes', access: 'read', takes: 'read', handle: handleChanges },
  { ...by, method: 'GET', path: '/api/v1/:kind', access: 'read', takes: 'read', handle: handleList },
  { ...by, method: 'POST', path: '/api/v1/:kind', access: 'write', handle: handleCreate },
  { ...by, method: 'GET', path: one, access: 'read', handle: handleGet },
  { ...by, method: 'PATCH', path: one, access: 'write', handle: handleChange },
  { ...by, method: 'DELETE', path: one, access: 'write', handle: handleRemove },
  { ...by, method: 'GET', path: `${one}/history`, access: 'read', takes: 'read', handle: handleHistory },
]

interface Place {
  kind: Kind
  scope: Scope
}

async function placeOfCall({ services, user, params }: Call): Promise<Place> {
  const kind = kindNamed(services.kinds, params['kind'] ?? '')
  if (!kind) throw new AppError('not_found')
  return { kind, scope: await scopeOfToken({ services, user }) }
}

/** [TK2] What its account sees, with no more of the fields than the token's role reads. */
async function scopeOfToken({ services, user }: Pick<Call, 'services' | 'user'>): Promise<Scope> {
  const { id, role } = signedIn(user)
  return { ...(await scopeOf(services.database.db, id)), tokenRole: role }
}

const uidIn = ({ params }: Call): string => params['uid'] ?? ''

/** It tells of kinds and fields, and of no record. */
async function handleDescription({ services: { kinds } }: Call): Promise<Response> {
  return Response.json(openApi(kinds))
}

async function handleList(call: Call): Promise<Response> {
  const { services, request } = call
  const { kind, scope } = await placeOfCall(call)
  const asked = readAsked(kind, scope, readQuery(request, querySchema(kind)) as never)
  const database = await services.readable()
  if (asked.format === 'csv') return fileResponse(csvOf(database, kind, { scope, asked }), kind.name)
  // One more than is wanted says whether there is more.
  const page = await listPage(database, kind, { ...asked, scope, limit: asked.limit + 1 })
  const records = page.slice(0, asked.limit)
  const last = records.at(-1)
  const place = last && page.length > records.length ? placeOf(asked.order, last) : null
  return Response.json({
    records: records.map(record => toJson(kind, scope, record, asked.only)),
    next: place && textOfPlace(place.value, place.id),
  })
}

async function handleGet(call: Call): Promise<Response> {
  const place = await placeOfCall(call)
  return recordResponse(place, await recordSeen({ ...place, services: call.services }, uidIn(call)))
}

async function handleCreate(call: Call): Promise<Response> {
  const writing = await writingOf(call)
  const body = await readMessage(call, newRecordSchema(writing.kind))
  const record = await create(writing, body)
  const location = `/api/v1/${writing.kind.name}/${record.uid}`
  return recordResponse(writing, record, { status: 201, headers: { location } })
}

async function handleChange(call: Call): Promise<Response> {
  const [writing, version] = [await writingOf(call), versionIn(call)]
  const fields = await readMessage(call, changesSchema(writing.kind))
  return recordResponse(writing, await change(writing, { uid: uidIn(call), version, fields }))
}

async function handleRemove(call: Call): Promise<Response> {
  await remove(await writingOf(call), { uid: uidIn(call), version: versionIn(call) })
  return new Response(null, { status: 204 })
}

const HistoryAsked = z.strictObject({ before: HistoryQuery.shape.before, limit: HistoryQuery.shape.limit })

async function handleHistory(call: Call): Promise<Response> {
  const { kind, scope } = await placeOfCall(call)
  const asked = readQuery(call.request, HistoryAsked)
  const database = await call.services.readable()
  return Response.json(
    await history({ ...call.services, database, scope }, { ...asked, kind: kind.name, uid: uidIn(call) }),
  )
}

const ChangesAsked = z.strictObject({ after: z.string().max(1_000).optional() })

async function handleChanges(call: Call): Promise<Response> {
  const { after } = readQuery(call.request, ChangesAsked)
  const { services } = call
  const scope = await scopeOfToken(call)
  return Response.json(await mirrorPage({ ...services, database: await services.readable() }, scope, after))
}

async function writingOf(call: Call): Promise<Writing> {
  const { services, user, request } = call
  const key = request.headers.get('idempotency-key') ?? services.newToken()
  if (!isUid(key)) throw new AppError('invalid_request', { paths: ['Idempotency-Key'] })
  return { ...(await placeOfCall(call)), services, user: signedIn(user), key }
}

/** [RE3] Without it a program would write over what it has not seen. */
function versionIn({ request }: Call): number {
  const [, version] = /^"(\d{1,15})"$/.exec(request.headers.get('if-match') ?? '') ?? []
  if (version === undefined) throw new AppError('version_required')
  return Number(version)
}

function recordResponse(
  { kind, scope }: Place,
  record: StoredRecord,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  const body = toJson(kind, scope, record)
  return Response.json(body, { status, headers: { ...headers, etag: `"${record.version}"` } })
}
