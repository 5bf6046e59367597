/** What a cell of a file says of a field, by the type of the field alone. Pure. [IM2] */
import type { DateOrder } from '../../contract-import.ts'
import { isBlank, type Issue, isDateTime, type Value } from '../../../shared/fields.ts'
import { type Field, type FieldTypeName, typeNameOf } from '../../../shared/metadata.ts'
import type { Cell } from '../exchange/cells.ts'
import { momentWritten } from './written-dates.ts'

export type Fault = Omit<Issue, 'field'>

/** Both: a record is named, and is not there. */
export interface CellRead {
  value?: Value
  fault?: Fault
}

export interface CellContext {
  /** null: nobody has said. */
  dateOrder: DateOrder | null
  /** The record that a text names, of those to which the field refers. */
  find(field: Field, text: string): CellRead
}

type Said = Exclude<Cell, null>
type Read = (cell: Said, field: Field, context: CellContext) => CellRead | null

const readOfType: Record<FieldTypeName, Read> = {
  text: cell => ({ value: textIn(cell) }),
  integer: cell => ({ value: textIn(cell).trim() }),
  instant: cell => ({ value: textIn(cell).trim() }),
  boolean: readBoolean,
  datetime: readMoment,
  reference: (cell, field, { find }) => find(field, textIn(cell)),
}

/** null: it says nothing, as a blank one does. */
export function cellValue(cell: Cell | undefined, field: Field, context: CellContext): CellRead | null {
  if (cell === undefined || cell === null || isBlank(cell)) return null
  return readOfType[typeNameOf(field)](cell, field, context)
}

/** Which record is meant: its id or its uid, as export writes them; '' where nothing is said. */
export function recordNamed(cell: Cell | undefined): string {
  return cell === undefined || cell === null ? '' : textIn(cell).trim().replace(/^#/, '')
}

export function textIn(cell: Said): string {
  return typeof cell === 'object' ? cell.dateTime.replace('T', ' ') : String(cell)
}

const answers: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'y', '1', 'ya', 'benar'].map(word => [word, true] as const),
  ...['false', 'no', 'n', '0', 'tidak', 'salah'].map(word => [word, false] as const),
])

function readBoolean(cell: Said): CellRead {
  const value = typeof cell === 'boolean' ? cell : answers.get(textIn(cell).trim().toLowerCase())
  return value === undefined ? { fault: { code: 'not_boolean' } } : { value }
}

/** [VA11] A day alone begins, or ends, as one that is typed into a form. */
const dayTimes = { begin: '00:00:00', end: '23:59:59' }

/** The time of a zone is refused: what is meant is the local one, wherever the record holds. */
function readMoment(cell: Said, { dayEnd }: Field, { dateOrder }: CellContext): CellRead | null {
  const fault = (code: string): CellRead => ({ fault: { code } })
  if (typeof cell === 'object')
    return isDateTime(cell.dateTime) ? { value: cell.dateTime } : fault('not_datetime')
  const written = momentWritten(textIn(cell), dateOrder)
  if (written === 'none') return null
  if (written === null) return fault('not_datetime')
  if (written === 'ambiguous') return fault('ambiguous_date')
  return { value: `${written.day}T${written.time ?? dayTimes[dayEnd ? 'end' : 'begin']}` }
}
