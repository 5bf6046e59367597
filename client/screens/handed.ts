/** The requests about work that is handed over. [SC10] */
import type { Handed, HandedAnswer, HandedEnd, HandedWork } from '../../shared/handed-message.ts'
import { type Fetch, json, requester } from '../net/request.ts'

/** Each fails with AppError: `unreachable` when there is no network. */
export interface HandedOver {
  /** The server has it for good once this has ended. */
  give(work: Handed): Promise<void>
  /** What whoever asks can do in the place of others, oldest first. */
  all(): Promise<HandedWork[]>
  end(of: HandedWork, end: HandedEnd['end']): Promise<void>
}

export function createHandedOver(fetch: Fetch): HandedOver {
  const ask = requester(fetch)
  return {
    give: work => ask('handed', { work: [work] }, () => {}),
    all: async () => (await json<HandedAnswer>(ask, 'handed')).work,
    end: ({ userId, kind, uid, token }, end) =>
      ask('handed/end', { userId, kind, uid, token, end } satisfies HandedEnd, () => {}),
  }
}
