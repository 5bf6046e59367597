/** What is known of mutations that come again: an id is settled once, and its answer stands. [PU2] [PU14] */
import { kindNamed, type Kinds } from '../../shared/metadata.ts'
import type { ServerRecord, Settlement } from '../../shared/protocol.ts'
import { currentFields } from '../../shared/schema.ts'
import type { Driver } from '../db/driver.ts'
import { forgottenHash } from '../db/forgotten.ts'
import type { Remembrance } from '../db/ledger.ts'
import { recordAfter } from '../db/ledger-bodies.ts'
import { recordsByUid } from '../db/records.ts'
import type { Refusal } from '../db/refused.ts'
import type { Tx } from '../db/schema.ts'
import { rejected, toWire } from './judge.ts'
import type { Sight } from './sight.ts'

export interface Remembered {
  userId: string
  /** Of its content; null: it was withdrawn, and nobody has seen it. */
  hash: string | null
  settlement: Settlement
}

interface Known {
  ledger: readonly Remembrance[]
  refused: readonly Refusal[]
  /** [HI7] */
  forgottenUpTo: number
}

interface Place {
  kind: string
  uid: string
}

interface Row extends Remembered {
  clock: number
  /** The record that it names, if it names one. */
  place: Place | null
}

/** By mutation id. Records are kept as they were written, and read as today's; what is forgotten of them, as they are now. */
export async function rememberedOf(
  tx: Tx,
  { driver, kinds }: { driver: Driver; kinds: Kinds },
  { ledger, refused, forgottenUpTo }: Known,
): Promise<Map<string, Remembered>> {
  const rows = [...ledger.map(appliedRow), ...refused.map(refusedRow)]
  const isForgotten = ({ clock }: Row): boolean => Number(clock) <= forgottenUpTo
  const places = rows.flatMap(row => (isForgotten(row) && row.place ? [row.place] : []))
  const now = await recordsNow(tx, { driver, kinds }, places)
  return new Map(
    rows.map(row => {
      const { userId, hash, settlement, place } = row
      const whole = isForgotten(row) && place ? withRecord(settlement, now(place)) : settlement
      return [settlement.id, { userId, hash, settlement: asToday(kinds, whole) }]
    }),
  )
}

function appliedRow(row: Remembrance): Row {
  const { id, kind, uid, hash, user_id } = row
  const version = Number(row.clock)
  const settlement: Settlement = { id, outcome: 'applied', version, record: recordAfter(row) }
  return { userId: user_id, hash, settlement, clock: version, place: { kind, uid } }
}

function refusedRow({ hash, clock, settlement: text, user_id }: Refusal): Row {
  const settlement = JSON.parse(text) as Settlement
  const place = settlement.outcome === 'conflict' ? settlement.record : null
  return { userId: user_id, hash, settlement, clock: Number(clock), place }
}

async function recordsNow(
  tx: Tx,
  { driver, kinds }: { driver: Driver; kinds: Kinds },
  places: readonly Place[],
) {
  const records = new Map<string, ServerRecord | null>()
  for (const kind of kinds) {
    const uids = new Set(places.filter(place => place.kind === kind.name).map(({ uid }) => uid))
    for (const record of await recordsByUid(tx, driver, { kind, uids: [...uids] }))
      records.set(`${kind.name} ${record.uid}`, toWire(kind, record))
  }
  return ({ kind, uid }: Place): ServerRecord | null => records.get(`${kind} ${uid}`) ?? null
}

function withRecord(settlement: Settlement, record: ServerRecord | null): Settlement {
  if (settlement.outcome === 'applied') return { ...settlement, record }
  if (settlement.outcome === 'rejected') return settlement
  return { ...settlement, reason: record ? settlement.reason : 'deleted', record }
}

function asToday(kinds: Kinds, settlement: Settlement): Settlement {
  if (settlement.outcome === 'rejected') return { ...settlement, isRepeated: true }
  const record = settlement.record && currentRecord(kinds, settlement.record)
  return settlement.outcome === 'conflict'
    ? { ...settlement, record, isRepeated: true }
    : { ...settlement, record }
}

function currentRecord(kinds: Kinds, record: ServerRecord): ServerRecord {
  const kind = kindNamed(kinds, record.kind)
  return kind ? { ...record, fields: currentFields(kind, record.fields) } : record
}

/** [PU3] What was withdrawn, or is forgotten, is the same whatever is in it. [SC5] It is its person's alone. */
export function answeredAgain(
  { id, hash, userId }: { id: string; hash: string; userId: string },
  known: Remembered,
  sight: Sight,
): Settlement {
  const isUnknown = known.hash === null || known.hash === forgottenHash
  // Earlier versions kept the second half of it, too.
  if (!(isUnknown || known.hash?.startsWith(hash)) || known.userId !== userId)
    return rejected(id, [{ field: 'id', code: 'mutation_reused' }])
  return asSeen(known.settlement, sight)
}

/** [SC5] Without a record that is not to be seen any more: to whoever asks it is gone. */
export function asSeen(settlement: Settlement, sight: Sight): Settlement {
  if (settlement.outcome === 'rejected' || !settlement.record) return settlement
  if (sight.seesOnWire(settlement.record)) return asShown(settlement, sight)
  return settlement.outcome === 'applied'
    ? { ...settlement, record: null }
    : rejected(settlement.id, [{ field: '', code: 'out_of_scope' }])
}

/** [SC9] Without the fields that whoever asks is not sent. */
export function asShown(settlement: Settlement, { shown }: Sight): Settlement {
  if (settlement.outcome === 'rejected' || !settlement.record) return settlement
  const record = shown(settlement.record)
  return record === settlement.record ? settlement : { ...settlement, record }
}
