/** The rows of the grid and the cards of a narrow screen, as far as they are alike. */
import type { Field, Kind } from '../../../shared/metadata.ts'
import { valueOf } from '../../../shared/provenance.ts'
import type { Row } from '../../contract.ts'
import type { Given } from '../fields/useFieldText.ts'

export function givenIn(row: Row, { name }: Field): Given {
  return { value: valueOf(row, name), title: row.titles[name], marks: row.marks[name] }
}

/** [SE9] Fields in which a record was found, and in which nothing that is `shown` is marked. */
export function foundUnseen(kind: Kind, { marks }: Row, shown: readonly Field[]): Field[] {
  const isMarked = ({ name }: Field) =>
    (marks[name]?.length ?? 0) > 0 && shown.some(each => each.name === name)
  return kind.fields.filter(field => marks[field.name] !== undefined && !isMarked(field))
}

/** A press opens the record here, unless it asks the browser for another tab or window. */
export function openHere(press: MouseEvent, open: () => void): void {
  if (press.metaKey || press.ctrlKey || press.shiftKey) return
  press.preventDefault()
  open()
}
