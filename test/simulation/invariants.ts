/** What must hold when everything has healed, checked against the server's ledger and every device. */
import type { AttentionItem, Engine } from '../../client/contract.ts'
import type { Database } from '../../server/db/database.ts'
import type { StoredRecord } from '../../server/db/records.ts'
import { kinds } from '../../shared/kinds.ts'
import type { Mutation } from '../../client/engine/work/mutation.ts'
import type { ServerRecord } from '../../shared/protocol.ts'
import { everything } from '../support/tables.ts'
import type { Intent, Intents } from './intents.ts'
import { isRepeatedDelete, type LedgerEntry, shortOf, timesApplied } from './ledger.ts'
import { isUnanswered } from './answers.ts'
import { equalFields, recordRowsOf } from './rows.ts'
import { pair } from './tags.ts'
import type { Spoilt } from './storage.ts'
import type { UnsentRow, Watch } from './watch.ts'

/** What one person's device still has to ask or to send. */
export interface Waiting {
  attention: AttentionItem[]
  /** Unsent, because what it refers to waits for an answer. */
  held: Mutation[]
  /** What was written there, and cannot be read. */
  spoilt: Spoilt[]
  /** Never edited in two tabs. */
  isOfOneTab(uid: string): boolean
}

/** Every edit that was confirmed is applied exactly once, or waits with its value. */
export function brokenIntents(
  intents: Intents,
  ledger: LedgerEntry[],
  waiting: Map<string, Waiting>,
): string[] {
  return intents.due.flatMap(intent => {
    const { attention = [], held = [], spoilt = [] } = waiting.get(intent.profile) ?? {}
    const isWaiting = (one: Intent) =>
      attention.some(item => holds(item, one)) || held.some(each => carries(each, one))
    const waits = isWaiting(intent)
    const words = `${intent.profile}: ${intent.field ?? 'delete'} of ${shortOf(intent.uid)} = ${intent.value}`
    const stands = timesApplied(intent, sinceDeletion(ledger, intent.uid))
    const isChosenAgain = intents.chosenAgain.has(intent.uid)
    if (stands > 1 && intent.field !== null && !isChosenAgain) return [`applied ${stands} times: ${words}`]
    if (intent.status !== 'open') return []
    const isThere = (one: Intent) =>
      timesApplied(one, ledger) > 0 ||
      isWaiting(one) ||
      spoilt.some(each => isIn(each, one, intents)) ||
      attention.some(item => mayRestore(item, one))
    if (!intents.standingFor(intent).some(isThere)) return [`lost: ${words}`]
    // Nobody has answered whether it was applied.
    const asks = waits && !attention.some(item => holds(item, intent) && isUnanswered(item))
    if (stands > 0 && asks && intent.field !== null && !intents.isRestored && !isChosenAgain)
      return [`applied, and asks again: ${words}`]
    return []
  })
}

/** [OB9] Whoever undid a delete has the record again, or is asked about it. */
export function brokenUndos(
  { broughtBack, takenLate, isRestored, hasEvicted }: Intents,
  ledger: LedgerEntry[],
  waiting: Iterable<Waiting>,
): string[] {
  if (isRestored || hasEvicted) return []
  const waits = new Set(
    [...waiting].flatMap(({ attention, held, spoilt }) => [
      ...[...attention, ...held].map(each => each.uid),
      ...spoilt.flatMap(uidIn),
    ]),
  )
  const isThere = (uid: string) => ledger.findLast(entry => entry.uid === uid)?.after || waits.has(uid)
  return [...broughtBack.difference(takenLate)]
    .filter(uid => !isThere(uid))
    .map(uid => `undone, and gone: ${shortOf(uid)}`)
}

/** Of whose record it was; [] when it is a page or a draft. */
function uidIn({ value }: Spoilt): string | [] {
  return (value as Partial<UnsentRow>).mutation?.uid ?? []
}

