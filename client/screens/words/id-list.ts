/** The Indonesian of a list’s sorting, columns and filters. */
import type { enList } from './en-list.ts'

export const idList: typeof enList = {
  sort: 'Urutkan',
  chooseSort: 'Urutkan daftar',
  sortField: 'Pilih dasar urutan',
  ascending: 'menaik',
  descending: 'menurun',
  narrower: '{field}: lebih sempit',
  wider: '{field}: lebih lebar',
  moveUp: '{field}: lebih ke depan',
  moveDown: '{field}: lebih ke belakang',
  resetColumns: 'Seperti semula',
}
