/** Sending: request by request until nothing is left that may be sent. */
import { assert } from '../../../shared/assert.ts'
import { maxBodyBytes, pushMutations } from '../../../shared/limits.ts'
import { schemaVersion } from '../../../shared/schema.ts'
import { asMade } from '../disk/flights.ts'
import { nothingLanded } from '../disk/work.ts'
import type { Replica } from '../replica/replica.ts'
import { type Flight, waiting, type Work } from '../work/act.ts'
import { boardingOf, type BoardingOptions, mayGoAlone } from './boarding.ts'
import { type Departure, flightOf, isIdle, type Sight } from '../work/next.ts'
import { addressOf, type Answered, landAll } from './land.ts'
import type { Outside, Push } from './outside.ts'
import type { Line } from './line.ts'
import { blamed, causeToWithdraw, dueStrays, isAboutRequest, isStray, isUnanswered } from './stray.ts'

/** Requests in one run; what is left then goes with the next run. */
const maxRequests = 200

/** Room for the envelope around the mutations, with a cursor and an id for each. */
const envelopeBytes = 64 * 1024
const utf8 = new TextEncoder()

export interface PushOptions {
  run: number
  line: Line
  /** Aborted once this run has ended or was given up: nothing more may be written. */
  signal: AbortSignal
}

/** Returns the number of flights settled. */
export async function push(replica: Replica, outside: Outside, options: PushOptions): Promise<number> {
  const { line, signal } = options
  await leaveIdle(replica, outside)
  // [OB15] An empty request, to know that the server is there.
  if (line.isDoubting && isRepeating(replica)) {
    await send(replica, outside, { ...options, request: [] })
    line.isHeard = true
  }
  let settled = 0
  let isRecalling = true
  const tried = new Set<string>()
  for (let requests = 0; requests < maxRequests; requests++) {
    // [PU9] Somebody else may be signed in by now.
    signal.throwIfAborted()
    // [UP5] Before anything that they would hold up.
    const recalled = firstWaiting(replica).filter(({ isRecalled }) => isRecalled)
    if (isRecalling && recalled.length > 0) {
      const known = await withdraw(replica, outside, { ...options, request: recalled, tried })
      isRecalling = known > 0
      settled += known
      continue
    }
    const request = await board(replica, outside, { line, tried })
    if (request.length > 0) {
      settled += await pushRequest(replica, outside, { ...options, request, tried })
      continue
    }
    const late = await pushStray(replica, outside, { ...options, tried })
    if (late === 0) break
    settled += late
  }
  return settled
}

/** [RB4] A restored server is being told what it lost. */
export function isRepeating({ works }: Replica): boolean {
  return works.all.some(work => waiting(work).some(({ isRepeated }) => isRepeated))
}

/** Acts that come to nothing need no flight. */
async function leaveIdle(replica: Replica, outside: Outside): Promise<void> {
  const idling = replica.works.all
    .filter(isIdle)
    .map(work => flightOf(work, null, departureOf(replica, outside, work)))
  if (idling.length === 0) return
  await replica.depart(idling)
  outside.tell({ type: 'work', addresses: idling.map(addressOf) })
}

function sightOf(replica: Replica): Sight {
  return {
    known: address => replica.known(address),
    equal: replica.equal,
    workOf: uid => replica.works.of(uid),
    isOnServer: uid => replica.idOf(uid) !== undefined,
    isStray,
  }
}

/** [OB5] The flights of the next request, all of them on disk. */
async function board(
  replica: Replica,
  outside: Outside,
  { line, tried }: { line: Line; tried: ReadonlySet<string> },
): Promise<Flight[]> {
  const sight = sightOf(replica)
  const boarding = boardingOf(replica.works.all, sight, { fits: roomFor(line.limit), tried })
  const again = boarding.flatMap(({ flight }) => flight ?? [])
  const flights = boarding
    .filter(({ flight }) => !flight)
    .map(({ work, effect }) => flightOf(work, effect, departureOf(replica, outside, work)))
  const departed = flights.length > 0 ? await replica.depart(flights) : []
  // A flight that waits for its answer is asked about in no tab.
  if (departed.length > 0) outside.tell({ type: 'work', addresses: departed.map(addressOf) })
  // Acts that their person took back in another tab, unheard.
  const stayed = flights.filter(flight => !departed.includes(flight))
  if (stayed.length > 0) await replica.reloadWork(stayed)
  if (again.length + departed.length === 0 && stayed.length > 0)
    return board(replica, outside, { line, tried })
  return [...again, ...departed]
}

/** [HI2] Its id says when its newest act was done. */
function departureOf({ db: { kinds } }: Replica, outside: Outside, { acts }: Work): Departure {
  return { id: outside.newUid(acts.at(-1)?.at), schema: schemaVersion(kinds), now: outside.now() }
}

