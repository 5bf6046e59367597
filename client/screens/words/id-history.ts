/** The Indonesian of what became of a record, and of the place of deleted ones. */
import type { enHistory } from './en-history.ts'

export const idHistory: typeof enHistory = {
  history: {
    title: 'Riwayat',
    made: 'menambahkannya',
    changed: 'mengubahnya',
    deleted: 'menghapusnya',
    back: 'mengembalikannya',
    somebody: 'Seseorang',
    times: 'dilakukan {made} · diterima {received}',
    was: 'dulu',
    is: 'menjadi',
    ownOnly:
      'Di bawah ini hanya yang Anda lakukan di sini. Perubahan orang lain dan yang lebih lama tampil setelah server menjawab.',
    none: 'Tidak ada perubahan Anda di sini yang masih diketahui.',
    earlier: 'Tampilkan perubahan sebelumnya',
    begin: 'Yang lebih lama tidak diketahui.',
    backTo: 'Kembali ke ini',
    isBack: '{title} kembali seperti pada {time}',
    cannot: 'Rekaman ini tidak dapat lagi seperti waktu itu. Ubah di formulirnya.',
  },
  deleted: {
    link: 'Terhapus',
    title: 'Terhapus: {kind}',
    lead: 'Setelah dipulihkan, rekamannya sama seperti semula. Yang sudah lama terhapus dapat dilupakan.',
    search: 'Cari {kind} yang terhapus',
    by: 'Dihapus oleh {name}, {time}',
    unsent: 'Belum terkirim',
    restore: 'Pulihkan',
    open: 'Buka',
    restored: '{title} dipulihkan',
    isThere: '{title} sudah ada lagi.',
    none: 'Tidak ada yang terhapus',
    noneHere: 'Anda tidak menghapus apa pun di sini',
    noMatch: 'Tidak ada rekaman terhapus dengan semua kata ini',
    ownOnly:
      'Di bawah ini hanya yang Anda hapus di sini. Yang dihapus orang lain tampil setelah server menjawab.',
    more: 'Tampilkan lagi',
    further: 'Cari lebih lama lagi',
    all: 'Itu semuanya.',
    look: 'Cari di yang terhapus',
  },
}
