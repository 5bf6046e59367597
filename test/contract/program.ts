/** Another program, which asks /api/v1 by a token. */
import type { Role } from '../../shared/roles.ts'
import type { TokenMade } from '../../shared/tokens.ts'
import { recordA } from './edits.ts'
import type { Engine } from './engines.ts'
import { companyOf } from './scoped.ts'
import { openWorld, type Person, type World } from './world.ts'

export interface Answer {
  status: number
  headers: Headers
  /** As JSON; a text where it is none. */
  body: Record<string, unknown>
  text: string
}

export interface Program {
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  send(
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>
}

export async function tokenOf(person: Person, role: Role, days = 30): Promise<TokenMade> {
  const response = await person.post('/api/tokens', { name: 'Payroll Ñ', role, days })
  if (response.status !== 201) throw new Error(await response.text())
  return (await response.json()) as TokenMade
}

export function program({ app }: Pick<World, 'app'>, token: string): Program {
  const ask = async (
    path: string,
    init: RequestInit,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const own = { authorization: `Bearer ${token}`, ...headers }
    const response = await app.request(`/api/v1/${path}`, { ...init, headers: own })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : {}, text }
  }
  return {
    get: (path, headers) => ask(path, {}, headers),
    send: (method, path, body, headers) =>
      ask(
        path,
        { method, ...(body !== undefined && { body: JSON.stringify(body) }) },
        {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
      ),
  }
}

export const listed = ({ body }: Answer) => body['records'] as Record<string, unknown>[]

export const codeOf = ({ status, body }: Answer) => [status, body['code']]

/** The version that was seen. */
export const tagged = (version: unknown) => ({ 'if-match': `"${String(version)}"` })

/** A server with a company on it, its admin, and a program that may do what that admin may. */
export async function openOffice(engine: Engine) {
  const world = await openWorld(engine)
  const admin = await world.person('admin')
  const company = await companyOf(admin)
  const office = program(world, (await tokenOf(admin, 'admin')).token)
  const made = async (fields = {}) =>
    (await office.send('POST', 'record_a', { ...recordA, device_id: company.gates[0].id, ...fields })).body
  return { world, admin, company, office, made }
}
export type Office = Awaited<ReturnType<typeof openOffice>>
