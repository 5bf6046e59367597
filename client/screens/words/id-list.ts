/** The Indonesian of a list’s sorting, columns and filters. */
import type { enFilterOp, enList } from './en-list.ts'

export const idList: typeof enList = {
  sort: 'Urutkan',
  newestFirst: 'Terbaru dahulu',
  bestFirst: 'Paling cocok, lalu terbaru',
  foundIn: 'di {fields}',
  chooseSort: 'Urutkan daftar',
  sortField: 'Pilih dasar urutan',
  thenBy: 'Lalu menurut {field}',
  didYouMean: 'Maksud Anda',
  emptyFirst: 'Masing-masing menyebut satu {kind}, dan belum ada satu pun: mulailah dari situ.',
  newFirst: 'Tambahkan {kind} pertama',
  addPeople: 'Tambahkan orang',
  notReceivedTitle: 'Belum ada yang diterima',
  notReceivedText:
    'Yang dimasukkan orang lain datang dengan sinkronisasi pertama, yang sekali saja memerlukan sambungan.',
  ascending: 'menaik',
  descending: 'menurun',
  narrower: '{field}: lebih sempit',
  wider: '{field}: lebih lebar',
  moveUp: '{field}: lebih ke depan',
  moveDown: '{field}: lebih ke belakang',
  resetColumns: 'Seperti semula',
  today: 'Diubah hari ini',
  mine: 'Perubahan saya',
  or: 'atau',
  orOther: 'Atau yang lain',
  howFiltered: 'Cara menyaring {field}',
  days: 'Jumlah hari',
  newWith: '{kind} baru dengan {field} {code}',
}

export const idFilterOp: typeof enFilterOp = {
  contains: 'berisi',
  is: 'adalah',
  not: 'bukan',
  empty: 'kosong',
  filled: 'tidak kosong',
  from: 'dari',
  to: 'sampai',
  before: 'sebelum',
  after: 'sesudah',
  last: 'dalam … hari terakhir',
  next: 'dalam … hari mendatang',
  lastDays: 'hari ini | dalam {count} hari terakhir',
  nextDays: 'hari ini | dalam {count} hari mendatang',
}
