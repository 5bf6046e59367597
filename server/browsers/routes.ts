/** The routes under /api/browsers: who may use them, with what, and what they answer. */
import type * as z from 'zod'
import {
  BrowserTold,
  CodeRequest,
  NameMessage,
  PlaceMessage,
  RemovedMessage,
  RevokeMessage,
} from '../../shared/browser-messages.ts'
import type { Audited } from '../audit/audited.ts'
import type { Granter } from '../looked-after.ts'
import type { Services } from '../services.ts'
import type { SignedIn } from '../session/auth.ts'
import type { Access } from '../session/roles.ts'
import { browsersOf, keepTold, nameBrowser, noteRemoved, revoke, signOutBrowser } from './acts.ts'
import { makeCode } from './codes.ts'
import type { BrowserHere } from './here.ts'

export interface BrowserCall {
  services: Services
  here: BrowserHere
  address: string
  /** Who is signed in; throws on an open route. */
  user(): SignedIn
  /** [SC11] */
  granter(): Promise<Granter>
}

export interface BrowserRoute {
  method: 'GET' | 'POST'
  path: string
  access: Access
  /** [AU1] */
  audit?: Audited
  /** Absent: no body is read. */
  body?: z.ZodType
  call(call: BrowserCall, body: unknown): Promise<object>
}

function posted<T>(
  path: string,
  access: Access,
  body: z.ZodType<T>,
  call: (call: BrowserCall, body: T) => Promise<object | void>,
  audit?: Audited,
): BrowserRoute {
  return {
    method: 'POST',
    path,
    access,
    body,
    ...(audit && { audit }),
    call: async (called, sent) => (await call(called, sent as T)) ?? {},
  }
}

const whom = (body: unknown): string | undefined => (body as { userId?: string }).userId
const browser = (body: unknown): string | undefined => (body as { browser?: string }).browser

const placeOf = ({ browser: id, userId }: z.infer<typeof PlaceMessage>) => ({ id, userId })

export const browserRoutes: readonly BrowserRoute[] = [
  { method: 'GET', path: '', access: 'manage', call: ({ services, here }) => browsersOf(services, here) },
  {
    method: 'GET',
    path: '/own',
    access: 'read',
    call: ({ services, here, user }) => browsersOf(services, here, user().id),
  },
  posted('/told', 'read', BrowserTold, ({ services, here, address, user }, told) =>
    keepTold(services, { here, address, user: user() }, told),
  ),
  posted('/name', 'read', NameMessage, ({ services, user }, { name, ...place }) =>
    nameBrowser(services, user(), { ...placeOf(place), name }),
  ),
  posted(
    '/sign-out',
    'read',
    PlaceMessage,
    ({ services, user }, place) => signOutBrowser(services, user(), placeOf(place)),
    { action: 'browser_signed_out', whom, browser },
  ),
  posted(
    '/revoke',
    'manage',
    RevokeMessage,
    async ({ services, user }, { browser: id, userId, revocation }) => ({
      count: await revoke(services, user().id, { id, userId, revocation }),
    }),
    {
      ...{ action: 'browser_revoked', whom, browser },
      details: body => ({ revocation: (body as { revocation: string }).revocation }),
    },
  ),
  posted('/removed', 'open', RemovedMessage, ({ services, here, address }, { userIds }) =>
    noteRemoved(services, { here, address }, userIds),
  ),
  posted(
    '/code',
    'read',
    CodeRequest,
    async ({ services, user, granter }, { userId }) =>
      makeCode(services, { ...user(), granter: await granter() }, userId),
    { action: 'code_made', whom },
  ),
]
