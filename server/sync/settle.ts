/**
 * Settles pushes: all of them in one transaction, each of its mutations applied, in conflict or rejected. Each push keeps
 * its own all or nothing, its own history and its own failure. Knows no HTTP.
 */
import { AppError } from '../../shared/errors.ts'
import { instantOf } from '../../shared/fields.ts'
import type { Kinds } from '../../shared/metadata.ts'
import type { Settlement } from '../../shared/protocol.ts'
import { type Clock, lockClock } from '../db/clock.ts'
import type { Database } from '../db/database.ts'
import { ConstraintViolation } from '../db/driver.ts'
import { type Asked, find, type Found } from '../db/found.ts'
import { gapAt } from '../db/restored.ts'
import { renewReachOf } from '../db/reach.ts'
import { write, type Written } from '../db/written.ts'
import { Batch } from './batch.ts'
import { check } from './check.ts'
import { checkCursor } from './cursor.ts'
import { hashOf, type Push, type ReadPush, settleOne, type Transaction } from './one-push.ts'
import { rememberedOf } from './remembered.ts'
import { sightsOf } from './sights.ts'
import { type ToJudge, wantedOf } from './wanted.ts'

export interface World {
  database: Database
  kinds: Kinds
}

/** How each ended, and the clock as of then, with the token of its commit. */
export interface Settled extends Pick<Clock, 'clock' | 'token'> {
  results: Settlement[]
}

/** What became of one push. */
export type Outcome = { settled: Settled } | { failure: unknown }

export function readPush(kinds: Kinds, push: Push): ReadPush {
  const { mutations, protocol } = push
  return {
    ...push,
    checked: mutations.map(mutation => check(kinds, mutation, protocol)),
    hashes: mutations.map(hashOf),
  }
}

/** One push by itself. */
export async function settle({ database, kinds, ...push }: World & Push): Promise<Settled> {
  const [outcome] = await settleTogether({ database, kinds }, [readPush(kinds, push)])
  if (!outcome || 'failure' in outcome) throw outcome?.failure ?? new Error('A push without an outcome')
  return outcome.settled
}

/** [PU17] In the order of the pushes. What makes the transaction fail is looked for by settling each of them alone. */
export async function settleTogether(world: World, pushes: readonly ReadPush[]): Promise<Outcome[]> {
  try {
    return await inOneTransaction(world, pushes)
  } catch (failure) {
    // The database's, and so everybody's.
    if (failure instanceof AppError) return pushes.map(() => ({ failure }))
    const [push] = pushes
    if (pushes.length === 1 && push) return [await settleAlone(world, push, failure)]
    const outcomes: Outcome[] = []
    for (const each of pushes) outcomes.push(...(await settleTogether(world, [each])))
    return outcomes
  }
}

/** [PU6] A constraint that the metadata does not know refuses a mutation, and must not hold up the others. */
async function settleAlone(world: World, push: ReadPush, failure: unknown): Promise<Outcome> {
  if (!(failure instanceof ConstraintViolation)) return { failure }
  const { mutations, checked, hashes } = push
  if (mutations.length === 1) {
    const refused = { ...push, checked: [{ issues: [{ field: '', code: failure.code }] }] }
    const [outcome] = await inOneTransaction(world, [refused])
    return outcome ?? { failure }
  }
  const results: Settlement[] = []
  let last: Pick<Clock, 'clock' | 'token'> | undefined
  for (const [index, mutation] of mutations.entries()) {
    // [PU12] What is settled apart is settled in one history: the answer names only one.
    const lived = [...(push.lived ?? []), ...(last ? [last] : [])]
    const own = { checked: checked.slice(index, index + 1), hashes: hashes.slice(index, index + 1) }
    const [outcome] = await settleTogether(world, [{ ...push, ...own, mutations: [mutation], lived }])
    if (!outcome || 'failure' in outcome) return outcome ?? { failure }
    const { settled } = outcome
    last = { clock: settled.clock, token: settled.token }
    results.push(...settled.results)
  }
  return { settled: { clock: 0, token: '', ...last, results } }
}

