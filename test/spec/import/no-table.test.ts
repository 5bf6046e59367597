/** Files that no row is taken of, for what they are or as they are damaged. Each is refused with its reason. */
import { strToU8 } from 'fflate'
import { describe, expect, test } from 'vitest'
import {
  bookParts,
  bookWith,
  changed,
  entryOf,
  outcomeOf,
  sheetPart,
  sheetXml,
  tableOf,
  textRow,
  whyNot,
  workbook,
  zipped,
} from './reading.ts'

const twoRows = textRow('a', 'b') + textRow('1', '2')

describe('No table', () => {
  test.each([
    ['nothing', '', 'empty'],
    ['spaces', ' \r\n\r\n', 'empty'],
    ['a mark', '\uFEFF', 'empty'],
    ['names alone', 'PIN,Nama\r\n', 'empty'],
    ['a page', '<!doctype html><table><tr><td>1', 'foreign'],
    ['a drawing', '<?xml version="1.0"?><svg/>', 'foreign'],
    ['a PDF', '%PDF-1.7\n1 0 obj\n', 'foreign'],
    ['a document', '{\\rtf1 halo}', 'foreign'],
    ['control characters', '\u0001\u0002\u0003,\u0004\n1,2\n', 'foreign'],
    ['a nul among texts', 'PIN,Nama\n1,Bu\0di\n', 'foreign'],
    ['a CSV whose quotes do not end', 'a,b\n1,"2\n3,4\n', 'damaged'],
  ])('[IM10] %s', async (_, text, why) => {
    expect(await whyNot(text)).toBe(why)
  })

  test.each([
    ['a picture', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48]],
    ['a packed file', [0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 0xff, 0x4b, 0x4c]],
    ['a program', [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0xff]],
    ['nuls', Array<number>(5000).fill(0)],
  ])('[IM10] %s', async (_, bytes) => {
    expect(await whyNot(new Uint8Array(bytes))).toBe('foreign')
  })

  test('[IM10] another archive, and an older or binary workbook', async () => {
    expect(await whyNot(zipped({ 'word/document.xml': strToU8('<w/>') }))).toBe('foreign')
    expect(await whyNot(zipped({}))).toBe('foreign')
    const parts = bookParts({ sheets: { S: twoRows } })
    const binary = Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [
        name.replace('workbook.xml', 'workbook.bin'),
        strToU8(new TextDecoder().decode(part).replace('workbook.xml', 'workbook.bin')),
      ]),
    )
    expect(await whyNot(zipped(binary))).toBe('foreign')
    expect(await whyNot(compound('Workbook'))).toBe('foreign')
  })

  test('[IM10] a workbook with a password', async () => {
    expect(await whyNot(compound('EncryptedPackage'))).toBe('locked')
    const plain = workbook({ sheets: { S: twoRows } })
    const locked = changed(plain, view => view.setUint16(entryOf(plain, sheetPart) + 8, 1, true))
    expect(await whyNot(locked)).toBe('locked')
  })
})

/** A compound file ([MS-CFB]) whose list of files begins with the root and one more. */
function compound(name: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(512 * 4)
  const view = new DataView(bytes.buffer)
  view.setBigUint64(0, 0xd0cf11e0a1b11ae1n)
  view.setUint16(30, 9, true)
  view.setUint32(48, 1, true)
  for (const [at, each] of ['Root Entry', name].entries())
    for (let i = 0; i < each.length; i++) view.setUint16(512 * 2 + at * 128 + i * 2, each.charCodeAt(i), true)
  return bytes
}

