/** The Indonesian of the Sync screen. */
import type { enSync } from './en-sync.ts'

export const idSync: typeof enSync = {
  lead: 'Apa yang menunggu dikirim, dan apa yang sudah terkirim.',
  now: 'Sinkronkan sekarang',
  last: 'Sinkronisasi terakhir',
  never: 'belum pernah',
  waiting: 'Menunggu dikirim',
  waitingNone: 'Tidak ada yang menunggu. Semua yang Anda simpan sudah terkirim.',
  waitingRest: 'Tidak ada lagi yang menunggu dikirim.',
  unreadable: 'Tidak dapat dibaca di peramban ini',
  unreadableText:
    '{count} perubahan yang Anda simpan tidak dapat dibaca lagi di peramban ini, sehingga tidak dapat dikirim. Perubahan itu tetap ada di sini, karena versi aplikasi berikutnya mungkin dapat membacanya. Lihat rekaman di bawah dan isi lagi apa yang kurang di sana.',
  unreadableNew: '{kind} yang tidak ada di peramban ini',
  unoffered:
    'Server dipulihkan dari cadangan. {count} perubahan yang pernah terkirim dari peramban ini tidak dapat dikirim lagi, karena tidak dapat dibaca lagi di sini. Yang lebih baru daripada cadangan itu tidak ada di server. Tunjukkan ini kepada admin.',
  sentUnreadable:
    '{count} perubahan yang terkirim tidak dapat dibaca lagi di sini. Server sudah menerimanya.',
  unsaved: 'Formulir yang belum disimpan',
  unsavedGone: 'Diubah, dari rekaman yang tidak ada di peramban ini',
  unsavedOpen: 'Buka {title}',
  unsavedDiscard: 'Buang {title}',
  sent: 'Terkirim dari peramban ini',
  sentNone: 'Tidak ada yang terkirim dari peramban ini dalam 30 hari terakhir.',
  sentUnread:
    'Daftar yang terkirim sedang tidak dapat dibaca dari peramban ini. Akan dicoba lagi dengan sendirinya.',
  file: 'Simpan yang belum terkirim sebagai berkas',
  fileHint:
    'Salinan untuk disimpan atau diserahkan, terbaca tanpa aplikasi ini. Isinya semua yang belum terkirim, termasuk yang rahasia.',
  fileUnreadable: 'Dari perubahan yang tidak dapat dibaca, hanya rekamannya yang disebut.',
  read: {
    file: 'Baca berkas',
    hint: 'Pekerjaan belum terkirim yang disimpan sebagai berkas dilanjutkan di sini, atau di peramban lain.',
    title: 'Pekerjaan belum terkirim dari {time}',
    nothing: 'Tidak ada yang baru di dalamnya.',
    add: 'Tambahkan {count} rekaman',
    unreadable: '{count} lainnya di dalamnya tidak dapat dibaca, dan dilewati.',
    added: 'Ditambahkan: {count} rekaman',
    none: 'Tidak ada yang ditambahkan: semuanya sudah ada di sini.',
    standing: {
      here: 'sudah menunggu di sini',
      done: 'sudah terkirim dari sini, atau ditarik kembali',
      unknown: 'tidak dikenal aplikasi ini, dan dilewati',
    },
    refused: {
      foreign: 'Ini bukan berkas pekerjaan belum terkirim, atau berkasnya rusak.',
      newer: 'Berkas ini dari versi aplikasi yang lebih baru. Perbarui dulu, lalu baca.',
      'somebody else': 'Berkas ini berisi pekerjaan orang lain. Ia harus masuk untuk membacanya.',
      'too large': 'Berkas ini terlalu besar untuk berkas pekerjaan belum terkirim.',
    },
  },
  first: 'Sinkronisasi pertama',
  firstText: '{count} rekaman sejauh ini. Anda dapat bekerja selagi sisanya tiba.',
  hold: {
    'sign-in': 'Sesi Anda berakhir. Semua tersimpan di peramban ini; masuk untuk mengirimnya.',
    upgrade:
      'Server memerlukan versi aplikasi yang lebih baru. Semua tersimpan di peramban ini; perbarui untuk mengirimnya.',
    'server-upgrade':
      'Aplikasi ini lebih baru daripada server dan menunggu pembaruannya. Perubahan Anda tetap ada di peramban ini.',
    permission: 'Peran Anda tidak boleh mengirim. Semua tersimpan di peramban ini; hubungi admin.',
    refused: 'Server menolak percobaan terakhir. {reason} Tidak ada yang hilang. Beri tahu pengelola server.',
    stuck:
      'Server menjawab, tetapi beberapa perubahan belum terkirim selama lebih dari sepuluh menit. Semuanya aman di peramban ini. Tekan Sinkronkan sekarang; jika tidak membantu, muat ulang aplikasi. Jika masih menunggu, simpan pekerjaan yang belum terkirim sebagai berkas di bawah dan tunjukkan kepada admin.',
  },
  error: 'Percobaan terakhir gagal. {reason} Akan dicoba lagi dengan sendirinya.',
  op: { create: 'Baru', update: 'Diubah', delete: 'Dihapus' },
  takeBack: 'Tarik kembali',
  takeBackOf: 'Tarik kembali {title}',
  takeBackTitle: 'Tarik kembali yang Anda lakukan pada {title}?',
  takeBackText: {
    create: 'Ini hanya ada di tablet atau komputer ini, dan akan hilang:',
    update: 'Rekamannya akan seperti semula. Ini akan hilang:',
    delete: 'Rekamannya akan tetap ada.',
  },
  takeBackReferrers: 'Yang lain di sini memakainya, dan tidak dapat dikirim tanpanya:',
  takenBack: 'Ditarik kembali: {title}',
  takenBackPartly: 'Ditarik kembali: {title}. Sebagian sedang dikirim ke server, dan tetap ada.',
  takenTooLate: '{title} sedang dikirim ke server, atau sudah sampai. Buka rekamannya untuk mengubahnya.',
  byYou: 'Anda',
  startedNow: 'Sinkronisasi dimulai',
  more: 'dan {count} lagi',
}
