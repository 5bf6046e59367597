/** Which mutations may be sent together. Pure. [OB6] */
import { isUidReference } from '../../../shared/fields.ts'
import { maxBodyBytes, pushMutations } from '../../../shared/limits.ts'
import type { Mutation } from '../../../shared/protocol.ts'
import { asMade, type OutboxRow } from '../disk/outbox.ts'

/** Room for the envelope around the mutations, with a cursor and an id for each. */
const envelopeBytes = 64 * 1024
const utf8 = new TextEncoder()

/** The uids a mutation's chosen values refer to. */
export function referredUids(mutation: Mutation): string[] {
  const values =
    mutation.op === 'create'
      ? Object.values(mutation.fields)
      : mutation.op === 'update'
        ? Object.values(mutation.changes).map(([, mine]) => mine)
        : []
  return values.filter(isUidReference).map(({ uid }) => uid)
}

export interface BatchOptions {
  limit?: number
  /** Sequence numbers of rows that were tried and wait for others. */
  waiting?: ReadonlySet<number>
}

/** In order, one a record; nothing behind a held mutation of the same record, or behind the creation of one it refers to. */
export function nextBatch(
  rows: readonly OutboxRow[],
  { limit = pushMutations, waiting = new Set() }: BatchOptions = {},
): OutboxRow[] {
  const isHeld = (row: OutboxRow) => row.parked !== null || waiting.has(row.seq)
  const held = new Set(rows.filter(isHeld).map(row => row.mutation.uid))
  const missing = new Set<string>()
  const taken = new Set<string>()
  const sendable: OutboxRow[] = []
  for (const row of rows) {
    const { uid, op } = row.mutation
    if (taken.has(uid)) continue
    if (held.has(uid) || referredUids(row.mutation).some(each => missing.has(each))) {
      held.add(uid)
      if (op === 'create') missing.add(uid)
      continue
    }
    taken.add(uid)
    sendable.push(row)
    if (sendable.length === limit) break
  }
  return requestsOf(sendable)[0] ?? []
}

/** Cut into pieces that each fit into one request, in order. */
export function requestsOf<T extends Pick<OutboxRow, 'mutation' | 'original'>>(rows: readonly T[]): T[][] {
  const requests: T[][] = []
  let bytes = Infinity
  for (const row of rows) {
    const size = utf8.encode(JSON.stringify(asMade(row))).byteLength + 1
    const last = requests.at(-1)
    bytes += size
    if (last && last.length < pushMutations && bytes <= maxBodyBytes) last.push(row)
    else {
      requests.push([row])
      bytes = envelopeBytes + size
    }
  }
  return requests
}
