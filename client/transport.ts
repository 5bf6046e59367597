/** The only place that talks to the server: requests with time limits, answers as values or AppError. */
import { AppError, type ErrorCode, isErrorCode } from '../shared/errors.ts'
import { type Joined, joinedTexts, splitTexts } from '../shared/joined-texts.ts'
import type { ChangesLine, DigestAnswer, Health, PushAnswer, SetupRequest } from '../shared/protocol.ts'
import { PROTOCOL_VERSION } from '../shared/version.ts'
import { linesOf } from './lines.ts'
import type { SyncTransport } from './sync/outside.ts'

export type Role = 'admin' | 'editor' | 'viewer'

export interface Account {
  id: string
  username: string
  name: string
  role: Role
}

export interface AccountRow extends Account {
  disabled: boolean
}

export interface Credentials {
  username: string
  password: string
}

/** Everything an account screen may ask. Each fails with AppError: `unreachable` when there is no network. */
export interface Accounts {
  health(): Promise<Health>
  setup(request: SetupRequest): Promise<void>
  signIn(credentials: Credentials): Promise<Account>
  signOut(): Promise<void>
  /** null: nobody is signed in. */
  session(): Promise<Account | null>
  listUsers(): Promise<AccountRow[]>
  createUser(user: Credentials & { name: string; role: Role }): Promise<void>
  setRole(id: string, role: Role): Promise<void>
  setDisabled(id: string, disabled: boolean): Promise<void>
  resetPassword(id: string, password: string): Promise<void>
}

/** A request that is not answered by then has timed out; of a stream, one that has not begun. */
const requestTimeoutMs = 30_000

type Fetch = typeof fetch

export function createTransport(fetch: Fetch): SyncTransport & Accounts {
  const request = requester(fetch)
  const done = (path: string, body: unknown): Promise<void> => request(path, body, () => {})
  const json = async <T>(path: string, body?: unknown): Promise<T> =>
    (await request(path, body, response => response.json())) as T

  async function* whole(path: string): AsyncGenerator<ChangesLine> {
    const body = await request(path, undefined, answer => answer.body)
    let isWhole = false
    for await (const text of linesOf(body)) {
      const line = splitTexts(JSON.parse(text) as Joined<ChangesLine>)
      isWhole = !line.more
      yield line
    }
    if (!isWhole) throw new AppError('unreachable')
  }

  return {
    push: request => json<PushAnswer>('sync/push', { protocol: PROTOCOL_VERSION, ...request }),

    changes(cursor, history) {
      const query = new URLSearchParams({ protocol: String(PROTOCOL_VERSION), ...joinedTexts })
      if (cursor !== null) query.set('cursor', cursor)
      if (history !== null) query.set('history', history)
      return whole(`sync/changes?${query}`)
    },

    digest: (cursor, schema) =>
      json<DigestAnswer>(`sync/digest?${new URLSearchParams({ cursor, schema: String(schema) })}`),

    records(buckets) {
      const query = new URLSearchParams({
        buckets: buckets.map(({ kind, bucket }) => `${kind}.${bucket}`).join(','),
        ...joinedTexts,
      })
      return whole(`sync/records?${query}`)
    },

    health: () => json<Health>('health'),
    setup: body => done('setup', body),
    signIn: async credentials =>
      accountOf((await json<{ user: AuthUser }>('auth/sign-in/username', credentials)).user),
    signOut: () => done('auth/sign-out', {}),
    async session() {
      const session = await json<{ user: AuthUser } | null>('auth/get-session')
      return session && accountOf(session.user)
    },
    async listUsers() {
      const { users } = await json<{ users: AuthUser[] }>('auth/admin/list-users?limit=1000&sortBy=username')
      return users.map(user => ({ ...accountOf(user), disabled: user.banned === true }))
    },
    createUser: user => done('auth/admin/create-user', user),
    setRole: (userId, role) => done('auth/admin/set-role', { userId, role }),
    setDisabled: (userId, disabled) =>
      done(disabled ? 'auth/admin/ban-user' : 'auth/admin/unban-user', { userId }),
    resetPassword: (userId, newPassword) => done('auth/admin/set-user-password', { userId, newPassword }),
  }
}

/** A user as the server's account service writes one. */
interface AuthUser {
  id: string
  username?: string | null
  displayUsername?: string | null
  name: string
  role?: string | null
  banned?: boolean | null
}

function accountOf({ id, username, name, role }: AuthUser): Account {
  const known = role === 'admin' || role === 'editor' ? role : 'viewer'
  return { id, username: username ?? name, name, role: known }
}

/** GET without a body, POST with one; any answer but 2xx is an AppError, and so is one that was cut off. */
function requester(fetch: Fetch) {
  return async <T>(path: string, body: unknown, read: (answer: Response) => T | Promise<T>): Promise<T> => {
    const gaveUp = new AbortController()
    const timer = setTimeout(() => gaveUp.abort(), requestTimeoutMs)
    try {
      const response = await fetch(`/api/${path}`, {
        ...messageOf(body),
        signal: gaveUp.signal,
        cache: 'no-store',
      })
      if (!response.ok) throw await problemOf(response)
      return await read(response)
    } catch (error) {
      if (error instanceof AppError) throw error
      throw new AppError(gaveUp.signal.aborted ? 'timed_out' : 'unreachable', {}, { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }
}

function messageOf(body: unknown): RequestInit {
  if (body === undefined) return { method: 'GET' }
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

async function problemOf(response: Response): Promise<AppError> {
  const text = await response.text()
  const problem = problemIn(text)
  if (problem) return isOutdated(problem) ? new AppError('server_outdated') : new AppError(problem.code)
  // [RQ1] Not from our server, which says what is wrong: somebody in between answers in its place.
  return new AppError('unavailable')
}

interface KnownProblem {
  code: ErrorCode
  details: unknown
}

function problemIn(text: string): KnownProblem | undefined {
  try {
    const problem: unknown = JSON.parse(text)
    if (!(problem instanceof Object) || !('code' in problem) || !isErrorCode(problem.code)) return undefined
    return { code: problem.code, details: 'details' in problem ? problem.details : undefined }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** [PV5] It speaks only older protocols: it is the server that has to be updated. */
function isOutdated({ code, details }: KnownProblem): boolean {
  if (code !== 'protocol_unsupported' || !(details instanceof Object) || !('supported' in details))
    return false
  return Array.isArray(details.supported) && details.supported.every(each => Number(each) < PROTOCOL_VERSION)
}
