/** The rows of the grid and the cards of a narrow screen, as far as they are alike. */
import type { Field, Kind } from '../../../shared/metadata.ts'
import { valueOf } from '../../../shared/provenance.ts'
import type { Row } from '../../contract.ts'
import type { Given } from '../fields/useFieldText.ts'

export function givenIn(row: Row, { name }: Field): Given {
  return { value: valueOf(row, name), title: row.titles[name], marks: row.marks[name] }
}

/** [SE9] Fields that hold a word which is marked in none of those that are `shown`. */
export function foundUnseen(kind: Kind, { marks, found }: Row, shown: readonly Field[]): Field[] {
  const seen = new Set(shown.flatMap(({ name }) => (marks[name] ? (found[name] ?? []) : [])))
  return kind.fields.filter(({ name }) => found[name]?.some(word => !seen.has(word)))
}

/** A press opens the record here, unless it asks the browser for another tab or window. */
export function openHere(press: MouseEvent, open: () => void): void {
  if (press.metaKey || press.ctrlKey || press.shiftKey) return
  press.preventDefault()
  open()
}

interface RowEmits {
  (event: 'open'): void
  (event: 'select', isRange: boolean): void
}

/** With Shift the rows as far as this one are selected, as in any list; otherwise it opens. */
export function pressRow(press: MouseEvent, emit: RowEmits): void {
  if (!press.shiftKey) return openHere(press, () => emit('open'))
  press.preventDefault()
  emit('select', true)
}

/** A range of rows is no text to be marked. */
export function holdText(press: MouseEvent): void {
  if (press.shiftKey) press.preventDefault()
}
