/**
 * A table as a workbook of one sheet (ECMA-376), written as it comes: no row is in memory longer than it takes. Texts are
 * texts, with their leading zeros; dates and yes or no are what they are.
 */
import { strToU8, Zip, ZipDeflate } from 'fflate'
import type { Cell } from './cells.ts'
import type { Heads, TableWriter } from './csv.ts'

const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const ofOffice = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const ofPackage = 'http://schemas.openxmlformats.org/package/2006'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
/** Quick, and a third larger than the smallest. */
const level = 1

/** Styles by their place in `cellXfs`. */
const [dateStyle, headStyle] = [1, 2]

const parts: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="${ofPackage}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${ofPackage}/relationships"><Relationship Id="r1" Type="${ofOffice}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${ofPackage}/relationships"><Relationship Id="r1" Type="${ofOffice}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${ofOffice}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
}

/** Control characters, which XML mostly cannot hold, and what would be read as an escape of them: `_x0007_`. */
const suspect = /[\p{Cc}\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/gu
const holds = new Set(['\t', '\n'])
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** As Office writes it. */
const escape = (each: string) =>
  holds.has(each) ? each : `_x${each.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

function escaped(text: string): string {
  return text.replace(suspect, escape).replace(/[&<>"]/g, each => entities[each] ?? each)
}

const dayMs = 86_400_000
/** Day 0 of the serial numbers, as they count from March 1900 on; before that, spreadsheets count wrongly. */
const firstDayMs = Date.UTC(1899, 11, 30)
const firstCounted = '1900-03-01'

/** null: a spreadsheet has no number for it. */
export function serialOf(dateTime: string): number | null {
  return dateTime < firstCounted ? null : (Date.parse(`${dateTime}Z`) - firstDayMs) / dayMs
}

/** Where a cell stands: its column as letters, and its row. */
function columnName(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (index % 26))
}

const textCell = (at: string, text: string, style = '') =>
  `<c r="${at}" t="inlineStr"${style}><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

function cellXml(at: string, cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${Number(cell)}</v></c>`
  if (typeof cell === 'string') return textCell(at, cell)
  const serial = serialOf(cell.dateTime)
  return serial === null ? textCell(at, cell.dateTime) : `<c r="${at}" s="${dateStyle}"><v>${serial}</v></c>`
}

/** A sheet's name holds no more than 31 characters, and none of these. */
const sheetName = (title: string) => title.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31)

export function xlsxWriter({ labels }: Heads, title: string): TableWriter {
  const zipped: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    zipped.push(chunk as Uint8Array<ArrayBuffer>)
  })
  const part = (name: string): ZipDeflate => {
    const stream = new ZipDeflate(name, { level })
    zip.add(stream)
    return stream
  }
  const workbook = `<workbook xmlns="${main}" xmlns:r="${ofOffice}"><sheets><sheet name="${escaped(sheetName(title))}" sheetId="1" r:id="r1"/></sheets></workbook>`
  for (const [name, xml] of Object.entries({ ...parts, 'xl/workbook.xml': workbook }))
    part(name).push(strToU8(declaration + xml), true)
  const sheet = part('xl/worksheets/sheet1.xml')
  const columnNames = labels.map((_, index) => columnName(index))
  let number = 0
  const rowXml = <T>(cells: readonly T[], xmlOf: (at: string, cell: T) => string): string => {
    number++
    const xml = cells.map((cell, index) => xmlOf(`${columnNames[index]}${number}`, cell))
    return `<row r="${number}">${xml.join('')}</row>`
  }
  const head = rowXml(labels, (at, label) => textCell(at, label, ` s="${headStyle}"`))
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  const columns = `<cols><col min="1" max="${labels.length}" width="20" customWidth="1"/></cols>`
  sheet.push(
    strToU8(
      `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>${columns}<sheetData>${head}`,
    ),
  )
  return {
    rows: rows => sheet.push(strToU8(rows.map(row => rowXml(row, cellXml)).join(''))),
    end() {
      sheet.push(strToU8('</sheetData></worksheet>'), true)
      zip.end()
      return new Blob(zipped, { type })
    },
  }
}
