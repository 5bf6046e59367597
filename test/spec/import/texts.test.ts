/** Lists as text: CSV, JSON and a terminal's users, in the encodings in which they come. */
import { describe, expect, test } from 'vitest'
import { seen, tableOf, utf16 } from './reading.ts'

describe('CSV', () => {
  test.each([',', ';', '\t', '|', '\u001e', '\u001f'])('[IM1] parted by %j', async separator => {
    const lines = ['PIN,Nama,Kartu', '007,Budi,0012000001', '8,"Dewi\r\n""Ayu""",']
    const table = await tableOf(lines.join('\r\n').replaceAll(',', separator))
    expect(table).toEqual({
      format: 'csv',
      encoding: 'utf-8',
      separator,
      sheets: [],
      sheet: 0,
      names: ['PIN', 'Nama', 'Kartu'],
      rows: [
        ['007', 'Budi', '0012000001'],
        ['8', 'Dewi\r\n"Ayu"'],
      ],
      lines: [2, 3],
    })
  })

  test.each(['\r\n', '\n', '\r'])('[IM1] with lines that end with %j', async end => {
    expect(await seen(['a;b', '1;x', '2;y', ''].join(end))).toEqual([
      ['a', 'b'],
      ['1', 'x'],
      ['2', 'y'],
    ])
  })

  test('[IM1] with lines that end now so, now so', async () => {
    expect(await seen('a,b\r\n1,x\n2,"y"\r\n3,z\n4,u\n')).toEqual([
      ['a', 'b'],
      ['1', 'x'],
      ['2', 'y'],
      ['3', 'z'],
      ['4', 'u'],
    ])
  })

  test('[IM1] with the separator told in its first line, as a spreadsheet wants it', async () => {
    const { names, rows, lines, separator } = await tableOf('sep=;\r\nHarga, neto;Nama\r\n1,50;Budi\r\n')
    expect({ names, rows, lines, separator }).toEqual({
      names: ['Harga, neto', 'Nama'],
      rows: [['1,50', 'Budi']],
      lines: [3],
      separator: ';',
    })
  })

  test('[IM1] of one column, and with commas in its numbers', async () => {
    expect(await seen('Nama\nBudi; Santoso\nDewi\n')).toEqual([['Nama'], ['Budi; Santoso'], ['Dewi']])
    expect(await seen('Nama;Harga\nBudi;1,50\nDewi;2,30\n')).toEqual([
      ['Nama', 'Harga'],
      ['Budi', '1,50'],
      ['Dewi', '2,30'],
    ])
  })

  test('[IM2] every character stays: spaces, zeros in front, quotes, and what is no Latin', async () => {
    expect(await seen('PIN,Nama\n007, Jürgen \n+62,"Ñandú, 🌋"\n0x1F,"5"" pipa"\n')).toEqual([
      ['PIN', 'Nama'],
      ['007', ' Jürgen '],
      ['+62', 'Ñandú, 🌋'],
      ['0x1F', '5" pipa'],
    ])
  })

  test('[IM2] the apostrophe that export puts before formulas is taken away, once', async () => {
    expect(await seen("'=a,b\n'=1+1,''-5\n'tis,''\n")).toEqual([
      ['=a', 'b'],
      ['=1+1', "'-5"],
      ["'tis", "''"],
    ])
  })

  test('[IM1] blank rows are left out, and each row knows its line', async () => {
    const { rows, lines } = await tableOf('\n\na,b\n\n1,2\n,\n"3\n3",4')
    expect({ rows, lines }).toEqual({
      rows: [
        ['1', '2'],
        ['3\n3', '4'],
      ],
      lines: [5, 7],
    })
  })

  test('[IM1] a row may be shorter than the names, and longer', async () => {
    expect(await seen('a,b\n1\n1,2,,4\n')).toEqual([['a', 'b', '', ''], ['1'], ['1', '2', null, '4']])
  })
})

describe('Encodings', () => {
  const text = 'Nama;Kota\r\nJosé;Ñuñoa\r\nŽofie;Kraków — 5 €\r\n'
  const rows = [
    ['José', 'Ñuñoa'],
    ['Žofie', 'Kraków — 5 €'],
  ]
  const windows = Uint8Array.from(text.replace('Kraków', 'Krakow'), each => {
    const code = { Ž: 0x8e, '—': 0x97, '€': 0x80 }[each]
    return code ?? each.charCodeAt(0)
  })
  test.each([
    ['UTF-8', new TextEncoder().encode(text), 'utf-8'],
    ['UTF-8 with a mark', new TextEncoder().encode(`\uFEFF${text}`), 'utf-8'],
    ['UTF-16 LE', utf16(text, false), 'utf-16le'],
    ['UTF-16 LE with a mark', utf16(`\uFEFF${text}`, false), 'utf-16le'],
    ['UTF-16 BE', utf16(text, true), 'utf-16be'],
    ['UTF-16 BE with a mark', utf16(`\uFEFF${text}`, true), 'utf-16be'],
  ])('[IM1] %s is told by its bytes', async (_, bytes, encoding) => {
    const table = await tableOf(bytes)
    expect(table.encoding).toBe(encoding)
    expect([table.names, table.rows]).toEqual([['Nama', 'Kota'], rows])
  })

  test('[IM1] what is no UTF-8 is Windows-1252', async () => {
    const table = await tableOf(windows)
    expect(table.encoding).toBe('windows-1252')
    expect(table.rows).toEqual([
      ['José', 'Ñuñoa'],
      ['Žofie', 'Krakow — 5 €'],
    ])
  })

  test('[IM1] a character that is cut in two where a piece of the file ends is one character', async () => {
    const many = Array.from({ length: 90_000 }, (_, at) => `${at},x${'é🌋'.slice(at % 2)}`)
    const { rows: read } = await tableOf(`a,b\n${many.join('\n')}`)
    expect(read.map(cells => cells.join(','))).toEqual(many)
  })

  test('[IM1] the first bytes that are no UTF-8 may come late', async () => {
    const bytes = new Uint8Array([...new TextEncoder().encode(`a,b\n${'1,2\n'.repeat(200_000)}`), 0xe9])
    const table = await tableOf(bytes)
    expect([table.encoding, table.rows.at(-1)]).toEqual(['windows-1252', ['é']])
  })
})

