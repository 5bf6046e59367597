/** What a row says of the record that it means: its key, or why it has none. [IM5] */
import type { ImportPlan } from '../../contract-import.ts'
import { type Issue, isUid, type Value } from '../../../shared/fields.ts'
import type { Field, Kind } from '../../../shared/metadata.ts'
import type { Cell } from '../exchange/cells.ts'
import { recordNamed } from './cell-value.ts'
import type { KnownRecord, KnownRecords } from './named-records.ts'
import { keyOf, type TargetOf } from './record-keys.ts'
import type { RowRead } from './row-outcome.ts'

export interface RowMeaning {
  /** Of a record that is here. */
  keyOfRecord(record: KnownRecord): string
  /** '' where a row does not say, and every row is a new record where nothing is a key. */
  keyOfRow(cells: readonly Cell[], read: RowRead): string
  /** Of a row without a key. */
  missing(cells: readonly Cell[], read: RowRead): Issue[]
  /** A row that means no record here means none at all. */
  isOfRecords: boolean
  /** Where what is wrong with it stands: '' is the row as a whole. */
  field: string
}

export function rowMeaning(records: KnownRecords, plan: ImportPlan, targetOf: TargetOf): RowMeaning {
  const { kind } = records
  const primary = kind.fields.find(field => field.primary && plan.keys.includes(field.name))
  return primary ? byId(records, primary, plan) : byFields(kind, plan, targetOf)
}

const keyMissing = (field: string): Issue => ({ field, code: 'key_missing' })

function byId(records: KnownRecords, { name }: Field, { fields }: ImportPlan): RowMeaning {
  const at = fields.indexOf(name)
  return {
    keyOfRecord: ({ id, uid }) => id ?? uid,
    keyOfRow(cells) {
      const named = recordNamed(cells[at])
      return isUid(named) ? (records.shown(named)?.id ?? named) : named
    },
    missing: () => [keyMissing(name)],
    isOfRecords: true,
    field: name,
  }
}

function byFields(kind: Kind, { keys }: ImportPlan, targetOf: TargetOf): RowMeaning {
  const fields = kind.fields.filter(({ name }) => keys.includes(name))
  const key = (values: Readonly<Record<string, Value>>) => keyOf(fields, values, targetOf)
  const isSaid = ({ values }: RowRead) => fields.every(({ name }) => values[name] !== undefined)
  return {
    keyOfRecord: record => key(record.fields ?? {}),
    keyOfRow: (_, read) => (isSaid(read) ? key(read.values) : ''),
    missing(_, { values, faults }) {
      const isMissing = ({ name }: Field) =>
        values[name] === undefined && !faults.some(({ field }) => field === name)
      return fields.filter(isMissing).map(({ name }) => keyMissing(name))
    },
    isOfRecords: false,
    field: '',
  }
}
