/** The routes of what is kept of records: sending, receiving, comparing, and their history. */
import { AppError } from '../../shared/errors.ts'
import { asksForJoinedTexts, joinTexts } from '../../shared/joined-texts.ts'
import { DeletedQuery, HistoryQuery } from '../../shared/protocol.ts'
import { deletedRecords, history } from '../history.ts'
import { isStill, type Scope } from '../db/scope.ts'
import { ndjsonResponse } from '../http/stream.ts'
import { type Call, readQuery, type Route, scopeIn, senderOf } from '../route.ts'
import { sessionOf } from '../session/auth.ts'
import { checkedAtEnd, checkHistory, openLines } from './changes.ts'
import { digest, recordsIn } from './digest.ts'
import { checkProtocol } from './envelope.ts'
import { openEvents } from './events.ts'
import { linesResponse, takesReadyPages } from './lines-response.ts'
import { push } from './push.ts'
import { withdraw } from './withdraw.ts'

export const syncRoutes: readonly Route[] = [
  { method: 'POST', path: '/api/sync/push', access: 'write', takes: 'push', handle: handlePush },
  { method: 'POST', path: '/api/sync/withdraw', access: 'write', takes: 'push', handle: handleWithdraw },
  { method: 'GET', path: '/api/sync/changes', access: 'read', takes: 'read', handle: handleChanges },
  { method: 'GET', path: '/api/sync/digest', access: 'read', takes: 'read', handle: handleDigest },
  { method: 'GET', path: '/api/sync/records', access: 'read', takes: 'read', handle: handleRecords },
  {
    ...{ method: 'GET', path: '/api/sync/events', access: 'read', takes: 'stream', handle: handleEvents },
    // Browsers send no header with a stream of events.
    withoutKey: true,
  },
  { method: 'GET', path: '/api/history', access: 'read', takes: 'read', handle: handleHistory },
  { method: 'GET', path: '/api/history/deleted', access: 'read', takes: 'read', handle: handleDeleted },
]

async function handlePush(call: Call): Promise<Response> {
  return Response.json(await push(call.services, senderOf(call), await call.json()))
}

async function handleWithdraw(call: Call): Promise<Response> {
  return Response.json(await withdraw(call.services, senderOf(call), await call.json()))
}

async function handleChanges(call: Call): Promise<Response> {
  const { services, request } = call
  const { kinds } = services
  const { searchParams } = new URL(request.url)
  const cursor = searchParams.get('cursor') ?? undefined
  const history = searchParams.get('history')
  const protocol = searchParams.get('protocol')
  if (protocol !== null) checkProtocol(Number(protocol))
  const scope = await scopeIn(call)
  const database = await services.readable()
  const check = async () => {
    if (history !== null) await checkHistory(database.db, kinds, history)
  }
  await check()
  const read = takesReadyPages(request) ? services.readKept : undefined
  const lines = checkedAtEnd(await openLines({ database, kinds, scope, read }, cursor), check)
  return linesResponse(request, whileWelcome(call, scope, lines))
}

async function handleDigest(call: Call): Promise<Response> {
  const { services, request } = call
  const { database, kinds } = services
  const { searchParams } = new URL(request.url)
  const cursor = searchParams.get('cursor') ?? ''
  const world = { database, kinds, scope: await scopeIn(call) }
  return Response.json(await digest(world, { cursor, schema: Number(searchParams.get('schema')) }))
}

async function handleRecords(call: Call): Promise<Response> {
  const { services, request } = call
  const { database, kinds } = services
  const wanted = new Map<string, Set<number>>()
  for (const each of (new URL(request.url).searchParams.get('buckets') ?? '').split(',')) {
    const [kind = '', bucket] = each.split('.')
    wanted.set(kind, (wanted.get(kind) ?? new Set()).add(Number(bucket)))
  }
  const isJoined = asksForJoinedTexts(new URL(request.url).searchParams)
  const scope = await scopeIn(call)
  const lines = whileWelcome(call, scope, recordsIn({ database, kinds, scope }, wanted))
  return ndjsonResponse(request, lines, isJoined ? joinTexts : undefined)
}

/** Between two looks at whether whoever reads may still. */
const lookMs = 5_000

/** [AC23] [SC6] A long answer ends with the session that asked for it, and when somebody else may see what it is of. */
async function* whileWelcome<Line>(
  { services: { auth, now, database }, request: { headers } }: Call,
  scope: Scope,
  lines: AsyncIterable<Line>,
): AsyncGenerator<Line> {
  let lookedAt = now().getTime()
  for await (const line of lines) {
    if (now().getTime() - lookedAt > lookMs) {
      if (!(await sessionOf(auth, headers, { isProlonging: false })).user) throw new AppError('signed_out')
      if (!(await isStill(database.db, scope))) throw new AppError('forbidden')
      lookedAt = now().getTime()
    }
    yield line
  }
}

async function handleEvents({ services, request }: Call): Promise<Response> {
  const { headers } = request
  // A cookie for a longer session could not be sent any more.
  const find = () => sessionOf(services.auth, headers, { isProlonging: false })
  return openEvents(services, async () => (await find()).user !== undefined)
}

async function handleHistory(call: Call): Promise<Response> {
  return Response.json(await history(await sightIn(call), readQuery(call.request, HistoryQuery)))
}

async function handleDeleted(call: Call): Promise<Response> {
  return Response.json(await deletedRecords(await sightIn(call), readQuery(call.request, DeletedQuery)))
}

async function sightIn(call: Call) {
  const scope = await scopeIn(call)
  return { ...call.services, database: await call.services.readable(), scope }
}
