/** [AC20] Half of a session stands behind the lock: requests show it beside the cookie, which alone opens nothing. */
import { keyHeader } from '../../shared/key-header.ts'
import type { Fetch } from './request.ts'

/** `keyOf`: null while there is none, or it is locked. */
export function showing(fetch: Fetch, keyOf: () => Promise<string | null>): Fetch {
  return async (input, init) => {
    const key = await keyOf()
    if (key === null) return fetch(input, init)
    const headers = new Headers(init?.headers)
    headers.set(keyHeader, key)
    return fetch(input, { ...init, headers })
  }
}
