/** Which mutations may be sent together. Pure. [OB6] */
import { isUidReference } from '../../shared/fields.ts'
import { maxBodyBytes, pushMutations } from '../../shared/limits.ts'
import type { Mutation } from '../../shared/protocol.ts'
import type { OutboxRow } from '../db/outbox.ts'

/** Room for the envelope around the mutations. */
const envelopeBytes = 1024
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

/** In order, one a record; nothing behind a parked mutation of the same record or of one it refers to. */
export function nextBatch(rows: readonly OutboxRow[]): OutboxRow[] {
  const held = new Set(rows.filter(row => row.parked).map(row => row.mutation.uid))
  const taken = new Set<string>()
  const batch: OutboxRow[] = []
  let bytes = envelopeBytes
  for (const row of rows) {
    const { uid } = row.mutation
    if (held.has(uid) || taken.has(uid)) continue
    if (referredUids(row.mutation).some(each => held.has(each))) {
      held.add(uid)
      continue
    }
    bytes += utf8.encode(JSON.stringify(row.mutation)).byteLength + 1
    if (batch.length === pushMutations || bytes > maxBodyBytes) break
    taken.add(uid)
    batch.push(row)
  }
  return batch
}
