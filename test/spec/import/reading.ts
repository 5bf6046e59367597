/** Files as others write them, and what is read of them. */
import { strToU8, zipSync } from 'fflate'
import {
  type FileTable,
  readTableFile,
  type TableFileRead,
} from '../../../client/engine/import/table-file.ts'

type Bytes = Uint8Array<ArrayBuffer>

export function outcomeOf(file: Blob | Bytes | string, sheet?: number): Promise<TableFileRead> {
  return readTableFile(file instanceof Blob ? file : new Blob([file]), {
    ...(sheet === undefined ? {} : { sheet }),
    signal: new AbortController().signal,
    pause: () => new Promise(resolve => setImmediate(resolve)),
    onProgress: () => undefined,
  })
}

export async function tableOf(file: Blob | Bytes | string, sheet?: number): Promise<FileTable> {
  const read = await outcomeOf(file, sheet)
  if (read.outcome === 'refused') throw new Error(`refused: ${read.why}`)
  return read.table
}

/** The names and the rows, as one would see them. */
export async function seen(file: Blob | Bytes | string, sheet?: number) {
  const { names, rows } = await tableOf(file, sheet)
  return [names, ...rows]
}

export async function whyNot(file: Blob | Bytes | string): Promise<string> {
  const read = await outcomeOf(file)
  return read.outcome === 'refused' ? read.why : 'read'
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const ofOffice = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const ofPackage = 'http://schemas.openxmlformats.org/package/2006/relationships'

export interface BookParts {
  /** What stands in `sheetData` of each sheet, by its name. */
  sheets: Record<string, string>
  strings?: string
  styles?: string
  /** Attributes of `workbookPr`. */
  properties?: string
  states?: string[]
}

export const sheetXml = (rows: string) =>
  `<?xml version="1.0"?><worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`

/** A workbook as an application writes it, unpacked: its parts by their names. */
export function bookParts(book: BookParts): Record<string, Uint8Array> {
  const { sheets, strings, styles, properties = '', states = [] } = book
  const names = Object.keys(sheets)
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${ofOffice}/${type}" Target="${target}"/>`
  const relations = (...each: string[]) =>
    `<Relationships xmlns="${ofPackage}">${each.join('')}</Relationships>`
  const listed = names.map(
    (name, at) =>
      `<sheet name="${name}" sheetId="${at + 1}" state="${states[at] ?? 'visible'}" r:id="r${at + 1}"/>`,
  )
  const parts: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relations(relation('r1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${ofOffice}"><workbookPr ${properties}/><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ...names.map((_, at) => relation(`r${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
      relation('s', 'styles', '/xl/styles.xml'),
      relation('t', 'sharedStrings', 'sharedStrings.xml'),
    ),
  }
  for (const [at, name] of names.entries())
    parts[`xl/worksheets/sheet${at + 1}.xml`] = sheetXml(sheets[name] ?? '')
  if (strings !== undefined) parts['xl/sharedStrings.xml'] = `<sst xmlns="${main}">${strings}</sst>`
  if (styles !== undefined) parts['xl/styles.xml'] = `<styleSheet xmlns="${main}">${styles}</styleSheet>`
  return Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)]))
}

export const zipped = (parts: Record<string, Uint8Array>) => zipSync(parts) as Bytes

export const workbook = (book: BookParts) => zipped(bookParts(book))

/** A row of inline texts. */
export const textRow = (...texts: string[]) =>
  `<row>${texts.map(text => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`

export function utf16(text: string, isBig: boolean): Bytes {
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), !isBig)
  return bytes
}

export const sheetPart = 'xl/worksheets/sheet1.xml'

/** A workbook whose one sheet is as it is given. */
export const bookWith = (sheet: string | Uint8Array) =>
  zipped({
    ...bookParts({ sheets: { S: '' } }),
    [sheetPart]: typeof sheet === 'string' ? strToU8(sheet) : sheet,
  })

export function changed(bytes: Bytes, change: (view: DataView) => void): Bytes {
  const copy = bytes.slice()
  change(new DataView(copy.buffer))
  return copy
}

/** Where an archive's directory has the entry of a part. */
export const entryOf = (bytes: Bytes, name: string) =>
  new TextDecoder('latin1').decode(bytes).lastIndexOf(name) - 46
