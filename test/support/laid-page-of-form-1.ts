/** A page, and the bytes in which the app laid it out before capitals were marked and texts could be even. */
import type { Page } from '../../client/engine/table/page.ts'

const count = 6
const all = <T>(of: (record: number) => T): T[] => Array.from({ length: count }, (_, record) => of(record))
const hex = '0123456789abcdef'

export const page: Page = {
  ...{ kind: 'record_b', page: 3, revision: 7 },
  uid: all(record => `019a0000-0000-7000-8000-00000000000${hex[record]}`),
  id: all(record => String(100 + record)),
  version: all(record => 7 + record),
  fields: {
    nama: ['Budi Santoso', 'SITI', 'ayu', '', 'Z', 'a-B'],
    pin: ['0001', '0002', '0003', '0004', '0005', '0006'],
    alamat: ["Ma'ruf", 'Éva', '表 ABC', '😀', 'x', ''],
    kode: ['AB', 'CD', 'EF', 'GH', 'IJ', 'KL'],
    unit: ['1', '1', '1', '1', '1', '1'],
    pt: ['Smg', 'Smg', null, 'Smg', 'Smg', 'Smg'],
    dari: ['2026-01-05T08:30:00', null, '', '2026-01-06T08:30:00', null, null],
    aktif: [true, false, null, true, true, false],
  },
}

export const bytes = Uint8Array.from(
  Buffer.from(
    [
      'AQMAAAYAAAAIAAAAOAMAAMMAAAAgAQAAgAEAAJgBAAAAAAAABgAAAAAAAAAHAAAAsAEAAMABAADYAQAA6AEAAAAAAAAGAAAAAAAA',
      'AAcAAAAAAgAAEAIAAAACAAAQAgAAGAAAAAYAAAAAAAAABwAAACgCAAA4AgAAYAIAAHACAAAAAAAABgAAAAAAAAAHAAAAkAIAAKAC',
      'AACQAgAAsAIAAAEAAAAGAAAAwAIAAAIAAADIAgAA0AIAAMgCAADQAgAAAAAAAAYAAAAAAAAABwAAANgCAADoAgAA2AIAAPgCAAAC',
      'AAAABgAAAAgDAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAGAAAAAAAAAAcAAAAoAwAAOAMAACgDAAA4AwAAAACaAQBwAAAAAACA',
      'AAAAAAAAmgEAcAAAAAAAgAEAAAAAAJoBAHAAAAAAAIACAAAAAACaAQBwAAAAAACAAwAAAAAAmgEAcAAAAAAAgAQAAAAAAJoBAHAA',
      'AAAAAIAFAAAAAAAAAAAAWUAAAAEAAgADAAQABQAAAAAAAAAAAAAAHEAAAAEAAgADAAQABQAAAAAAAAAMABAAEwATABQAFwAAAEJ1',
      'ZGkgU2FudG9zb1NJVElheXVaYS1CAAAADAAQABMAEwAUABYAAABidWRpIHNhbnRvc29zaXRpYXl1emFiAAAAAAQACAAMABAAFAAY',
      'AAAAMDAwMTAwMDIwMDAzMDAwNDAwMDUwMDA2AAAGAAkADgAQABEAEQAAAE0AYQAnAHIAdQBmAMkAdgBhAGiIIABBAEIAQwA92ADe',
      'eAAAAAAAAAAAAAUACAANAA8AEAAQAAAAbQBhAHIAdQBmAGUAdgBhAGiIIABhAGIAYwA92ADeeAAAAAIABAAGAAgACgAMAAAAQUJD',
      'REVGR0hJSktMAAAAAGFiY2RlZmdoaWprbAAAAAAAAAAAAAAAAAAAAQAAAAAAMQAAAAAAAAAAAAMABgAGAAkADAAPAAAAU21nU21n',
      'U21nU21nU21nAHNtZ3NtZ3NtZ3NtZ3NtZwAAAACi3VbaQQAAAAAAAAAAAAAAAIBRAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB7',
      'Im5hbWVzIjpbIm5hbWEiLCJwaW4iLCJhbGFtYXQiLCJrb2RlIiwidW5pdCIsInB0IiwiZGFyaSIsImFrdGlmIl0sIm90aGVycyI6',
      'eyI1IjpbWzIsbnVsbF1dLCI2IjpbWzEsbnVsbF0sWzIsIiJdLFs0LG51bGxdLFs1LG51bGxdXSwiNyI6W1swLHRydWVdLFsxLGZh',
      'bHNlXSxbMixudWxsXSxbMyx0cnVlXSxbNCx0cnVlXSxbNSxmYWxzZV1dfX0=',
    ].join(''),
    'base64',
  ),
).buffer
