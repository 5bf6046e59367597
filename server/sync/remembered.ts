/** What is known of mutations that come again: an id is settled once, and its answer stands. [PU2] [PU14] */
import { kindNamed, type Kinds } from '../../shared/metadata.ts'
import type { ServerRecord, Settlement } from '../../shared/protocol.ts'
import { notNoted } from '../../shared/provenance.ts'
import { currentFields } from '../../shared/schema.ts'
import type { Remembrance } from '../db/ledger.ts'
import type { Refusal } from '../db/refused.ts'
import { rejected } from './judge.ts'

export interface Remembered {
  /** Of its content; null: it was withdrawn, and nobody has seen it. */
  hash: string | null
  settlement: Settlement
}

/** By mutation id. Records are kept as they were written, and read as today's. */
export function rememberedOf(
  kinds: Kinds,
  { ledger, refused }: { ledger: readonly Remembrance[]; refused: readonly Refusal[] },
): Map<string, Remembered> {
  const remembered = new Map<string, Remembered>()
  for (const { id, hash, clock, after } of ledger) {
    // The ledger keeps records as they were written, some without a name.
    const record = after === null ? null : { ...notNoted, ...(JSON.parse(after) as ServerRecord) }
    remembered.set(id, {
      hash,
      settlement: asToday(kinds, { id, outcome: 'applied', version: Number(clock), record }),
    })
  }
  for (const { id, hash, settlement } of refused)
    remembered.set(id, { hash, settlement: asToday(kinds, JSON.parse(settlement) as Settlement) })
  return remembered
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
