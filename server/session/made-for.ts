/**
 * What every session is made for, whichever route makes it: the browser that asked, and the key that it showed. Neither
 * ever changes. [AC20]
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { keyHeader } from '../../shared/key-header.ts'

export interface MadeFor {
  /** The id of a browser, which is given one by this when it has none. */
  browser(): string
  /** null: it showed none, or no lock is asked of anybody, behind which one could stand: the cookie alone will do. */
  keyHash(): Promise<string | null>
}

const current = new AsyncLocalStorage<MadeFor>()

export function madeFor<T>(what: MadeFor, work: () => T): T {
  return current.run(what, work)
}

/** The columns of a session that is being made. */
export async function whatItIsMadeFor(): Promise<{ browserId: string | null; keyHash: string | null }> {
  const known = current.getStore()
  return { browserId: known?.browser() ?? null, keyHash: (await known?.keyHash()) ?? null }
}

/** No salt and no stretching: a key is 32 random bytes, which nobody finds by trying. */
export function keyHashIn(headers: Headers): string | null {
  const key = headers.get(keyHeader)
  return key === null ? null : createHash('sha256').update(key).digest('hex')
}

/** The columns that we add to a session. */
export interface OwnOfSession {
  browserId?: string | null | undefined
  keyHash?: string | null | undefined
}

export function isKeyShown({ keyHash }: OwnOfSession, headers: Headers): boolean {
  return !keyHash || keyHash === keyHashIn(headers)
}
