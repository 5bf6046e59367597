/** Bahasa Indonesia untuk mengambil data sebagai berkas. */
import type { enExport } from './en-export.ts'

export const idExport: typeof enExport = {
  title: 'Ekspor {kind}',
  which: 'Data yang mana',
  all: 'Semua {count}',
  selected: '{count} yang dipilih',
  matching: '{count} yang cocok',
  format: 'Format',
  csv: 'CSV, untuk program apa pun',
  xlsx: 'Buku kerja Excel (.xlsx)',
  json: 'JSON, untuk program',
  paper: 'Tabel di kertas, atau PDF',
  print: 'Cetak',
  columns: 'Kolom',
  allFields: 'Semua isian, dan id',
  listFields: 'Yang ada di daftar',
  mark: 'Untuk Excel: dengan tanda UTF-8',
  secrets: 'Dengan {fields}',
  open: 'Siapa pun yang memegang berkas ini dapat membaca isinya.',
  told: 'Bahwa Anda mengambilnya, dengan {fields}, tercatat dalam audit.',
  make: 'Ekspor',
  making: 'Membuat berkas…',
  made: 'Diekspor: {count} data | Diekspor: {count} data',
}
