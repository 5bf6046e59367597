/** The Indonesian of work that is handed over. */
import type { enHanded } from './en-handed.ts'

export const idHanded: typeof enHanded = {
  button: 'Serahkan',
  done: 'Diserahkan. Penanggung jawabnya yang memutuskan.',
  title: 'Diserahkan kepada Anda',
  lead: 'Orang lain tidak dapat mengirim ini lagi. Yang Anda ambil menjadi perubahan Anda sendiri.',
  take: 'Ambil',
  drop: 'Lepaskan',
  taken: 'Diambil. Dikirim pada sinkronisasi berikutnya.',
  dropped: 'Dilepaskan',
  dropTitle: 'Lepaskan pekerjaan {author}?',
  dropText: 'Tidak tersimpan di tempat lain. Di server tidak ada yang berubah.',
  changedSince: '{field} sekarang {value}',
  gone: 'sekarang sudah tidak ada',
  elsewhere: 'Ini memerlukan formulir: {issue}',
  over: 'Seseorang sudah melihat ini.',
}
