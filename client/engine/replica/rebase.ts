/** [RB1] What a person sees of one record: the confirmed record with the outbox's mutations on top. Pure. */
import type { RecordState } from '../../contract.ts'
import type { OutboxRow, SentMutation } from '../disk/outbox.ts'
import type { Shown } from '../table/table.ts'
import { withChanges } from '../work/combine.ts'
import type { Fields } from '../../../shared/record.ts'

interface Confirmed {
  id: string
  version: number
  fields: Fields
}

export interface Unsettled {
  /** Applied by the server, but not in the pages yet: its answers, oldest first. */
  sent: SentMutation[]
  /** In order. */
  outbox: OutboxRow[]
}

export function isUnsentCreate({ sent, outbox }: Unsettled): boolean {
  return sent.length === 0 && outbox[0]?.mutation.op === 'create' && !outbox[0].attempted
}

/** null: nothing lies over the confirmed record. */
export function shownRecord(
  uid: string,
  confirmed: Confirmed | null,
  { sent, outbox }: Unsettled,
): Shown | null {
  if (sent.length === 0 && outbox.length === 0) return null
  const start: Shown = {
    uid,
    id: confirmed?.id ?? null,
    version: confirmed?.version ?? 0,
    fields: confirmed?.fields ?? null,
    state: 'settled',
    changedAt: null,
    attention: null,
  }
  return outbox.reduce(underMutation, sent.reduce(underAnswer, start))
}

function underAnswer(shown: Shown, { record }: SentMutation): Shown {
  if (!record) return { ...shown, fields: null }
  if (record.version < shown.version) return shown
  return { ...shown, id: record.id, version: record.version, fields: record.fields }
}

function underMutation(shown: Shown, row: OutboxRow): Shown {
  const attention = row.parked ? row.seq : shown.attention
  return {
    ...shown,
    fields: fieldsUnder(shown, row),
    state: stateOf(row, shown.state),
    changedAt: row.at,
    attention,
  }
}

function fieldsUnder(shown: Shown, { mutation, base, parked, took }: OutboxRow): Fields | null {
  if (mutation.op === 'create') return mutation.fields
  const fields = shown.fields ?? base?.fields ?? null
  if (mutation.op === 'update') return withChanges(fields ?? {}, mutation.changes)
  return parked && fields && withChanges(fields, took ?? {})
}

function stateOf(row: OutboxRow, before: RecordState): RecordState {
  if (row.parked) return row.parked.outcome
  return before === 'settled' ? 'unsent' : before
}
