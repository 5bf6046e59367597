/** What the records of a kind come to: each column is counted once, all records at a time. [OV1] */
import type { Overview, Picture } from '../../contract-overview.ts'
import { changedAt } from '../../../shared/provenance.ts'
import { type Field, fieldNamed, typeNameOf } from '../../../shared/metadata.ts'
import type { Replica } from '../replica/replica.ts'
import { settledRows } from '../table/query.ts'
import type { Counted } from './counted.ts'
import { daysPicture, standingPicture } from './moments.ts'
import { booleanPicture, referencePicture } from './shares.ts'

/** `today`: the day of whoever asks, `2026-11-25`. */
export function overviewOf(replica: Replica, kind: string, today: string): Overview {
  const { tables } = replica
  const table = replica.table(kind)
  const laid = [...table.overlay.values()].flatMap(each =>
    each.fields === null ? [] : [{ ...each, fields: each.fields }],
  )
  const counted: Counted = { table, rows: settledRows(table), laid }
  const { fields, validity } = table.kind
  const shares = (type: string, draw: (field: Field) => Picture) =>
    fields.filter(field => typeNameOf(field) === type && field.inView && !field.secret).map(draw)
  const [from, to] = validity
    ? [fieldNamed(table.kind, validity.from), fieldNamed(table.kind, validity.to)]
    : []
  return {
    all: table.shownCount,
    pictures: [
      ...shares('reference', field => referencePicture(counted, tables, field)),
      ...(from && to ? [standingPicture(counted, { from, to, today })] : []),
      ...shares('boolean', field => booleanPicture(counted, field)),
      daysPicture(counted, changedAt, today),
    ],
  }
}
