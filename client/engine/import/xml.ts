/**
 * XML as it comes, for parts of a workbook: elements and texts, without prefixes. What is not well-formed is `damaged`, and
 * so is a document type: no entities but the five of XML are known, so that none can unfold.
 */
import { SaxesParser } from 'saxes'
import { mostOfCell, refuse } from './limits.ts'

export interface XmlEvents {
  open(name: string, attributes: Record<string, string>): void
  close(name: string): void
  text(text: string): void
}

export interface XmlReader {
  write(xml: string): void
  end(): void
}

/** Every character of a cell may be written in so many: `&#x1F30B;` */
const longest = 9 * mostOfCell
/** Elements within each other: a workbook has a dozen. */
const deepest = 256

/** The part of a name behind its prefix. */
export const localName = (name: string) => name.slice(name.indexOf(':') + 1)

export function xmlReader(events: XmlEvents): XmlReader {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  let depth = 0
  /** Characters since anything began or ended: the parser keeps them all. */
  let silent = 0
  parser.on('error', () => refuse('damaged'))
  parser.on('doctype', () => refuse('damaged'))
  parser.on('opentag', ({ name, attributes }) => {
    silent = 0
    if (++depth > deepest) refuse('damaged')
    events.open(localName(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    silent = 0
    depth--
    events.close(localName(name))
  })
  parser.on('text', text => events.text(text))
  parser.on('cdata', text => events.text(text))
  return {
    write(xml) {
      silent += xml.length
      parser.write(xml)
      if (silent > longest) refuse('cell too long')
    },
    end: () => void parser.close(),
  }
}