describe('Damaged', () => {
  test('[IM10] UTF-8 by its mark, and not by its characters', async () => {
    const text = new TextEncoder().encode('\uFEFFa,b\n1,é\n')
    expect(await whyNot(text.filter(byte => byte !== 0xa9))).toBe('damaged')
    const half = Uint8Array.of(0xff, 0xfe, 0x61, 0, 0x0a, 0, 0x31)
    expect(await whyNot(half)).toBe('damaged')
  })

  const whole = workbook({ sheets: { S: twoRows } })

  test('[IM10] an archive that was cut off, wherever', async () => {
    for (let end = 4; end < whole.length; end += 7) expect(await whyNot(whole.slice(0, end))).toBe('damaged')
  })

  test('[IM10] an archive of which one bit fell over gives no other rows', async () => {
    const { rows } = await tableOf(whole)
    for (let bit = 32; bit < whole.length * 8; bit += 11) {
      const flipped = whole.slice()
      flipped[bit >> 3]! ^= 1 << (bit & 7)
      const read = await outcomeOf(flipped)
      if (read.outcome === 'read') expect(read.table.rows).toEqual(rows)
    }
  })

  const entry = entryOf(whole, sheetPart)
  test.each<[string, (view: DataView) => void]>([
    ['that its parts are elsewhere', view => view.setUint32(entry + 42, 7, true)],
    ['that its parts are beyond it', view => view.setUint32(entry + 42, 0x7fffffff, true)],
    ['that a part is smaller', view => view.setUint32(entry + 24, 10, true)],
    ['that a part is larger', view => view.setUint32(entry + 24, 5000, true)],
    ['that a part is packed smaller', view => view.setUint32(entry + 20, 10, true)],
    ['that a part goes on behind its end', view => view.setUint32(entry + 20, 0x7fffffff, true)],
    ['that a part is packed in another way', view => view.setUint16(entry + 10, 99, true)],
    ['another checksum', view => view.setUint32(entry + 16, 1, true)],
    ['that its directory is elsewhere', view => view.setUint32(view.byteLength - 6, 3, true)],
    ['that its directory is huge', view => view.setUint32(view.byteLength - 10, 0x7fffffff, true)],
  ])('[IM10] an archive whose directory says %s', async (_, change) => {
    expect(await whyNot(changed(whole, change))).toBe('damaged')
  })

  test('[IM10] a workbook without the sheet that it names', async () => {
    const { [sheetPart]: _, ...parts } = bookParts({ sheets: { S: twoRows } })
    expect(await whyNot(zipped(parts))).toBe('damaged')
  })

  test.each(['http://[', '%E0%A4%A', '../../../nowhere.xml'])('[IM10] a sheet at %j', async target => {
    const parts = bookParts({ sheets: { S: twoRows } })
    const relations = new TextDecoder().decode(parts['xl/_rels/workbook.xml.rels'])
    const moved = strToU8(relations.replace('worksheets/sheet1.xml', target))
    expect(await whyNot(zipped({ ...parts, 'xl/_rels/workbook.xml.rels': moved }))).toBe('damaged')
  })

  test('[IM10] a sheet that is chosen and not there', async () => {
    expect(await outcomeOf(whole, 5)).toEqual({ outcome: 'refused', why: 'empty' })
  })

  const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join(
    '',
  )
  test.each([
    [
      'entities within entities',
      `<!DOCTYPE x [<!ENTITY l0 "lol">${laughs}]>${sheetXml(textRow('a') + textRow('&l9;'))}`,
    ],
    ['a file of the device', `<!DOCTYPE x SYSTEM "file:///etc/passwd">${sheetXml(twoRows)}`],
    ['an entity nobody knows', sheetXml(textRow('a') + textRow('&nbsp;'))],
    ['elements that close others', sheetXml('<row><c></row></c>')],
    ['no end', sheetXml(twoRows).slice(0, -4)],
    ['another encoding', '\ufffe'],
    ['a cell before the first', sheetXml('<row><c r="1"><v>1</v></c></row>')],
    ['a row that is no number', sheetXml('<row r="x"><c><v>1</v></c></row>')],
    ['elements ever deeper', sheetXml('<x>'.repeat(1e6))],
  ])('[IM10] a sheet with %s', async (_, xml) => {
    expect(await whyNot(bookWith(xml.replace('<?xml version="1.0"?>', '')))).toBe('damaged')
  })
})
