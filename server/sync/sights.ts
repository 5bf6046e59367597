/** [SC2] What the people of one transaction see, as of its commit. */
import { type Kind, kindNamed, type Kinds } from '../../shared/metadata.ts'
import type { ServerRecord, Settlement } from '../../shared/protocol.ts'
import { holderOf, holdingKind, outerKind, outerOf, wholeKind } from '../../shared/scope.ts'
import type { Driver } from '../db/driver.ts'
import type { Asked, Found } from '../db/found.ts'
import { type Holders, reachAmong } from '../db/reach.ts'
import { recordsByUid, type StoredRecord } from '../db/records.ts'
import type { Tx } from '../db/schema.ts'
import { scopeOf } from '../db/scope.ts'
import type { Batch } from './batch.ts'
import type { Remembered } from './remembered.ts'
import { clearSight, type Sight, sightOf } from './sight.ts'

interface Reading {
  driver: Driver
  kinds: Kinds
}

interface Judging {
  asked: Asked
  found: Found
  batch: Batch
  known: ReadonlyMap<string, Remembered>
}

/** By user, for all who push together; one statement more where any of them does not see everything. */
export async function sightsOf(
  tx: Tx,
  { driver, kinds }: Reading,
  { asked, found, batch, known }: Judging,
): Promise<(userId: string) => Sight> {
  const { limited } = found
  if (limited.size === 0) return () => clearSight
  const holders = holdersIn(kinds, known)
  for (const kind of kinds) {
    const { records, buried } = found.byKind.get(kind.name) ?? { records: [], buried: new Map() }
    for (const record of records) note(holders, kind, record)
    for (const { id } of buried.values()) if (kind.grantable) add(holders, kind.name, id)
    for (const id of asked.byKind.get(kind.name)?.ids ?? []) if (kind.grantable) add(holders, kind.name, id)
  }
  const reach = await reachAmong(tx, driver, { userIds: [...limited.keys()], holders })
  const around = { reach, written: batch.writtenRecord.bind(batch), now: batch.record.bind(batch) }
  return userId => {
    const role = limited.get(userId)
    return role ? sightOf(kinds, { userId, role, ...around }) : clearSight
  }
}

/** For what was answered before, and nothing else. */
export async function sightNow(
  tx: Tx,
  { driver, kinds }: Reading,
  { userId, known }: { userId: string; known: ReadonlyMap<string, Remembered> },
): Promise<Sight> {
  const { sees, role } = await scopeOf(tx, userId)
  if (sees === 'everything') return clearSight
  const holders = holdersIn(kinds, known)
  const current = new Map<string, StoredRecord>()
  for (const kind of kinds) {
    const uids = [...known.values()].flatMap(({ settlement }) => {
      const record = recordIn(settlement)
      return record?.kind === kind.name ? [record.uid] : []
    })
    for (const record of await recordsByUid(tx, driver, { kind, uids })) {
      note(holders, kind, record)
      current.set(record.uid, record)
    }
  }
  const reach = await reachAmong(tx, driver, { userIds: [userId], holders })
  const now = (_: Kind, uid: string) => current.get(uid) ?? null
  return sightOf(kinds, { userId, role, reach, written: () => undefined, now })
}

/** Of the records that were answered. */
function holdersIn(kinds: Kinds, known: ReadonlyMap<string, Remembered>): Holders {
  const holders: Holders = new Map()
  for (const kind of kinds) if (!kind.within && !kind.grantable) add(holders, kind.name, wholeKind)
  for (const { settlement } of known.values()) {
    const record = recordIn(settlement)
    const kind = record && kindNamed(kinds, record.kind)
    if (kind) note(holders, kind, record)
  }
  return holders
}

function recordIn(settlement: Settlement): ServerRecord | null {
  return settlement.outcome === 'rejected' ? null : settlement.record
}

function note(holders: Holders, kind: Kind, record: Pick<StoredRecord, 'id' | 'fields'>): void {
  const holder = holderOf(kind, record)
  if (holder !== null) add(holders, holdingKind(kind), holder)
  // One that is granted is seen by what it stands within, too.
  const [outerName, outer] = [outerKind(kind), outerOf(kind, record.fields)]
  if (outerName !== null && outer !== null) add(holders, outerName, outer)
}

function add(holders: Holders, kind: string, id: string): void {
  holders.set(kind, (holders.get(kind) ?? new Set()).add(id))
}
