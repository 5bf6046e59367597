/**
 * How sessions stand in the database, by the hash of their token, so that nobody who reads it has one [AC13], and how
 * long they count [AC14].
 */
import { createHash } from 'node:crypto'
import type { DBAdapter, DBTransactionAdapter, Where } from 'better-auth'
import { whatItIsMadeFor } from './made-for.ts'

/** What any call of the adapter is given. */
interface Call {
  model: string
  where?: Where[]
  data?: Record<string, unknown>
  update?: Record<string, unknown>
}

type Row = Record<string, unknown>

const dayMs = 24 * 60 * 60 * 1000

/** In days. */
export interface SessionLimits {
  idle: number
  max: number
}

export const defaultSessionLimits: SessionLimits = { idle: 14, max: 90 }

interface Times {
  expiresAt: Date
  createdAt: Date
  updatedAt: Date
}

/** Whatever was promised when it was made: the limits of today hold. */
function idleEnd({ expiresAt, updatedAt }: Times, { idle }: SessionLimits): Date {
  return new Date(Math.min(expiresAt.getTime(), updatedAt.getTime() + idle * dayMs))
}

/** When a session ends at the latest, however often it is used. */
export function lastMoment(createdAt: Date, { max }: SessionLimits): Date {
  return new Date(createdAt.getTime() + max * dayMs)
}

/** No salt and no stretching: a token is 32 random characters, which nobody finds by trying. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** ms since 1970: from then on it is over, however it is used. */
export function endOf(times: Times, limits: SessionLimits): number {
  return Math.min(idleEnd(times, limits).getTime(), lastMoment(times.createdAt, limits).getTime())
}

/** A session is prolonged when it is used and this is past; ms. */
export const prolongedAfterMs = dayMs

/** ms since 1970: until then nothing has to be written for it to go on. */
export function unprolonged(times: Times, limits: SessionLimits): number {
  return idleEnd(times, limits).getTime() - limits.idle * dayMs + prolongedAfterMs
}

interface Keeping {
  limits: SessionLimits
  now(): Date
}

/** Between Better Auth, which knows tokens, and the tables, which know their hashes. */
export function storedSessions(adapter: DBAdapter, keeping: Keeping): DBAdapter {
  const hiding = hidingTokens(adapter)
  return { ...hiding, findOne: limited(hiding, keeping) as DBAdapter['findOne'] }
}

/** [AC14] A session that has ended is found by nobody, and is gone. */
function limited({ findOne, deleteMany }: DBAdapter, { limits, now }: Keeping) {
  return async (call: Parameters<DBAdapter['findOne']>[0]): Promise<unknown> => {
    const found = await findOne<Row & Times & { id: string }>(call)
    if (call.model !== 'session' || !found) return found
    const expiresAt = idleEnd(found, limits)
    if (endOf(found, limits) > now().getTime()) return { ...found, expiresAt }
    await deleteMany({ model: 'session', where: [{ field: 'id', value: found.id }] })
    return null
  }
}

function hidingTokens(adapter: DBAdapter): DBAdapter {
  return {
    ...wrapped(adapter),
    transaction: work => adapter.transaction(inner => work(wrapped(inner))),
  }
}

function wrapped<A extends DBTransactionAdapter>(adapter: A): A {
  const one =
    (method: (call: never) => Promise<unknown>) =>
    async (call: Call): Promise<unknown> => {
      if (call.model !== 'session') return method(call as never)
      const answer = await method(hidden(call) as never)
      const token = tokenIn(call)
      // Whoever knows the token finds it in the row again: its cookie is made from it.
      return token !== undefined && isRow(answer) ? { ...answer, token } : answer
    }
  const { create, findOne, findMany, count, update, updateMany, consumeOne, incrementOne } = adapter
  const { delete: remove, deleteMany } = adapter
  const createFor: typeof create = async call =>
    create(
      call.model === 'session' ? { ...call, data: { ...call.data, ...(await whatItIsMadeFor()) } } : call,
    )
  const methods = {
    create: createFor,
    findOne,
    findMany,
    count,
    update,
    updateMany,
    consumeOne,
    incrementOne,
  }
  const all = Object.entries({ ...methods, delete: remove, deleteMany })
  const replaced = Object.fromEntries(all.map(([name, method]) => [name, one(method)]))
  return { ...adapter, ...replaced }
}

function tokenIn({ where, data }: Call): string | undefined {
  const token = data?.['token'] ?? where?.find(isAToken)?.value
  return typeof token === 'string' ? token : undefined
}

function hidden(call: Call): Call {
  return {
    ...call,
    ...(call.where && { where: call.where.map(hiddenIn) }),
    ...(call.data && { data: withHash(call.data) }),
    ...(call.update && { update: withHash(call.update) }),
  }
}

const isAToken = ({ field, operator = 'eq' }: Where): boolean => field === 'token' && operator === 'eq'

function hiddenIn(where: Where): Where {
  if (where.field !== 'token') return where
  const { value } = where
  if (isAToken(where) && typeof value === 'string') return { ...where, value: hashOfToken(value) }
  if (where.operator === 'in' && Array.isArray(value))
    return { ...where, value: value.map(each => hashOfToken(String(each))) }
  throw new Error('A token is found by itself alone')
}

function withHash(values: Row): Row {
  return typeof values['token'] === 'string' ? { ...values, token: hashOfToken(values['token']) } : values
}

function isRow(answer: unknown): answer is Row {
  return typeof answer === 'object' && answer !== null && 'token' in answer
}
