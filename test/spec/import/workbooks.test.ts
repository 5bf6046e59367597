/** Workbooks, as spreadsheets write them and as this app does. */
import { describe, expect, test } from 'vitest'
import { seen, tableOf, textRow, workbook } from './reading.ts'

const styles = (...codes: string[]) =>
  `<numFmts>${codes.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`).join('')}</numFmts>` +
  `<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${codes.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join('')}<xf numFmtId="14"/></cellXfs>`

/** The one cell below a name. */
async function cell(xml: string, book: { strings?: string; styles?: string; properties?: string } = {}) {
  const { rows } = await tableOf(workbook({ sheets: { S: `${textRow('a')}<row>${xml}</row>` }, ...book }))
  return rows[0]?.[0]
}

describe('A workbook', () => {
  test('[IM1] its first sheet that is shown, or the one that is chosen', async () => {
    const book = workbook({
      sheets: { 'Daftar &lt;1&gt;': textRow('x') + textRow('1'), Isi: textRow('y') + textRow('2') },
      states: ['hidden'],
    })
    expect(await tableOf(book)).toEqual({
      format: 'xlsx',
      encoding: null,
      separator: null,
      sheets: ['Daftar <1>', 'Isi'],
      sheet: 1,
      names: ['y'],
      rows: [['2']],
      lines: [2],
    })
    expect(await seen(book, 0)).toEqual([['x'], ['1']])
  })

  test('[IM1] cells stand where they say, and rows that are missing or blank count', async () => {
    const sheet =
      '<row r="3"><c r="B3" t="str"><v>Nama</v></c><c r="AB3" t="str"><v>Jauh</v></c></row>' +
      '<row r="4"><c r="A4" s="0"/></row><row r="9"><c r="AA9"><v>7</v></c><c r="A9"><v>1</v></c></row>'
    const { names, rows, lines } = await tableOf(workbook({ sheets: { S: sheet } }))
    const blank = (count: number) => Array<null>(count).fill(null)
    expect(names).toEqual(['', 'Nama', ...Array<string>(25).fill(''), 'Jauh'])
    expect(rows).toEqual([['1', ...blank(25), '7']])
    expect(lines).toEqual([9])
  })

  test('[IM2] texts that are shared, with looks of their own and how they are read aloud', async () => {
    const strings =
      '<si><t xml:space="preserve"> 007 </t></si><si><r><rPr><b/></rPr><t>Bu</t></r><r><t>di_x0007_</t></r></si>' +
      '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si>'
    expect(await cell('<c t="s"><v>0</v></c>', { strings })).toBe(' 007 ')
    expect(await cell('<c t="s"><v>1</v></c>', { strings })).toBe('Budi\u0007')
    expect(await cell('<c t="s"><v>2</v></c>', { strings })).toBe('東京')
    await expect(cell('<c t="s"><v>3</v></c>', { strings })).rejects.toThrow('damaged')
  })

  test('[IM2] yes and no, errors, and what formulas came to', async () => {
    expect(await cell('<c t="b"><v>1</v></c>')).toBe(true)
    expect(await cell('<c t="b"><v>0</v></c>')).toBe(false)
    expect(await cell('<c t="e"><v>#N/A</v></c>')).toBe('#N/A')
    expect(await cell('<c><f>SUM(A1:A9)</f><v>45</v></c>')).toBe('45')
    expect(await cell('<c t="str"><f>"="&amp;"1"</f><v>=1</v></c>')).toBe('=1')
    await expect(cell('<c><f>NOW()</f></c>')).rejects.toThrow('empty')
  })

  test.each([
    ['7', '7'],
    ['0.1', '0.1'],
    ['0.30000000000000004', '0.3'],
    ['1E+20', '100000000000000000000'],
    ['-1.25E-7', '-0.000000125'],
    ['1.5E3', '1500'],
    ['12345678901234567', '12345678901234600'],
    ['8.0', '8'],
    ['0', '0'],
  ])('[IM2] the number %s is %s', async (written, shown) => {
    expect(await cell(`<c><v>${written}</v></c>`)).toBe(shown)
  })

  test('[IM2] a number that is shown with zeros in front has them', async () => {
    expect(await cell('<c s="1"><v>7</v></c>', { styles: styles('0000') })).toBe('0007')
  })

  test.each([
    ['46027.354166666664', '2026-01-05T08:30:00', ''],
    ['46027', '2026-01-05T00:00:00', ''],
    ['61', '1900-03-01T00:00:00', ''],
    ['59', '1900-02-28T00:00:00', ''],
    ['1', '1900-01-01T00:00:00', ''],
    ['2958465', '9999-12-31T00:00:00', ''],
    ['44565.354166666664', '2026-01-05T08:30:00', 'date1904="1"'],
    ['46027.99999999', '2026-01-06T00:00:00', ''],
  ])('[IM2] the day %s is %s %s', async (serial, dateTime, properties) => {
    const book = { styles: styles('yyyy\\-mm\\-dd'), properties }
    expect(await cell(`<c s="1"><v>${serial}</v></c>`, book)).toEqual({ dateTime })
    expect(await cell(`<c s="2"><v>${serial}</v></c>`, book)).toEqual({ dateTime })
  })

  test('[IM2] no days: one that never was, a time, what lasts, and numbers in colours', async () => {
    expect(await cell('<c s="1"><v>60</v></c>', { styles: styles('d/m/yy') })).toBe('60')
    expect(await cell('<c s="1"><v>-1</v></c>', { styles: styles('d/m/yy') })).toBe('-1')
    expect(await cell('<c s="1"><v>0.5</v></c>', { styles: styles('h:mm') })).toBe('12:00:00')
    expect(await cell('<c s="1"><v>1.5</v></c>', { styles: styles('[h]:mm:ss') })).toBe('1.5')
    expect(await cell('<c s="1"><v>5</v></c>', { styles: styles('[Red]0.0 &quot;days&quot;\\d') })).toBe('5')
    expect(await cell('<c t="d"><v>2026-01-05T08:30:00Z</v></c>')).toEqual({
      dateTime: '2026-01-05T08:30:00',
    })
  })
})
