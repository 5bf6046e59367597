/** The Indonesian of the settings. */
import type { enSettings } from './en-settings.ts'

export const idSettings: typeof enSettings = {
  language: 'Bahasa',
  density: 'Tinggi baris',
  comfortable: 'Lega',
  dense: 'Rapat',
  theme: 'Warna',
  auto: 'Seperti sistem',
  light: 'Terang',
  dark: 'Gelap',
  account: 'Akun',
  signedInAs: 'Masuk sebagai {name}',
  signOut: 'Keluar',
  signOutTitle: 'Keluar?',
  signOutText:
    'Semua yang Anda simpan sudah terkirim. Data Anda dihapus dari peramban ini, dan kembali saat Anda masuk.',
  signOutUnsent:
    '{count} perubahan belum terkirim. Semuanya tetap di peramban ini dan dikirim setelah Anda masuk lagi di sini.',
  signOutUnreadable:
    '{count} perubahan tidak dapat dibaca lagi di peramban ini dan belum terkirim. Perubahan itu tetap ada di sini.',
  signOutOffline: 'Tidak ada jaringan: Anda baru dapat masuk lagi setelah ada jaringan.',
  stay: 'Tetap masuk',
  about: 'Tentang',
  version: 'Versi {version}',
  aboutText: 'Bekerja tanpa sambungan. Semua yang Anda simpan lebih dulu ada di peramban ini.',
  keys: 'Tombol',
  keyPalette: 'mencari rekaman, layar, atau tindakan',
  keySearch: 'cari',
  keySave: 'simpan formulir',
  keyNext: 'simpan formulir dan lanjut ke berikutnya',
  keyHelp: 'kegunaan suatu isian',
  keyPin: 'sematkan isian rekaman baru',
  keyCalendar: 'buka kalender suatu tanggal',
  keyUndo: 'batalkan yang terakhir dilakukan',
  keyRows: 'menelusuri baris',
  keyOpen: 'buka baris, atau satu-satunya hasil pencarian',
  keyNew: 'tambah rekaman',
  keyEdit: 'ubah rekaman',
  keyHits: 'ke rekaman berikutnya, dan kembali',
  keyKeys: 'tombol-tombol ini',
  keyEscape: 'tutup',
}
