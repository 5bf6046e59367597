/** The Indonesian of fields while they are typed. */
import type { enFields } from './en-fields.ts'

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
  what: 'Apa itu {field}?',
}