describe('JSON', () => {
  test('[IM1] a list of objects, whose members are the columns in the order in which they come', async () => {
    const objects =
      '[{"pin":"007","aktif":true},{"aktif":false,"nama":"Jos\\u00e9 \\"X\\" 🌋","pin":null},{},{"pin":""}]'
    const { format, names, rows, lines } = await tableOf(objects)
    expect({ format, names, rows, lines }).toEqual({
      format: 'json',
      names: ['pin', 'aktif', 'nama'],
      rows: [
        ['007', true],
        [null, false, 'José "X" 🌋'],
      ],
      lines: [1, 2],
    })
  })

  test('[IM2] numbers keep the digits they are written with', async () => {
    const object = '{ "id": 90071992547409931234 , "berat":1.50, "jauh": -1e3,"2024":7}'
    expect(await seen(`[${object}]`)).toEqual([
      ['id', 'berat', 'jauh', '2024'],
      ['90071992547409931234', '1.50', '-1e3', '7'],
    ])
  })

  test('[IM1] what is nested is its JSON', async () => {
    expect(await seen('[{"a":{"b":[1,"}"]},"c":[],"d":"\\\\"}]')).toEqual([
      ['a', 'c', 'd'],
      ['{"b":[1,"}"]}', '[]', '\\'],
    ])
  })

  test('[IM1] one object may hold the list, and more about it', async () => {
    const whole = '\uFEFF{"total":2,"meta":{"x":"[{"},"users":[\n{"pin":"1"},\n{"pin":"2"}],"next":null}'
    expect(await seen(whole)).toEqual([['pin'], ['1'], ['2']])
  })

  test('[IM1] names that script has a use for are names', async () => {
    expect(await seen('[{"__proto__":"1","constructor":true,"toString":"3"}]')).toEqual([
      ['__proto__', 'constructor', 'toString'],
      ['1', true, '3'],
    ])
  })

  test.each([
    ['{"a":1}'],
    ['[[1,2],[3]]'],
    ['[{"a":1},7]'],
    ['{"a":[{"x":1}],"b":[{"x":1}]}'],
    ['{"a":[1]}'],
  ])('[IM10] no list of objects: %s', async text => {
    await expect(seen(text)).rejects.toThrow('foreign')
  })

  test.each([['[]'], ['{}'], ['{"users":[]}'], ['[{}]'], ['[{"a":null}]']])(
    '[IM10] no row: %s',
    async text => {
      await expect(seen(text)).rejects.toThrow('empty')
    },
  )

  test.each([
    ['[{"a":1}'],
    ['[{"a":1}}'],
    ['[{"a":1},]'],
    ['[{"a":01}]'],
    ['[{"a"'],
    ['[{"a":"\n"}]'],
    ['[{a:1}]'],
  ])('[IM10] broken: %s', async text => {
    await expect(seen(text)).rejects.toThrow('damaged')
  })
})

describe("A terminal's users", () => {
  const budi =
    'PIN=1\tName=Budi = Ketua\tPri=0\tPasswd=\tCard=[0B12]\tGrp=1\tTZ=0001000100000000\tStartDatetime=0'
  test.each(['USER ', 'USERINFO ', 'USER\t', ''])('[IM1] with %j in front', async word => {
    const table = await tableOf(`${word}${budi}\r\n\r\n${word}PIN=02\tViceCard=\tName=Déwi\t\r\n`)
    expect(table).toMatchObject({ format: 'users', encoding: 'utf-8', separator: null, lines: [1, 3] })
    expect([table.names, ...table.rows]).toEqual([
      ['PIN', 'Name', 'Pri', 'Passwd', 'Card', 'Grp', 'TZ', 'StartDatetime', 'ViceCard'],
      ['1', 'Budi = Ketua', '0', null, '[0B12]', '1', '0001000100000000', '0'],
      ['02', 'Déwi'],
    ])
  })

  test('[IM1] finger prints and events among them are left out', async () => {
    const lines = [
      'USER PIN=1\tName=Budi',
      'FP PIN=1\tFID=0\tTMP=AAAA==',
      'OPLOG 4\t0\t2026-01-05',
      'USER PIN=2',
    ]
    expect(await seen(lines.join('\n'))).toEqual([['PIN', 'Name'], ['1', 'Budi'], ['2']])
  })

  test('[IM10] a line without any name', async () => {
    await expect(seen('PIN=1\tName=Budi\nhalo\n')).rejects.toThrow('damaged')
  })
})
