/** The cells of a workbook's sheet, as they come (ECMA-376, 18.3). Pure. */
import type { Cell } from '../exchange/cells.ts'
import { dateCells, numberText, plain, type Style } from './cell-styles.ts'
import { mostColumns, mostOfCell, mostSheetRows, refuse } from './limits.ts'
import { type RowsTaken, textKeeper } from './table-rows.ts'
import { textEvents, unescaped } from './workbook.ts'
import type { XmlEvents } from './xml.ts'

export interface CellMeaning {
  strings: string[]
  styles: Style[]
  from1904: boolean
}

type Read = (written: string, style: Style, column: number) => Cell

/** By what a cell says of its value. A formula's cell holds what it came to when it was saved. */
function readers({ strings, from1904 }: CellMeaning): { asText: Read; readBy: Map<string, Read> } {
  const keep = textKeeper()
  const dated = dateCells(from1904)
  const asText: Read = (written, _, column) => keep(unescaped(written), column)
  const readBy = new Map<string, Read>([
    [
      'n',
      (written, style, column) =>
        (style.kind === 'date' ? dated(written) : null) ?? keep(numberText(written, style), column),
    ],
    ['s', written => strings[Number(written)] ?? refuse('damaged')],
    ['b', written => written === '1' || written === 'true'],
    ['d', (written, style, column) => dateTimeOf(written) ?? asText(written, style, column)],
  ])
  return { asText, readBy }
}

const isoDate = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)|$)/

function dateTimeOf(iso: string): Cell {
  const [, day, time = '00:00:00'] = isoDate.exec(iso) ?? []
  return day === undefined ? null : { dateTime: `${day}T${time}` }
}

/** `BC12`: 54. */
function columnOf(place: string): number {
  let column = 0
  for (let at = 0; at < place.length; at++) {
    const letter = place.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column - 1
}

export function sheetEvents(meaning: CellMeaning, rows: RowsTaken): XmlEvents {
  const { asText, readBy } = readers(meaning)
  let [isInData, isInValue] = [false, false]
  let [line, count, column] = [0, 0, -1]
  let cells: Cell[] = []
  let [type, style, text] = ['n', plain, '']
  const take = (each: string) => {
    text += each
    if (text.length > mostOfCell) refuse('cell too long')
  }
  const inline = textEvents(take)

  function beginRow({ r }: Record<string, string>): void {
    if (++count > mostSheetRows) refuse('too many rows')
    line = r === undefined ? line + 1 : Number(r)
    if (!Number.isInteger(line)) refuse('damaged')
    column = -1
    cells = []
  }

  function beginCell({ r, t = 'n', s }: Record<string, string>): void {
    column = r === undefined ? column + 1 : columnOf(r)
    type = t
    style = (s === undefined ? undefined : meaning.styles[Number(s)]) ?? plain
    text = ''
  }

  function endCell(): void {
    if (text === '') return
    if (column >= mostColumns) refuse('too many columns')
    if (column < 0) refuse('damaged')
    while (cells.length < column) cells.push(null)
    cells[column] = (readBy.get(type) ?? asText)(text, style, column)
  }

  return {
    open(name, attributes) {
      if (name === 'sheetData') isInData = true
      if (!isInData) return
      if (name === 'c') beginCell(attributes)
      else if (name === 'v') isInValue = true
      else if (name === 'row') beginRow(attributes)
      inline.open(name, attributes)
    },
    close(name) {
      if (!isInData) return
      inline.close(name)
      if (name === 'v') isInValue = false
      else if (name === 'c') endCell()
      else if (name === 'row') rows.add(cells, line)
      else if (name === 'sheetData') isInData = false
    },
    text(each) {
      if (isInValue) take(each)
      else if (isInData) inline.text(each)
    },
  }
}
