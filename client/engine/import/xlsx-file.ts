/** A sheet of a workbook as a table. [IM1] */
import { type Breathe, breath, mostAbout, refuse } from './limits.ts'
import { sheetEvents } from './sheet-rows.ts'
import { type Rows, takeRows } from './table-rows.ts'
import {
  bookReader,
  type PartReader,
  type Relation,
  relationsReader,
  type Sheet,
  stringsReader,
  stylesReader,
} from './workbook.ts'
import { xmlReader } from './xml.ts'
import { type Part, partsOf, type Spent, unpack } from './zip.ts'

export interface SheetTable extends Rows {
  sheets: string[]
  sheet: number
}

interface Archive {
  parts: Map<string, Part>
  read<T>(part: Part, reader: PartReader<T>): Promise<T>
}

/** `sheet`: which of them; without it, the first that is not hidden. Another archive than a workbook: `foreign`. */
export async function readXlsx(file: Blob, breathe: Breathe, sheet?: number): Promise<SheetTable> {
  const archive = { parts: await partsOf(file), read: partReader(file, breathe) }
  const main = await mainPart(archive)
  const book = await about(archive, main, bookReader())
  const relations = await relationsOf(archive, main)
  const sheets = book.sheets.flatMap(each => {
    const part = sheetPart(archive, relations, each)
    return part === null ? [] : [{ ...each, part }]
  })
  const chosen =
    sheet ??
    Math.max(
      0,
      sheets.findIndex(each => !each.isHidden),
    )
  const { part } = sheets[chosen] ?? refuse('empty')
  const named = (type: string) => {
    const target = relations.find(each => each.type === type)?.target
    return target === undefined ? undefined : archive.parts.get(target.toLowerCase())
  }
  const [stylesPart, stringsPart] = [named('styles'), named('sharedStrings')]
  const styles = stylesPart ? await about(archive, stylesPart, stylesReader()) : []
  const strings = stringsPart ? await archive.read(stringsPart, stringsReader()) : []
  // What the cells share is kept already.
  const rows = takeRows({ keep: text => text })
  const events = sheetEvents({ strings, styles, from1904: book.from1904 }, rows)
  const table = await archive.read(part ?? refuse('damaged'), { events, end: () => rows.end() })
  return { ...table, sheets: sheets.map(({ name }) => name), sheet: chosen }
}

/** null: it is a chart. undefined: it is missing. */
function sheetPart({ parts }: Archive, relations: Relation[], { id }: Sheet): Part | undefined | null {
  const relation = relations.find(each => each.id === id)
  if (relation && relation.type !== 'worksheet') return null
  return relation && parts.get(relation.target.toLowerCase())
}

async function mainPart(archive: Archive): Promise<Part> {
  const [first] = (await relationsOf(archive, null)).filter(({ type }) => type === 'officeDocument')
  const part = archive.parts.get((first?.target ?? 'xl/workbook.xml').toLowerCase())
  // A document or a presentation, or a workbook that is no XML.
  return part && /workbook[^/]*\.xml$/i.test(part.name) ? part : refuse('foreign')
}

/** Of a part, or of the archive as a whole. */
async function relationsOf(archive: Archive, of: Part | null): Promise<Relation[]> {
  const [, folder = '', name = ''] = /^(.*\/)?([^/]*)$/.exec(of?.name ?? '') ?? []
  const part = archive.parts.get(`${folder}_rels/${name}.rels`.toLowerCase())
  return part ? about(archive, part, relationsReader(of?.name ?? '')) : []
}

async function about<T>({ read }: Archive, part: Part, reader: PartReader<T>): Promise<T> {
  return part.unpacked > mostAbout ? refuse('too large') : read(part, reader)
}

function partReader(file: Blob, breathe: Breathe): Archive['read'] {
  const spent: Spent = { unpacked: 0, packed: 0 }
  let since = 0
  return async (part, { events, end }) => {
    const decoder = new TextDecoder('utf-8', { fatal: true })
    const xml = xmlReader(events)
    const write = (bytes?: Uint8Array) => {
      let text: string
      try {
        text = bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
      } catch {
        return refuse('damaged')
      }
      xml.write(text)
    }
    for await (const bytes of unpack(file, part, spent))
      for (let at = 0; at < bytes.length; at += breath) {
        const piece = bytes.subarray(at, at + breath)
        write(piece)
        since += piece.length
        if (since < breath) continue
        since = 0
        await breathe(Math.min(spent.packed, file.size))
      }
    write()
    xml.end()
    return end()
  }
}