/** So many, in so many bytes. */
function roomFor(limit: number): BoardingOptions['fits'] {
  let count = 0
  let bytes = envelopeBytes
  return content => {
    bytes += utf8.encode(JSON.stringify(content)).byteLength + 1
    count++
    return count === 1 || (count <= limit && bytes <= maxBodyBytes)
  }
}

function firstWaiting({ works }: Replica): Flight[] {
  return works.all.flatMap(work => waiting(work).slice(0, 1))
}

/** [OB15] Once nothing else is left: one that has gone astray, alone; then those whose time is up. */
async function pushStray(
  replica: Replica,
  outside: Outside,
  options: PushOptions & { tried: Set<string> },
): Promise<number> {
  const sight = sightOf(replica)
  const firstAlone = () => firstWaiting(replica).filter(flight => mayGoAlone(flight, sight))
  const due = () => dueStrays(firstAlone(), outside.now(), options.line.tried)
  const [next] = due()
  if (next) {
    try {
      return await pushRequest(replica, outside, { ...options, request: [next] })
    } catch (error) {
      const isToPause = due().every(({ id }) => id !== next.id)
      if (!isUnanswered(error) || !isToPause) throw error
    }
  }
  const over = firstAlone().filter(flight => causeToWithdraw(flight))
  return over.length > 0 ? withdraw(replica, outside, { ...options, request: over }) : 0
}

type Requesting = PushOptions & { request: Flight[] }

/** Returns the number of flights settled. */
async function pushRequest(
  replica: Replica,
  outside: Outside,
  options: Requesting & { tried: Set<string> },
): Promise<number> {
  const { request, line } = options
  const { history, results } = await send(replica, outside, options)
  const resultOf = new Map(results.map(result => [result.id, result]))
  const answers = request.map(flight => {
    const settlement = resultOf.get(flight.id)
    assert(settlement, 'the server answers every mutation')
    return { flight, settlement }
  })
  await landAll(replica, outside, { ...options, answers, history })
  line.succeeded()
  return request.length
}

/**
 * [OB15] From now on nobody applies them: their acts are free again, and their person is told. Returns the number of
 * those settled; 0 where it fails, which holds up nothing else.
 */
async function withdraw(
  replica: Replica,
  outside: Outside,
  options: Requesting & { tried: Set<string> },
): Promise<number> {
  const { line } = options
  const request = options.request.slice(0, pushMutations)
  const ids = request.map(({ id }) => id)
  const asking = { ...ownerOf(replica), ...historyOf(replica), ids }
  const answer = await outside.transport.withdraw(asking).catch((error: unknown) => {
    if (!isAboutRequest(error)) throw error
    line.isHeard = false
    return null
  })
  if (!answer) return 0
  const resultOf = new Map(answer.results.map(result => [result.id, result]))
  const answers = request.map((flight): Answered => {
    const result = resultOf.get(flight.id)
    assert(result, 'the server answers every id')
    const code = causeToWithdraw(flight)
    if (result.outcome !== 'withdrawn' || !code) return { flight, settlement: result }
    return { flight, settlement: { id: flight.id, outcome: 'rejected', issues: [{ field: '', code }] } }
  })
  await landAll(replica, outside, { ...options, answers, history: answer.history })
  line.succeeded()
  return request.length
}

/** [PU12] With what it knows of the server's history: a restored server says so before it settles anything. */
async function send(replica: Replica, outside: Outside, { request, line, signal }: Requesting) {
  const mutations = request.flatMap(flight => asMade(flight) ?? [])
  const ids = givenIds(request)
  const given = Object.keys(ids).length > 0 ? { ids } : {}
  try {
    const answer = await outside.transport.push({
      ...ownerOf(replica),
      ...historyOf(replica),
      ...given,
      mutations,
    })
    signal.throwIfAborted()
    return answer
  } catch (error) {
    const cause = line.failed(request.length, error)
    const [flight] = request
    if (isAboutRequest(error)) for (const { id } of request) line.tried.add(id)
    // [ST7] A run that was given up writes nothing more.
    if (flight && cause && !signal.aborted)
      await replica.land({ ...nothingLanded, flights: [blamed(flight, cause, outside.now())] })
    throw error
  }
}

function historyOf({ pulled }: Replica): Pick<Push, 'history'> {
  const history = pulled.history ?? pulled.cursor
  return history === null ? {} : { history }
}

function ownerOf({ db: { userId, clientId } }: Replica): Pick<Push, 'user' | 'client'> {
  return { user: userId, client: clientId }
}

/** [PU13] By mutation id. */
export function givenIds(flights: readonly Flight[]): Record<string, string> {
  const given = flights.flatMap(({ id, mutation, record, acts }) => {
    const givenId = record?.id ?? acts.find(act => act.givenId)?.givenId
    return mutation?.op === 'create' && givenId ? [[id, givenId] as const] : []
  })
  return Object.fromEntries(given)
}
