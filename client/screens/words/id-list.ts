/** The Indonesian of a list’s sorting, columns and filters. */
import type { enList } from './en-list.ts'

export const idList: typeof enList = {
  sort: 'Urutkan',
  chooseSort: 'Urutkan daftar',
  sortField: 'Pilih dasar urutan',
  ascending: 'menaik',
  descending: 'menurun',
}
