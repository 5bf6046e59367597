/** What is known of mutations that come again: an id is settled once, and its answer stands. [PU2] [PU14] */
import { kindNamed, type Kinds } from '../../shared/metadata.ts'
import type { ServerRecord, Settlement } from '../../shared/protocol.ts'
import { notNoted } from '../../shared/provenance.ts'
import { currentFields } from '../../shared/schema.ts'
import type { Driver } from '../db/driver.ts'
import { forgottenUpTo } from '../db/forgotten.ts'
import { ledgerRows } from '../db/ledger.ts'
import { recordsByUid } from '../db/records.ts'
import { refusedRows } from '../db/refused.ts'
import type { Tx } from '../db/schema.ts'
import { rejected, toWire } from './judge.ts'

export interface Remembered {
  /** Of its content; null: it was withdrawn, and nobody has seen it. */
  hash: string | null
  settlement: Settlement
}

interface Reading {
  driver: Driver
  kinds: Kinds
}

interface Found extends Remembered {
  clock: number
  place: Place | null
}

interface Place {
  kind: string
  uid: string
}

/** By mutation id. Records are kept as they were written, and read as today's. */
export async function rememberedOf(
  tx: Tx,
  { driver, kinds }: Reading,
  ids: readonly string[],
): Promise<Map<string, Remembered>> {
  const found: Found[] = []
  for (const { id, kind, uid, hash, clock, after } of await ledgerRows(tx, ids)) {
    // The ledger keeps records as they were written, some without a name.
    const record = after === null ? null : { ...notNoted, ...(JSON.parse(after) as ServerRecord) }
    const version = Number(clock)
    const settlement: Settlement = { id, outcome: 'applied', version, record }
    found.push({ hash, settlement, clock: version, place: { kind, uid } })
  }
  for (const { hash, clock, settlement: text } of await refusedRows(tx, ids)) {
    const settlement = JSON.parse(text) as Settlement
    const place = settlement.outcome === 'conflict' ? settlement.record : null
    found.push({ hash, settlement, clock: Number(clock), place })
  }
  if (found.length === 0) return new Map()
  const upTo = await forgottenUpTo(tx)
  const recordNow = await recordsNow(
    tx,
    { driver, kinds },
    found.flatMap(({ clock, place }) => (clock <= upTo && place ? [place] : [])),
  )
  return new Map(
    found.map(({ hash, settlement, clock, place }) => {
      const known = clock <= upTo && place ? withRecord(settlement, recordNow(place)) : settlement
      return [settlement.id, { hash, settlement: asToday(kinds, known) }]
    }),
  )
}

/** [HI7] In the place of those that are forgotten. */
async function recordsNow(tx: Tx, { driver, kinds }: Reading, places: readonly Place[]) {
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

/** [PU3] What was withdrawn is the same whatever is in it. */
export function answeredAgain(id: string, { hash, settlement }: Remembered, arrived: string): Settlement {
  const isSame = hash === null || hash === arrived
  return isSame ? settlement : rejected(id, [{ field: 'id', code: 'mutation_reused' }])
}
