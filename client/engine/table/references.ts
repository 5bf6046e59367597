/** The record to which a reference points: by id, or by uid while that record is unsent. */
import { isUidReference, type Value, type ValueWords } from '../../../shared/fields.ts'
import { goneMark, type Referrers } from '../../contract-records.ts'
import type { Field } from '../../../shared/metadata.ts'
import { fold } from '../../../shared/fold.ts'
import { RowSet } from './row-set.ts'
import type { Tables } from './table.ts'

/** The uid a reference value leads to; null when that record is not on this device. */
export function targetUid(tables: Tables, field: Field, value: Value | undefined): string | null {
  const table = field.reference && tables.get(field.reference.kind)
  if (!table) return null
  if (isUidReference(value)) return value.uid
  if (typeof value !== 'string' || !value) return null
  const row = table.rowOfRecordId(value)
  if (row !== undefined) return table.uidAt(row)
  for (const shown of table.overlay.values()) if (shown.id === value) return shown.uid
  return null
}

export function titleOf(tables: Tables, field: Field, value: Value | undefined): string | null {
  const table = field.reference && tables.get(field.reference.kind)
  const uid = targetUid(tables, field, value)
  if (!table || !uid) return null
  const laid = table.overlay.get(uid)
  const fields = laid ? (laid.fields ?? laid.gone) : table.confirmed(uid)?.fields
  const title = fields?.[table.kind.title]
  return typeof title === 'string' ? title + (laid && !laid.fields ? goneMark : '') : null
}

/** [PU8] Counted by column; unsettled work lies over them. */
export function referrersOf(tables: Tables, kind: string, uid: string): Referrers[] {
  const names = [uid, tables.get(kind)?.idOf(uid)]
  const isTarget = (value: Value | undefined) => names.includes(nameOf(value))
  return [...tables.values()].flatMap(table =>
    table.kind.fields
      .filter(({ reference }) => reference?.kind === kind)
      .map(({ name: field }) => {
        const hits = RowSet.of(table.rowCount)
        table.columns.get(field)?.mark(isTarget, hits)
        const settled = hits.rows().filter(row => !table.overlay.has(table.uidAt(row)))
        const laid = [...table.overlay.values()].filter(({ fields }) => fields && isTarget(fields[field]))
        return { kind: table.kind.name, field, count: settled.length + laid.length }
      })
      .filter(({ count }) => count > 0),
  )
}

/** Every way a stored value may name the records whose title holds `wanted`: their ids and their uids. */
export function namesOfMatching(
  { tables, words }: { tables: Tables; words: ValueWords },
  field: Field,
  wanted: string,
): Set<string> {
  const names = new Set<string>()
  const table = field.reference && tables.get(field.reference.kind)
  if (!table) return names
  const title = table.kind.title
  const hits = RowSet.of(table.rowCount)
  table.columns.get(title)?.find(wanted, words, hits)
  for (const row of hits.rows()) if (!table.overlay.has(table.uidAt(row))) names.add(table.idAt(row))
  for (const { uid, id, fields, gone } of table.overlay.values()) {
    const value = (fields ?? gone)?.[title]
    if (typeof value !== 'string' || !fold(value).includes(wanted)) continue
    names.add(uid)
    if (id) names.add(id)
  }
  return names
}

/** A stored value as one of the names above. */
export function nameOf(value: Value | undefined): string {
  return isUidReference(value) ? value.uid : typeof value === 'string' ? value : ''
}
