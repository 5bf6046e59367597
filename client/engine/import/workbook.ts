/** What a workbook says of itself (ECMA-376): its sheets, its styles, and the texts that its cells share. */
import { orDamaged } from './limits.ts'
import { type Style, styleOf } from './cell-styles.ts'
import { keptCount, textKeeper } from './table-rows.ts'
import { localName, type XmlEvents } from './xml.ts'

export interface Sheet {
  name: string
  /** Of the relation to its part. */
  id: string
  isHidden: boolean
}

export interface Book {
  sheets: Sheet[]
  /** Dates count from 1904. */
  from1904: boolean
}

/** A relation's kind is an address, of which only the end says something: `…/relationships/worksheet`. */
export interface Relation {
  id: string
  type: string
  /** As parts are named. */
  target: string
}

/** Reads one part; hands itself to the parser. */
export interface PartReader<T> {
  events: XmlEvents
  end(): T
}

const ignore = () => undefined

/** As in an address: from the folder of the part, or from the top. */
const partAt = (target: string, from: string) =>
  decodeURI(new URL(target, `http://zip/${from}`).pathname).slice(1)

/** `of`: the part whose relations they are. */
export function relationsReader(of: string): PartReader<Relation[]> {
  const relations: Relation[] = []
  const open = (name: string, attributes: Record<string, string>) => {
    if (name !== 'Relationship') return
    const { Id: id = '', Type: type = '', Target: target = '' } = attributes
    relations.push({
      id,
      type: type.slice(type.lastIndexOf('/') + 1),
      target: orDamaged(() => partAt(target, of)),
    })
  }
  return { events: { open, close: ignore, text: ignore }, end: () => relations }
}

export function bookReader(): PartReader<Book> {
  const book: Book = { sheets: [], from1904: false }
  const open = (name: string, attributes: Record<string, string>) => {
    if (name === 'workbookPr') book.from1904 = isTrue(attributes['date1904'])
    if (name !== 'sheet') return
    const [, id = ''] =
      Object.entries(attributes).find(([key]) => key !== 'id' && localName(key) === 'id') ?? []
    const { name: title = '', state = 'visible' } = attributes
    book.sheets.push({ name: unescaped(title), id, isHidden: state !== 'visible' })
  }
  return { events: { open, close: ignore, text: ignore }, end: () => book }
}

const isTrue = (value: string | undefined) => value === '1' || value === 'true'

/** How numbers are shown, by the number that cells give. */
export function stylesReader(): PartReader<Style[]> {
  const formats = new Map<string, string>()
  const styles: Style[] = []
  let within = ''
  const open = (name: string, attributes: Record<string, string>) => {
    if (name === 'numFmts' || name === 'cellXfs') within = name
    const { numFmtId = '0', formatCode = '' } = attributes
    if (within === 'numFmts' && name === 'numFmt') formats.set(numFmtId, formatCode)
    if (within === 'cellXfs' && name === 'xf') styles.push(styleOf(Number(numFmtId), formats.get(numFmtId)))
  }
  const close = (name: string) => {
    if (name === within) within = ''
  }
  return { events: { open, close, text: ignore }, end: () => styles }
}

/** A text may change its looks within, and say how it is read aloud (`rPh`), which is not part of it. */
export function textEvents(take: (text: string) => void): XmlEvents {
  let isIn = false
  let isAloud = false
  return {
    open(name) {
      if (name === 'rPh') isAloud = true
      isIn = name === 't' && !isAloud
    },
    close(name) {
      if (name === 'rPh') isAloud = false
      if (name === 't') isIn = false
    },
    text: text => isIn && take(text),
  }
}

export function stringsReader(): PartReader<string[]> {
  const strings: string[] = []
  const keep = textKeeper()
  const count = keptCount()
  let text = ''
  const inner = textEvents(each => (text += each))
  const close = (name: string) => {
    inner.close(name)
    if (name !== 'si') return
    count(text)
    strings.push(keep(unescaped(text), 0))
    text = ''
  }
  return { events: { ...inner, close }, end: () => strings }
}

/** As Office writes what XML cannot hold: `_x0007_`. */
export function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text
}
