/** One POST to somewhere outside: no redirect is followed, nothing of the answer is read but its status, and when to come back. [WH5] */
import type { lookup as systemLookup } from 'node:dns'
import { request as plainly } from 'node:http'
import { request as securely } from 'node:https'
import { type BlockList, isIP, type LookupFunction } from 'node:net'
import { isAllowed } from './address.ts'

/** What its name leads to is none of those where it may go. */
export class ForbiddenAddress extends Error {
  override name = 'ForbiddenAddress'
}

export interface Sent {
  headers: Record<string, string>
  body: string
  signal: AbortSignal
}

export interface Answered {
  status: number
  /** As the header says it. */
  retryAfter: string | undefined
}

/** Throws where there is no answer. */
export type Post = (url: URL, sent: Sent) => Promise<Answered>

export function createPost(lookup: typeof systemLookup, named: BlockList | undefined): Post {
  /** Of the addresses that are then connected to: a name that leads elsewhere a moment later leads nowhere. */
  const guarded: LookupFunction = (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0)
      const allowed = found.filter(({ address }) => isAllowed(address, named))
      const [first] = allowed
      if (!first) return callback(new ForbiddenAddress('No address of this name may be reached'), '', 0)
      if (options.all) callback(null, allowed)
      else callback(null, first.address, first.family)
    })
  }
  return (url, { headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
      // An address is not looked up.
      if (isIP(host) && !isAllowed(host, named)) return reject(new ForbiddenAddress('It may not be reached'))
      const request = url.protocol === 'https:' ? securely : plainly
      const length = String(Buffer.byteLength(body))
      const options = { method: 'POST', agent: false, lookup: guarded, signal } as const
      const sending = request(url, { ...options, headers: { ...headers, 'content-length': length } })
      sending.on('error', reject)
      sending.on('response', answer => {
        resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] })
        answer.destroy()
      })
      sending.end(body)
    })
}
