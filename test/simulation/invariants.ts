/** What must hold when everything has healed, checked against the server's ledger and every device. */
import type { AttentionItem, Engine } from '../../client/contract.ts'
import type { Database } from '../../server/db/database.ts'
import type { Before } from '../../server/db/ledger-bodies.ts'
import { kinds } from '../../shared/kinds.ts'
import type { ServerRecord } from '../../shared/protocol.ts'
import { everything } from '../support/tables.ts'
import { isDeletedSince, isRepeatedDelete, type LedgerEntry, shortOf, timesApplied } from './ledger.ts'
import { equalFields, recordRowsOf } from './rows.ts'
import type { SimStorage } from './storage.ts'
import { pair } from './tags.ts'
import { gone, type Wanted } from './wanted.ts'
import type { Unsent } from './watch.ts'

/** What one person's device still has to ask or to send. */
export interface Waiting {
  person: string
  attention: AttentionItem[]
  unsent: Unsent[]
  storage: SimStorage
}

/** [G2] [G5] What a person wanted last of each field was on the server, or waits there. */
export function lost(wanted: Wanted, ledger: LedgerEntry[], { person, unsent, storage }: Waiting): string[] {
  const waiting = new Map(unsent.map(each => [each.uid, JSON.stringify(each)]))
  const isThere = (uid: string, field: string, value: string | null): boolean => {
    if (value === null) return true
    if (field !== gone)
      return (
        timesApplied({ uid, field, value }, ledger) > 0 ||
        waiting.get(uid)?.includes(JSON.stringify(value)) === true ||
        storage.hasSpoilt(uid, value)
      )
    const isDeleted = isDeletedSince({ user: person, uid, since: Number(value) }, ledger)
    // A deletion that comes to a restored server before its record does has to be repeated. [RB4]
    return isDeleted || waiting.has(uid) || wanted.isRestored || storage.hasSpoilt(uid, '')
  }
  return wanted.of(person).all.flatMap(([uid, slots]) =>
    [...slots].flatMap(([field, possible]) => {
      if ([...possible].some(value => isThere(uid, field, value))) return []
      return [`lost: ${person}: ${field || 'delete'} of ${shortOf(uid)} = ${[...possible].join(' or ')}`]
    }),
  )
}

/** [G2] No value comes to its record more often than somebody chose it. */
export function appliedTooOften({ chosen, typed, unread }: Wanted, ledger: LedgerEntry[]): string[] {
  return [...chosen].flatMap(([key, count]) => {
    const [uid = '', field = '', value = ''] = key.split(' ')
    const times = typed.includes(value) && !unread.has(uid) ? timesApplied({ uid, field, value }, ledger) : 0
    return times > count
      ? [`applied ${times} times, chosen ${count}: ${field} of ${shortOf(uid)} = ${value}`]
      : []
  })
}

/** [OB8] [MG3] All is there, about all that somebody else has changed meanwhile, and about nothing else. */
export function wrongQuestions(
  {
    wanted,
    ledger,
    wasHidden,
  }: { wanted: Wanted; ledger: LedgerEntry[]; wasHidden(person: string, uid: string): boolean },
  { person, attention, storage }: Waiting,
): string[] {
  return attention.flatMap(item => {
    if (item.outcome !== 'conflict') return []
    const { op, uid, base, theirs, mine, reason } = item
    if ((op !== 'create' && !base) || (reason === 'changed' && !theirs) || (op !== 'delete' && !mine))
      return [`a conflict without base, theirs or mine: ${shortOf(uid)}`]
    // What they did themselves may come back to them from a history that is lost, or from before they gave it up.
    const isOfOthers = ledger.some(each => each.uid === uid && each.user !== person)
    const isExcused =
      wanted.isRestored ||
      wanted.evicted.has(person) ||
      wanted.given.has(`${person} ${uid}`) ||
      // [SC8] It is gone for them, though nobody has deleted it.
      wasHidden(person, uid) ||
      storage.spoilt.length > 0
    if (!isOfOthers && !isExcused) return [`${person} is asked about nobody else's doing: ${shortOf(uid)}`]
    if (op === 'delete' || !theirs || !mine) return []
    const textOf = (value: unknown) => JSON.stringify(value ?? null)
    // A Device may be known by its uid here and by its id there.
    const names = item.changed.filter(field => field !== 'device_id')
    const isNew = (field: string) =>
      textOf(theirs[field]) !== textOf(base?.[field]) && textOf(theirs[field]) !== textOf(mine[field])
    return names.flatMap(field => {
      const isAsked = item.conflicts.includes(field)
      if (isNew(field) && !isAsked)
        return [`would go over another's change unasked: ${field} of ${shortOf(uid)}`]
      const isNeedless = textOf(theirs[field]) === textOf(mine[field])
      return isAsked && isNeedless ? [`asked for nothing: ${field} of ${shortOf(uid)}`] : []
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

function isSameRecord(one: Before | null, other: Before | null): boolean {
  if (!one || !other) return one === other
  return one.version === other.version && one.id === other.id && equalFields(one.fields, other.fields)
}

/** [MG4] Who deleted a record does not get it back unless somebody asks for it. */
export function cameBack({ wantedBack, isRestored }: Wanted, ledger: LedgerEntry[]): string[] {
  if (isRestored) return []
  const deleted = new Set<string>()
  return ledger.flatMap(({ uid, op }) => {
    if (op === 'delete') deleted.add(uid)
    return op === 'create' && deleted.has(uid) && !wantedBack.has(uid)
      ? [`deleted, and there again: ${shortOf(uid)}`]
      : []
  })
}

/** What a device is to hold. */
interface Held {
  database: Database
  uids: Iterable<string>
  /** [SC2] By its person. */
  isSeen(record: ServerRecord): boolean
}

/** [SC4] A device shows exactly what the server holds and its person sees: the same records, values, ids, versions, and who changed them when. */
export async function differences(
  name: string,
  engine: Engine,
  { database, uids, isSeen }: Held,
): Promise<string[]> {
  const broken: string[] = []
  for (const kind of kinds) {
    const rows = (await recordRowsOf(database, kind, uids)).filter(row => isSeen({ ...row, kind: kind.name }))
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
