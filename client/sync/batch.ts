/** Which mutations may be sent together. Pure. [OB6] */
import { isUidReference } from '../../shared/fields.ts'
import { maxBodyBytes, pushMutations } from '../../shared/limits.ts'
import type { Mutation } from '../../shared/protocol.ts'
import { asMade, type OutboxRow } from '../db/outbox.ts'

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

/**
 * In order, one a record; nothing behind a parked mutation of the same record or of one it refers to, and nothing
 * before the creation it refers to: what an undo makes again may come after hundreds that need it. What may have been
 * applied already goes all the same, behind the others.
 */
export function nextBatch(rows: readonly OutboxRow[], limit = pushMutations): OutboxRow[] {
  const held = new Set(rows.filter(row => row.parked).map(row => row.mutation.uid))
  const madeAt = new Map<string, number>()
  for (const { mutation, seq } of rows) if (mutation.op === 'create') madeAt.set(mutation.uid, seq)
  const taken = new Set<string>()
  const sendable: OutboxRow[] = []
  const doubtful: OutboxRow[] = []
  for (const row of rows) {
    const { uid } = row.mutation
    if (held.has(uid) || taken.has(uid)) continue
    const isWaiting = (each: string) => held.has(each) || (madeAt.get(each) ?? 0) > row.seq
    if (referredUids(row.mutation).some(isWaiting)) {
      held.add(uid)
      if (row.attempted) doubtful.push(row)
      continue
    }
    taken.add(uid)
    sendable.push(row)
    if (sendable.length === limit) break
  }
  return requestsOf([...sendable, ...doubtful].slice(0, limit))[0] ?? []
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