/** [OB12] [OB14] It stays on the disk as it is, and is said; a restored server is not offered it again. */
function isIn({ place, value }: Spoilt, intent: Intent, { isRestored }: Intents): boolean {
  const isOutbox = place.startsWith('outbox/')
  if (!isOutbox && !(place.startsWith('sent/') && isRestored)) return false
  const { mutation, took } = value as Pick<UnsentRow, 'mutation' | 'took'>
  const isTaken = mutation.uid === intent.uid && took?.[intent.field ?? '']?.[1] === intent.value
  return carries(mutation, intent) || isTaken
}

/** What was undone after it had been sent is made, and may be asked about, once more. */
function sinceDeletion(ledger: LedgerEntry[], uid: string): LedgerEntry[] {
  return ledger.slice(ledger.findLastIndex(entry => entry.uid === uid && entry.op === 'delete') + 1)
}

function holds(item: AttentionItem, { uid, field, value }: Intent): boolean {
  if (item.uid !== uid) return false
  if (field === null) return item.op === 'delete'
  const theirs = item.outcome === 'conflict' ? item.theirs : null
  // A field on which both agree is part of the item, but nobody is asked about it.
  return item.changed.includes(field) && item.mine?.[field] === value && theirs?.fields[field] !== value
}

/** Whoever is asked about a deleted record may have all of it back. */
function mayRestore(item: AttentionItem, { uid, field, value }: Intent): boolean {
  const isGone = item.outcome === 'conflict' && item.reason === 'deleted'
  return isGone && item.uid === uid && field !== null && item.mine?.[field] === value
}

function carries(mutation: Mutation, { uid, field, value }: Intent): boolean {
  if (mutation.uid !== uid) return false
  if (field === null || mutation.op === 'delete') return field === null && mutation.op === 'delete'
  return (mutation.op === 'create' ? mutation.fields[field] : mutation.changes[field]?.[1]) === value
}

/** [OB8] [MG3] Base, theirs and mine are there, and all is asked about that somebody else has changed meanwhile. */
export function incompleteConflicts(items: AttentionItem[]): string[] {
  return items.flatMap(item => {
    if (item.outcome !== 'conflict') return []
    const { op, uid, base, theirs, mine, reason } = item
    if ((op !== 'create' && !base) || (reason === 'changed' && !theirs) || (op !== 'delete' && !mine))
      return [`a conflict without base, theirs or mine: ${shortOf(uid)}`]
    if (op === 'delete' || !theirs || !mine) return []
    const isUnasked = (field: string): boolean => {
      const [was, now, own] = [base ?? {}, theirs.fields, mine].map(fields => JSON.stringify(fields[field]))
      return now !== was && now !== own && !item.conflicts.includes(field)
    }
    // A Device may be known by its uid here and by its id there.
    const unasked = item.changed.filter(field => field !== 'device_id' && isUnasked(field))
    return unasked.map(field => `would go over another's change unasked: ${field} of ${shortOf(uid)}`)
  })
}

/** Nobody is asked to choose between their value and the very one they had seen. */
export function needlessConflicts(items: AttentionItem[], { isRestored }: Intents): string[] {
  // A restored server may have gone back to it.
  if (isRestored) return []
  return items.flatMap(item => {
    if (item.outcome !== 'conflict' || item.op !== 'update' || !item.theirs || !item.base) return []
    const { base, theirs, uid } = item
    return item.conflicts
      .filter(field => JSON.stringify(base[field]) === JSON.stringify(theirs.fields[field]))
      .map(field => `asked for nothing: ${field} of ${shortOf(uid)} = ${JSON.stringify(base[field])}`)
  })
}

/**
 * [OB8] What a person has seen, says a conflict, was held by the server, typed in another tab, is unreadable, or was
 * typed over by themselves before they let it go.
 */
