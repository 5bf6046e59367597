/** Files larger than anything a person would bring, and such as pretend to be small. Each is refused soon. */
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import {
  bookWith,
  changed,
  entryOf,
  sheetPart,
  sheetXml,
  tableOf,
  textRow,
  whyNot,
  workbook,
  zipped,
} from './reading.ts'

const mb = 2 ** 20
const twoRows = textRow('a', 'b') + textRow('1', '2')

/** A file of 10 GB that takes no room: the same piece over and over. */
const tenGigabytes = () => new Blob(Array<Blob>(10 * 1024).fill(new Blob([new Uint8Array(mb)])))

describe('Too large', () => {
  test('[IM10] 10 GB of nuls', async () => {
    expect(await whyNot(tenGigabytes())).toBe('too large')
  })

  test('[IM10] a sheet that unpacks to a thousand times its size', async () => {
    expect(await whyNot(bookWith(new Uint8Array(64 * mb)))).toBe('too large')
    expect(await whyNot(zipped({ again: zipSync({ zeros: new Uint8Array(64 * mb) }) }))).toBe('foreign')
  })

  test('[IM10] one that says it is small is cut off', async () => {
    const bomb = bookWith(sheetXml(textRow('a') + textRow(' '.repeat(64 * mb))))
    const lying = changed(bomb, view => view.setUint32(entryOf(bomb, sheetPart) + 24, 1000, true))
    expect(await whyNot(lying)).toBe('damaged')
  })

  test('[IM10] one that says it is 10 GB', async () => {
    const plain = workbook({ sheets: { S: twoRows } })
    const lying = changed(plain, view => view.setUint32(entryOf(plain, sheetPart) + 24, 0xfffffffe, true))
    expect(await whyNot(lying)).toBe('too large')
  })

  const million = Array.from({ length: 1_000_000 }, (_, at) => at)
  test.each([
    ['CSV', `${million.join(',')}\n1,2\n`],
    ['CSV without names', `${','.repeat(1_000_000)}\n1,2\n`],
    ['JSON', `[{${million.map(at => `"k${at}":1`).join(',')}}]`],
    ['a list of users', `USER ${million.map(at => `k${at}=1`).join('\t')}\n`],
    [
      'JSON of many objects',
      `[${million
        .slice(0, 2000)
        .map(at => `{"k${at}":1}`)
        .join(',')}]`,
    ],
  ])('[IM10] a million columns as %s', async (_, text) => {
    expect(await whyNot(text)).toBe('too many columns')
  })

  test('[IM10] a million columns in a sheet', async () => {
    const cells = million.map(at => `<c><v>${at}</v></c>`).join('')
    expect(await whyNot(bookWith(sheetXml(`<row>${cells}</row>`)))).toBe('too many columns')
    const far = sheetXml(`${textRow('a')}<row><c r="ZZZZZZZ2"><v>1</v></c></row>`)
    expect(await whyNot(bookWith(far))).toBe('too many columns')
  })

  test('[IM10] columns that are only formatted are none', async () => {
    const sheet = `${textRow('a')}<row r="2"><c r="A2"><v>1</v></c><c r="XFD2" s="0"/></row>`
    expect((await tableOf(bookWith(sheetXml(sheet)))).rows).toEqual([['1']])
  })

  const long = 'x'.repeat(50 * mb)
  test.each([
    ['CSV', `a,b\n1,${long}\n`],
    ['quoted CSV', `a,b\n1,"${long}"\n`],
    ['CSV of one line', long],
    ['JSON', `[{"a":"${long}"}]`],
    ['JSON that is no end', `[{"a":"${long}`],
    ['a list of users', `USER PIN=1\tName=${long}\n`],
  ])('[IM10] a cell of 50 MB in %s', async (_, text) => {
    expect(await whyNot(text)).toBe('cell too long')
  })

  test('[IM10] a cell of 50 MB in a sheet, in its texts, and in what is no text', async () => {
    const noise = Array.from({ length: 5 * mb }, (_, at) =>
      String.fromCharCode(97 + ((Math.imul(at, at) >>> 16) % 23)),
    ).join('')
    const inline = sheetXml(textRow('a') + textRow(noise.repeat(10)))
    expect(await whyNot(bookWith(inline))).toBe('cell too long')
    const attribute = sheetXml(`<row><c r="${noise.repeat(10)}"/></row>`)
    expect(await whyNot(bookWith(attribute))).toBe('cell too long')
    const shared = workbook({ sheets: { S: twoRows }, strings: `<si><t>${noise.repeat(10)}</t></si>` })
    expect(await whyNot(shared)).toBe('cell too long')
  })

  test('[IM10] a text that a sheet has over and over', async () => {
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`
    const strings = `<si><t>${Array.from({ length: mb }, (_, at) => 'abcdefg'[(at * at) % 7]).join('')}</t></si>`
    expect(await whyNot(workbook({ sheets: { S: row.repeat(100) }, strings }))).toBe('too large')
  })

  test('[IM10] more rows than anybody has', async () => {
    expect(await whyNot(`a\n${'1\n'.repeat(250_001)}`)).toBe('too many rows')
    expect((await tableOf(`a\n${'1\n'.repeat(250_000)}`)).rows).toHaveLength(250_000)
    expect(await whyNot(bookWith(sheetXml('<row/>'.repeat(1_100_000) + twoRows)))).toBe('too many rows')
  })

  test('[IM10] what a formula would do is not done', async () => {
    const sheet = `${textRow('a', 'b')}<row><c t="str"><f>HYPERLINK("http://x")</f><v>klik</v></c><c><f>1/0</f></c></row>`
    expect((await tableOf(workbook({ sheets: { S: sheet } }))).rows).toEqual([['klik']])
  })
})
