/** Accounts for the stories that are not about making accounts, made through the server's own API. */
import type { Policy } from '../../shared/policy.ts'
import type { TestServer } from './server.ts'

export interface Account {
  username: string
  password: string
}

export const admin: Account = { username: 'ayu', password: 'kopi-pahit-tanpa-gula' }
export const budi: Account = { username: 'budi', password: 'sepeda-biru-di-gudang' }
export const citra: Account = { username: 'citra', password: 'hujan-sore-di-bogor' }

/** A server that can be asked for its first admin. */
type Host = Pick<TestServer, 'origin' | 'setupCode'>

async function post(server: Host, path: string, body: unknown, cookie = ''): Promise<Response> {
  const response = await fetch(`${server.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.origin, cookie },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`)
  return response
}

/** The session cookie of someone who signs in without a browser. */
export async function signIn(server: Host, account: Account): Promise<string> {
  const response = await post(server, '/api/auth/sign-in/username', account)
  return response.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ')
}

export async function setPolicy(server: Host, policy: Policy, cookie: string): Promise<void> {
  await post(server, '/api/policy', policy, cookie)
}

/** The first admin, and the editors a story needs. */
export async function createAccounts(server: Host, editors: readonly Account[]): Promise<void> {
  await post(server, '/api/setup', { code: await server.setupCode(), ...admin })
  const cookie = await signIn(server, admin)
  for (const { username, password } of editors) {
    const user = { username, password, name: username, role: 'editor' }
    await post(server, '/api/auth/admin/create-user', user, cookie)
  }
}
