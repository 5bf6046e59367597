/** The requests for what the server's ledger knows of records. They load what they need when somebody asks. [HI1] */
import { AppError } from '../../shared/errors.ts'
import type { DeletedAnswer, HistoryAnswer } from '../../shared/protocol.ts'
import type { Fetch } from '../net/request.ts'

/** Page by page; `before`: where the last one ended. Each fails with AppError: `unreachable` when there is no network. */
export interface Ledger {
  history(kind: string, uid: string, before: string | null): Promise<HistoryAnswer>
  deleted(kind: string, search: string, before: string | null): Promise<DeletedAnswer>
}

/** Entries in one page. */
const pageEntries = 25

export function createLedger(fetch: Fetch): Ledger {
  async function ask<T>(path: string, query: Record<string, string>, before: string | null): Promise<T> {
    const { json, requester } = await import('../net/request.ts').catch((cause: unknown) => {
      throw new AppError('unreachable', {}, { cause })
    })
    const page = { limit: String(pageEntries), ...(before !== null && { before }) }
    return json<T>(requester(fetch), `${path}?${String(new URLSearchParams({ ...query, ...page }))}`)
  }
  return {
    history: (kind, uid, before) => ask('history', { kind, uid }, before),
    deleted: (kind, search, before) => ask('history/deleted', { kind, search }, before),
  }
}
