/** The Indonesian of signing in, of users and of their roles. */
import type { enAccounts } from './en-accounts.ts'

export const idAccounts: typeof enAccounts = {
  signIn: {
    title: 'Masuk',
    username: 'Nama pengguna',
    password: 'Kata sandi',
    submit: 'Masuk',
    first: 'Masuk pertama di suatu peramban memerlukan sambungan. Setelah itu Anda dapat bekerja tanpanya.',
    offline: 'Anda luring. Untuk masuk diperlukan sambungan ke server.',
    keep: 'Pekerjaan yang belum terkirim aman di peramban ini.',
    continue: 'Lanjut tanpa masuk',
    code: 'Kode',
    codeHint: 'Dari aplikasi Anda, atau kode pemulihan.',
    byCode: 'Siapkan dengan kode',
    otherUser:
      'Masuk sebagai {name} untuk mengirim pekerjaan {name}. Orang lain mendapat ruang kerjanya sendiri.',
  },
  setup: {
    title: 'Siapkan server ini',
    lead: 'Server mencetak kode penyiapan saat dimulai. Dengannya Anda membuat admin pertama.',
    code: 'Kode penyiapan',
    submit: 'Buat admin',
    done: 'Admin sudah dibuat. Selamat datang.',
  },
  users: {
    lead: 'Admin mengelola semua orang, pengelola mereka yang diurusnya; editor menulis, pembaca membaca.',
    new: 'Pengguna baru',
    create: 'Buat pengguna',
    name: 'Nama',
    passwordHint: 'Paling sedikit {min} karakter, dan sulit ditebak: beberapa kata, tanpa nama.',
    role: 'Peran',
    roleOf: 'Peran {name}',
    disabled: 'Dinonaktifkan',
    disable: 'Nonaktifkan',
    enable: 'Aktifkan',
    reset: 'Atur ulang kata sandi',
    resetTitle: 'Kata sandi baru untuk {name}',
    disableTitle: 'Nonaktifkan {name}?',
    disableText:
      'Ia tidak dapat lagi masuk atau mengirim. Pekerjaannya yang belum terkirim tetap di tempat ia mengerjakannya.',
    resetFactor: 'Setel ulang faktor kedua',
    disableRevoke: 'Hapus juga data mereka dari semua peramban mereka. Yang belum dikirim hilang.',
    you: 'Anda',
    created: '{name} kini dapat masuk',
    changed: 'Diubah',
    offline: 'Daftar pengguna ada di server. Sambungkan untuk mengelolanya.',
    onlyAdmins: 'Admin mengelola pengguna, dan pengelola apa yang boleh dilihat orang-orangnya.',
  },
  role: { admin: 'Admin', manager: 'Pengelola', editor: 'Editor', viewer: 'Pembaca' },
}
