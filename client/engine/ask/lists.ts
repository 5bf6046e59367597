/** Unsettled and settled work as the screens list it. */
import { type OutboxRow, readLastSent } from '../disk/outbox.ts'
import type { AttentionItem, OutboxEntry, SentEntry, SyncStatus, UnreadableEntry } from '../../contract.ts'
import { isUidReference } from '../../../shared/fields.ts'
import { knownFields } from '../../../shared/schema.ts'
import type { Fields } from '../../../shared/record.ts'
import { mineOf } from '../sync/resolve.ts'
import { isUncertain } from '../sync/suspicion.ts'
import type { Replica } from '../replica/replica.ts'
import { titleOf } from '../table/references.ts'
import type { Opened } from '../user.ts'

const shownSent = 100

export function attentionItems(replica: Replica): AttentionItem[] {
  return replica.outbox.flatMap(row => (row.parked ? [attentionItem(replica, row, row.parked)] : []))
}

function attentionItem(
  replica: Replica,
  row: OutboxRow,
  parked: NonNullable<OutboxRow['parked']>,
): AttentionItem {
  const { mutation, seq, at } = row
  const { kind, uid, op } = mutation
  const mine = mineOf(row)
  const base = op === 'create' ? null : (row.base?.fields ?? null)
  const record = parked.outcome === 'conflict' ? parked.record : null
  const theirs = record && { ...record, fields: knownFields(replica.table(kind).kind, record.fields) }
  const names = mutation.op === 'update' ? mutation.changes : mutation.op === 'create' ? mutation.fields : {}
  const changed = replica
    .table(kind)
    .kind.fields.map(field => field.name)
    .filter(name => Object.hasOwn(names, name))
  const titles = titlesOf(replica, kind, [base, mine, theirs?.fields ?? null])
  const title = titleIn(replica, kind, mine ?? theirs?.fields ?? base)
  const item = { seq, asked: mutation.id, kind, uid, op, title, at, base, mine, changed, titles }
  if (parked.outcome === 'rejected')
    return { ...item, outcome: 'rejected', isUncertain: isUncertain(parked), issues: parked.issues }
  return { ...item, outcome: 'conflict', reason: parked.reason, conflicts: parked.fields, theirs }
}

/** Titles of every reference in these records, by id or uid. */
function titlesOf(replica: Replica, kind: string, records: (Fields | null)[]): Record<string, string> {
  const titles: Record<string, string> = {}
  for (const field of replica.table(kind).kind.fields.filter(each => each.reference))
    for (const record of records) {
      const value = record?.[field.name]
      const title = titleOf(replica.tables, field, value)
      if (title === null) continue
      if (isUidReference(value)) titles[value.uid] = title
      else if (typeof value === 'string') titles[value] = title
    }
  return titles
}

function titleIn(replica: Replica, kind: string, fields: Fields | null): string {
  const title = fields?.[replica.table(kind).kind.title]
  return typeof title === 'string' ? title : ''
}

export function outboxEntries(replica: Replica): OutboxEntry[] {
  return replica.outbox.map(row => {
    const { kind, uid, op } = row.mutation
    const title = titleIn(replica, kind, mineOf(row) ?? row.base?.fields ?? null)
    return { seq: row.seq, kind, uid, op, title, at: row.at, state: row.parked?.outcome ?? 'unsent' }
  })
}

export function unreadableEntries(replica: Replica): UnreadableEntry[] {
  return replica.unreadable.map(({ seq, kind, uid }) => {
    const fields = replica.recordUnder(kind, uid, replica.outboxOf(uid))?.fields ?? null
    return { seq, kind, uid, title: titleIn(replica, kind, fields) }
  })
}

export async function sentEntries(replica: Replica): Promise<{ sent: SentEntry[]; unreadable: number }> {
  const { sent, unreadable } = await readLastSent(replica.db, shownSent)
  const entries = sent.map(({ mutation, record, at }) => {
    const { id, kind, uid, op } = mutation
    return { id, kind, uid, op, at, title: titleIn(replica, kind, record?.fields ?? null) }
  })
  return { sent: entries, unreadable }
}

/** Everything unsent, readable by people and by this app; of what nobody can read, that it is there. [OB13] */
export function unsentFile(replica: Replica, now: number): string {
  const rows = replica.outbox.map(({ mutation, took, base, at, parked }) => ({
    mutation,
    took,
    base,
    at,
    parked,
  }))
  const { unreadable } = replica
  const savedAt = new Date(now).toISOString()
  return JSON.stringify({ format: 'records-unsent', version: 1, savedAt, rows, unreadable }, null, 2)
}

export function statusOf({ replica, scheduler, lost }: Opened, isOffline: boolean): SyncStatus {
  const { state, phase, received, error, fault, lacksPermission, connectedAt } = scheduler.activity
  const unsent = replica.outbox.filter(row => !row.parked)
  const blockedOn =
    state.kind === 'blocked' && state.on !== 'never' ? state.on : lacksPermission ? 'permission' : null
  // Whatever the browser says: who has had an answer since is not offline.
  const isCutOff = isOffline && connectedAt === null
  return {
    state: state.kind !== 'running' && isCutOff ? 'offline' : state.kind,
    blockedOn,
    phase,
    received,
    unsent: unsent.length,
    attention: replica.outbox.length - unsent.length,
    unreadable: replica.unreadable.length,
    unoffered: replica.pulled.unoffered,
    oldestUnsentAt: unsent.reduce<number | null>((oldest, { at }) => Math.min(oldest ?? at, at), null),
    lastSyncedAt: replica.pulled.completedAt,
    error,
    fault,
    isComplete: replica.pulled.completedAt !== null,
    counts: Object.fromEntries([...replica.tables.keys()].map(kind => [kind, replica.countOf(kind)])),
    connectedAt,
    isDamaged: replica.damaged.size > 0,
    lost,
  }
}
