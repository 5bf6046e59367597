/** [SC2] [SC5] What somebody sees of the records of a transaction, with what it has done so far. */
import { type Field, fieldNamed, type Kind, kindNamed, type Kinds } from '../../shared/metadata.ts'
import type { ServerRecord } from '../../shared/protocol.ts'
import { withheldFrom, without } from '../../shared/read-by.ts'
import type { Role } from '../../shared/roles.ts'
import { holderOf, holdingKind, outerKind, outerOf, wholeKind } from '../../shared/scope.ts'
import { nameOfHolder, type ReachFound } from '../db/reach.ts'
import type { StoredRecord } from '../db/records.ts'

type Standing = Pick<StoredRecord, 'fields'> & { id: string | null }

export interface Sight {
  sees(kind: Kind, record: StoredRecord): boolean
  /** Of a record as it was answered once: it is seen as it was then, and, where it is still there, as it is. */
  seesOnWire(record: ServerRecord): boolean
  /** Whether they would see it as it is about to be. `id`: null before it has one. */
  maySee(kind: Kind, record: Standing): boolean
  /** The record with this id, which a field of `kind` names. */
  seesReference(kind: Kind, field: string, id: string): boolean
  /** [SC9] The fields that they are not sent. */
  withheld(kind: Kind): readonly Field[]
  /** [SC9] The record without these. */
  shown(record: ServerRecord): ServerRecord
}

export const clearSight: Sight = {
  sees: () => true,
  seesOnWire: () => true,
  maySee: () => true,
  seesReference: () => true,
  withheld: () => [],
  shown: record => record,
}

interface Around {
  userId: string
  role: Role
  reach: ReachFound
  /** A record that the transaction wrote. */
  written(kind: string, id: string): StoredRecord | undefined
  /** The record as it is; null: it is not there. */
  now(kind: Kind, uid: string): StoredRecord | null
}

export function sightOf(kinds: Kinds, { userId, role, reach, written, now }: Around): Sight {
  const isReached = (kind: string, id: string) => reach.reached.has(nameOfHolder({ userId, kind, id }))
  const isGranted = (kind: string, id: string) => reach.granted.has(nameOfHolder({ userId, kind, id }))

  function reaches(kindName: string, id: string): boolean {
    const kind = kindNamed(kinds, kindName)
    const now = kind?.grantable && written(kindName, id)
    return now ? standsInReach(kind, now) : isReached(kindName, id)
  }

  /** A record that is granted, by its grant or by what it stands within. */
  function standsInReach(kind: Kind, { id, fields }: Standing): boolean {
    if (id !== null && isGranted(kind.name, id)) return true
    const [outerName, outer] = [outerKind(kind), outerOf(kind, fields)]
    return outerName !== null && outer !== null && reaches(outerName, outer)
  }

  function sees(kind: Kind, record: Pick<StoredRecord, 'id' | 'fields'>): boolean {
    const holder = holderOf(kind, record)
    return holder !== null && reaches(holdingKind(kind), holder)
  }

  return {
    sees,
    seesOnWire(record) {
      const kind = kindNamed(kinds, record.kind)
      if (!kind || !sees(kind, record)) return false
      const current = now(kind, record.uid)
      return current === null || sees(kind, current)
    },
    maySee: (kind, record) =>
      kind.grantable ? standsInReach(kind, record) : sees(kind, { ...record, id: record.id ?? '' }),
    seesReference(kind, field, id) {
      const referred = kindNamed(kinds, fieldNamed(kind, field)?.reference?.kind ?? '')
      if (!referred) return false
      if (!referred.grantable && referred.within)
        throw new Error('References name what is granted, or a kind as a whole')
      return reaches(referred.name, referred.grantable ? id : wholeKind)
    },
    withheld: kind => withheldFrom(role, kind),
    shown(record) {
      const kind = kindNamed(kinds, record.kind)
      const withheld = kind ? withheldFrom(role, kind) : []
      return withheld.length > 0 ? { ...record, fields: without(withheld, record.fields) } : record
    },
  }
}
