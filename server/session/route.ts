/** What a route under /api/auth is made of. */
import * as z from 'zod'
import { AppError } from '../../shared/errors.ts'
import type { Audited } from '../audit/audited.ts'
import type { BrowserHere } from '../browsers/here.ts'
import { checkInCharge, type Granter } from '../looked-after.ts'
import type { Services } from '../services.ts'
import type { Access } from './roles.ts'

export interface AuthCall {
  services: Services
  address: string
  here: BrowserHere
  setCookie(cookie: string): void
  /** Who is signed in; on open routes nobody is looked up. */
  userId: string | undefined
  /** [SC11] Who is signed in, on routes that change what is others'. */
  granter(): Promise<Granter>
  /** The cookies of the request. */
  cookie: string | null
  headers: Headers
  /** Hands the body to Better Auth and returns what it answers. */
  pass(body?: unknown): Promise<unknown>
  /** The same, at another of its paths. */
  passTo(path: string, body: unknown): Promise<unknown>
}

export interface AuthRoute {
  method: 'GET' | 'POST'
  path: string
  access: Access
  /** [AU1] */
  audit?: Audited
  /** Absent: no body is read. */
  call(call: AuthCall, body: unknown): Promise<unknown>
  body?: z.ZodType
}

export function route<T>(route: {
  path: string
  access: Access
  audit?: Audited
  body: z.ZodType<T>
  call(call: AuthCall, body: T): Promise<unknown>
}): AuthRoute {
  return { ...route, method: 'POST', call: (call, body) => route.call(call, body as T) }
}

/** NUL is no text to PostgreSQL. */
const withoutNul = /^[^\0]*$/
export const Name = z.string().max(200).regex(withoutNul)
export const Password = z.string().max(1000).regex(withoutNul)
export const UserId = z.strictObject({ userId: Name })

export const plainPass = async ({ pass }: AuthCall, body: unknown): Promise<unknown> => {
  await pass(body)
  return {}
}

/** [AC21] What admins do to others asks for no password: to themselves they do it where it is asked for. */
export function checkIsOther({ userId: own }: AuthCall, userId: string): void {
  if (userId === own) throw new AppError('invalid_request', { field: 'userId' })
}

/** [AC21] [SC11] */
export async function checkMayChange(call: AuthCall, userId: string): Promise<void> {
  checkIsOther(call, userId)
  await checkInCharge(call.services, await call.granter(), userId)
}

/** Of bodies that name an account by its id. */
export const whom = (body: unknown): string => (body as { userId: string }).userId
export const named = (body: unknown): string => (body as { username: string }).username
