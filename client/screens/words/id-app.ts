/** The Indonesian of what happens to the app itself: a new version, data lost or damaged, failures. */
import type { ErrorCode } from '../../../shared/errors.ts'
import type { enApp } from './en-app.ts'

const notUnderstood = 'Aplikasi dan server tidak saling mengerti. Muat ulang aplikasi, lalu coba lagi.'

/** The failures of a request, and what to do about each. */
const failures: Record<ErrorCode, string> = {
  unreachable: 'Server tidak terjangkau. Periksa sambungan.',
  malformed_json: notUnderstood,
  bad_utf8: notUnderstood,
  duplicate_key: notUnderstood,
  too_deep: notUnderstood,
  signed_out: 'Sesi Anda berakhir. Masuk dulu.',
  revoked: 'Seorang admin telah mencabut peramban ini. Data di dalamnya dihapus.',
  wrong_credentials: 'Nama pengguna atau kata sandi salah.',
  second_factor_needed: 'Kode dari aplikasi Anda juga diperlukan.',
  wrong_second_factor: 'Kode itu tidak benar, atau sudah dipakai.',
  second_factor_required: 'Admin wajib memiliki faktor kedua di sini. Nyalakan dulu di Pengaturan.',
  forbidden: 'Peran Anda tidak mengizinkan ini.',
  account_disabled: 'Akun ini dinonaktifkan. Hubungi admin.',
  last_admin: 'Ini admin terakhir. Jadikan orang lain admin dulu.',
  wrong_user: 'Pekerjaan ini milik orang lain. Ia harus masuk untuk mengirimnya.',
  cross_site: 'Server menolak ini karena tampak datang dari situs lain. Muat ulang aplikasi.',
  wrong_code: 'Kode itu tidak benar, atau tidak berlaku lagi.',
  not_found: 'Ini sudah tidak ada di server.',
  method_not_allowed: notUnderstood,
  wrong_host: notUnderstood,
  timed_out: 'Sambungan terlalu lambat. Coba lagi.',
  protocol_unsupported:
    'Server perlu versi lain dari aplikasi ini. Muat ulang aplikasi untuk memperbaruinya.',
  server_outdated: 'Server lebih lama daripada aplikasi ini. Server harus diperbarui dahulu.',
  setup_done: 'Penyiapan sudah dilakukan. Silakan masuk.',
  username_taken: 'Nama pengguna ini sudah dipakai.',
  in_use: 'Rekaman lain merujuk kepadanya.',
  key_reused: 'Sesuatu yang lain telah dikirim dengan kunci ini.',
  no_room: 'Jumlahnya sudah sebanyak yang boleh ada. Akhiri satu dulu.',
  changed_meanwhile: 'Orang lain telah mengubahnya sementara itu.',
  invalid_record: 'Rekaman ini tidak sah.',
  version_required: 'Tidak disebutkan versi mana yang dilihat.',
  cursor_expired: 'Peramban ini lama tidak tersambung dan mengambil semuanya lagi.',
  too_large: 'Ini terlalu banyak untuk diterima server sekaligus.',
  not_json: notUnderstood,
  encoded_body: notUnderstood,
  invalid_request: 'Server tidak menerima nilai-nilai ini.',
  unknown_field: notUnderstood,
  weak_password:
    'Kata sandi terlalu pendek, umum, atau mudah ditebak. Pakai beberapa kata yang tidak berkaitan, tanpa nama.',
  too_many: 'Terlalu banyak percobaan. Tunggu semenit, lalu coba lagi.',
  internal: 'Server mengalami kesalahan. Coba lagi nanti.',
  unavailable: 'Server sedang sibuk. Coba lagi nanti.',
}

export const idApp: typeof enApp = {
  damage:
    'Sebagian data di peramban ini tidak dapat dibaca lagi, jadi daftar tidak lengkap. Data itu datang lagi pada sinkronisasi berikutnya.',
  damageOnly: 'Isian Anda aman.',
  loss: {
    title: 'Peramban telah menghapus data yang disimpan aplikasi ini di dalamnya.',
    unsent:
      'Sejauh yang diketahui, semuanya sudah terkirim. | {count} perubahan yang belum terkirim hilang. | {count} perubahan yang belum terkirim hilang.',
    unknown: 'Jika ada perubahan Anda yang belum terkirim, perubahan itu hilang.',
    again: 'Selebihnya diambil lagi dari server.',
    read: 'Saya sudah membaca ini',
  },
  update: {
    ready: 'Versi baru siap',
    update: 'Perbarui',
    later: 'Simpan atau tutup formulir dulu, lalu perbarui.',
    soon: 'Halaman ini memuatnya begitu formulir disimpan atau ditutup.',
  },
  error: {
    title: 'Terjadi kesalahan',
    text: 'Yang sudah Anda simpan aman di peramban ini.',
    reload: 'Muat ulang',
    screen: 'Layar ini tidak dapat dimuat. Muat ulang aplikasi, atau kembali lagi saat ada koneksi.',
    notFoundTitle: 'Tidak ada apa-apa di sini',
    notFoundText: 'Alamat ini tidak menuju ke layar mana pun.',
    opening: 'Membuka…',
    openTitle: 'Data di peramban ini tidak dapat dibuka',
    withNumber: '{text} Pengelola server menemukannya dengan nomor {number}.',
    ...failures,
  },
}
