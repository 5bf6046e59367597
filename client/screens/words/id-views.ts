/** The Indonesian of saved views. */
import type { enViews } from './en-views.ts'

export const idViews: typeof enViews = {
  title: 'Tampilan',
  choose: 'Tampilan tersimpan',
  all: 'Semua {kind}',
  changed: 'diubah sejak disimpan',
  saveAs: 'Simpan sebagai tampilan baru…',
  saveChanges: 'Simpan perubahan pada “{name}”',
  name: 'Nama tampilan',
  nameless: 'Beri nama.',
  tooLong: 'Paling banyak {max} karakter; ini {count}.',
  taken: 'Sudah ada tampilan bernama “{name}”. Ganti?',
  replace: 'Ganti',
  rename: 'Ganti nama “{name}”',
  delete: 'Hapus “{name}”',
  opens: 'Buka daftar dengan “{name}”',
  saved: 'Tampilan disimpan: {name}',
  deleted: 'Tampilan dihapus: {name}',
  tooMuch:
    'Ini lebih dari yang dapat disimpan akun Anda: yang baru hanya ada di peramban ini. Hapus tampilan yang tidak perlu.',
}