export function inventedBases(
  waiting: Map<string, Waiting>,
  wasHeld: Watch['wasHeld'],
  intents: Intents,
): string[] {
  return [...waiting].flatMap(([profile, { attention, spoilt, isOfOneTab }]) => {
    const unreadable = new Set(spoilt.flatMap(uidIn))
    return attention.flatMap(item => {
      const { uid, base, op } = item
      if (item.outcome !== 'conflict' || op !== 'update' || !base) return []
      if (unreadable.has(uid) || !isOfOneTab(uid)) return []
      // Who made a record without knowing of another's had seen nothing.
      const isKnown = (field: string) =>
        base[field] === null ||
        wasHeld(uid, field, base[field]) ||
        intents.wasLetGo({ profile, uid, field, value: base[field] })
      // A Device may be known by its uid here and by its id there.
      const names = item.conflicts.filter(field => field !== 'device_id' && !isKnown(field))
      return names.map(field => `asked about what never was: ${field} of ${shortOf(uid)} = ${base[field]}`)
    })
  })
}

/** The server's records are the fold of its ledger, and each ledger row begins where the last one ended. */
export async function brokenFold(
  database: Database,
  ledger: LedgerEntry[],
  uids: Iterable<string>,
): Promise<string[]> {
  const broken: string[] = []
  const folded = new Map<string, ServerRecord | null>()
  for (const { uid, before, after } of ledger.filter(entry => !isRepeatedDelete(entry))) {
    const last = folded.get(uid) ?? null
    if (!isSameRecord(last, before)) broken.push(`ledger torn at ${shortOf(uid)}`)
    folded.set(uid, after)
  }
  for (const kind of kinds)
    for (const row of await recordRowsOf(database, kind, uids)) {
      const record = folded.get(row.uid)
      if (!record || !isSameRecord(record, row)) broken.push(`not its ledger: ${shortOf(row.uid)}`)
      folded.set(row.uid, null)
      if (kind.name === 'record_a' && row.fields[pair[0]] !== row.fields[pair[1]])
        broken.push(`half applied: ${shortOf(row.uid)}`)
    }
  for (const [uid, record] of folded)
    if (record) broken.push(`in the ledger, not in the table: ${shortOf(uid)}`)
  return broken
}

function isSameRecord(one: StoredRecord | null, other: StoredRecord | null): boolean {
  if (!one || !other) return one === other
  return one.version === other.version && one.id === other.id && equalFields(one.fields, other.fields)
}

/** [MG4] Who deleted a record does not get it back unless somebody asks for it. */
export function cameBack({ wantedBack, takenLate, isRestored }: Intents, ledger: LedgerEntry[]): string[] {
  if (isRestored) return []
  const deleted = new Set<string>()
  return ledger.flatMap(({ uid, op }) => {
    if (op === 'delete') deleted.add(uid)
    return op === 'create' && deleted.has(uid) && !wantedBack.has(uid) && !takenLate.has(uid)
      ? [`deleted, and there again: ${shortOf(uid)}`]
      : []
  })
}

/** A device shows exactly what the server holds: the same records, values, ids and versions. */
export async function differences(
  name: string,
  engine: Engine,
  { database, uids }: { database: Database; uids: Iterable<string> },
): Promise<string[]> {
  const broken: string[] = []
  for (const kind of kinds) {
    const rows = await recordRowsOf(database, kind, uids)
    const shown = await engine.query(kind.name, everything, 0, 1_000)
    const known = new Set(rows.map(row => row.uid))
    for (const { uid } of shown.rows)
      if (!known.has(uid)) broken.push(`${name} has a ${kind.name} too many: ${shortOf(uid)}`)
    for (const row of rows) {
      const record = await engine.record(kind.name, row.uid)
      const isEqual = record && equalFields(record.fields, row.fields) && record.id === row.id
      // [CH10]
      const isNoted = record?.by === row.by && record.at === row.at
      if (!isEqual || !isNoted || record.version !== row.version || record.state !== 'settled')
        broken.push(`${name} differs at ${shortOf(row.uid)}: ${JSON.stringify({ shown: record, row })}`)
    }
  }
  return broken
}
