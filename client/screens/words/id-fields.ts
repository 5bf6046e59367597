/** The Indonesian of fields while they are typed. */
import type { enFields, enScan } from './en-fields.ts'

export const idFields: typeof enFields = {
  calendar: 'Kalender: {field}',
  today: 'Hari ini',
  monthBefore: 'Bulan sebelumnya',
  monthAfter: 'Bulan berikutnya',
  yearBefore: 'Tahun sebelumnya',
  yearAfter: 'Tahun berikutnya',
  untilDayEnd: 'sampai akhir hari itu',
  hits: 'Hasil daftar',
  before: 'Hasil sebelumnya',
  after: 'Hasil berikutnya',
  duplicate: 'Gandakan',
  saveAndNext: 'Simpan dan berikutnya',
  pin: 'Pertahankan {field} untuk rekaman baru berikutnya',
  edit: 'Ubah {field}',
  kept: 'Tidak ditampilkan untuk Anda. Jika dikosongkan, isinya tetap; yang Anda ketik di sini menggantikannya.',
  lately: 'belum lama ini',
  what: 'Apa itu {field}?',
}

export const idScan: typeof enScan = {
  open: 'Pindai {what} dengan kamera',
  title: 'Pindai kode',
  hint: 'Arahkan kode ke kamera sampai terbaca.',
  picture: 'Yang dilihat kamera',
  denied:
    'Peramban ini tidak boleh memakai kamera. Izinkan untuk halaman ini di setelan peramban, lalu coba lagi. Atau tutup ini dan ketik nomornya.',
  missing:
    'Tidak ada kamera yang ditemukan. Sambungkan satu, lalu coba lagi. Atau tutup ini dan ketik nomornya.',
  failed:
    'Kamera sedang tidak dapat dipakai; mungkin aplikasi lain memakainya. Tutup aplikasi itu, lalu coba lagi. Atau tutup ini dan ketik nomornya.',
}
