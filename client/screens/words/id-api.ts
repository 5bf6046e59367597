/** Halaman tentang /api/v1, dalam bahasa Indonesia. Uraiannya sendiri berbahasa Inggris dalam setiap bahasa. */
import type { enApi } from './en-api.ts'

export const idApi: typeof enApi = {
  lead: 'Apa yang dapat dibaca dan ditulis program Anda di sini, menurut aturan aplikasi ini.',
  inEnglish: 'Yang berikut ini adalah uraian yang juga dibaca program. Uraian itu berbahasa Inggris.',
  document: 'Uraian ini sebagai berkas (OpenAPI 3.1)',
  entrance: 'Cara masuk',
  each: 'Setiap permintaan membawa tokennya dalam header: `authorization: Bearer rec_…`',
  shell: 'Untuk contoh di bawah ini, dalam shell:',
  fields: 'Kolom',
  fieldsOf: 'Kolom sebuah data',
  parameters: 'Parameter',
  body: 'Isi, sebagai JSON',
  answers: 'Jawaban',
  failures: 'Kegagalan',
  failuresText: 'Sebagai application/problem+json, dengan salah satu kode ini:',
  example: 'Contoh',
  required: 'wajib',
  upTo: 'paling banyak {count} karakter',
  usual: '{value} bila tidak disebut',
  header: 'header',
  path: 'alamat',
  filters: 'Saringan',
  filtersText:
    'Nilai kolom sama dengan itu. Dengan `.from` atau `.to` di belakang namanya: mulai dari situ, atau sampai situ, termasuk ujungnya.',
  with: 'dengan {names}',
  copy: 'Salin',
  copyOf: 'Salin: {name}',
  copied: 'Disalin',
  notCopied: 'Peramban ini tidak mengizinkan penyalinan. Pilih teksnya lalu salin.',
}