async function inOneTransaction(world: World, pushes: readonly ReadPush[]): Promise<Outcome[]> {
  const { database, kinds } = world
  const { driver, stamps } = database
  return database.write(async tx => {
    const clock = await lockClock(tx)
    const asked = askedOf(kinds, pushes, clock)
    const found = await find(tx, driver, kinds, asked)
    const now = stamps.now()
    const at = now.toISOString()
    const uids = new Map([...asked.byKind].map(([name, each]) => [name, each.uids]))
    const batch = new Batch({ kinds, found, uids, reach: gapAt(now) })
    const known = await rememberedOf(tx, { driver, kinds }, found)
    const sightOf = await sightsOf(tx, { driver, kinds }, { asked, found, batch, known })
    const shared = { batch, sightOf, known, clock, version: clock + 1, at, instant: instantOf(now) }
    const transaction: Transaction = { ...shared, ledger: [], refused: [] }
    const before = { clock, token: found.tokens.get(clock) ?? '' }
    const after = { clock: transaction.version, token: stamps.newToken() }
    const clients: Written['clients'][number][] = []
    // [PU5] What changed nothing is remembered under the clock as it is.
    let moment = before
    const outcomes = pushes.map((push): Outcome => {
      const failure = refusalOf(push, found, before)
      if (!found.clients.has(push.writer.clientId)) clients.push(claimed(push, found, at))
      if (failure) return { failure }
      const { results, isWritten } = settleOne(push, transaction, moment.clock)
      if (isWritten) moment = after
      // [PU12] The token of this very transaction: read later, it could be that of another history.
      return { settled: { ...moment, results } }
    })
    const { ledger, refused } = transaction
    const commit = moment === after ? { ...after, at } : null
    const written = batch.written()
    await write(tx, driver, { kinds: written, ledger, refused, clients, commit })
    // Nobody has any reach as long as nobody is limited.
    if (commit && found.isAnybodyLimited) await renewReachOf(tx, driver, { written, version: commit.clock })
    return { commit: ledger.length + refused.length + clients.length > 0, answer: outcomes }
  })
}

/** What is in any of them. What cannot be read needs nothing. */
function askedOf(kinds: Kinds, pushes: readonly ReadPush[], clock: number): Asked {
  const readable = pushes.flatMap(({ checked, ids }): ToJudge[] =>
    checked.flatMap(each => ('mutation' in each ? [{ mutation: each.mutation, ids }] : [])),
  )
  const lived = pushes.flatMap(push => push.lived ?? [])
  return {
    mutationIds: pushes.flatMap(({ mutations }) => mutations.map(({ id }) => id)),
    clientIds: pushes.map(({ writer }) => writer.clientId),
    userIds: [...new Set(pushes.map(({ writer }) => writer.userId))],
    clocks: [clock, ...lived.flatMap(each => [each.clock, ...(each.seen ? [each.seen.clock] : [])])],
    byKind: wantedOf(kinds, readable),
  }
}

/** [PU9] [PU12] Why nothing of it is settled here; undefined: it is. */
function refusalOf(
  { writer, lived = [] }: ReadPush,
  { clients, tokens, floor }: Found,
  now: Pick<Clock, 'clock' | 'token'>,
): AppError | undefined {
  if ((clients.get(writer.clientId) ?? writer.userId) !== writer.userId) return new AppError('wrong_user')
  try {
    for (const cursor of lived)
      for (const commit of [cursor, ...(cursor.seen ? [cursor.seen] : [])])
        checkCursor(commit, { ...now, floor }, tokens.get(commit.clock))
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** [PU9] From now on the client is theirs, for those behind them in the transaction too. */
function claimed({ writer }: ReadPush, { clients }: Found, at: string): Written['clients'][number] {
  clients.set(writer.clientId, writer.userId)
  return { id: writer.clientId, user_id: writer.userId, at }
}
