/** Faktor kedua, dalam bahasa Indonesia. */
import type { enSecondFactor } from './en-second-factor.ts'

export const idSecondFactor: typeof enSecondFactor = {
  title: 'Faktor kedua',
  off: 'Kata sandi saja cukup untuk masuk. Dengan faktor kedua, kode dari aplikasi di ponsel Anda juga diminta.',
  on: 'Saat masuk, kode dari aplikasi Anda juga diminta.',
  must: 'Admin wajib memilikinya di sini. Sampai Anda memilikinya, yang khusus admin tidak dapat Anda lakukan.',
  turnOn: 'Nyalakan',
  turnOff: 'Matikan',
  renew: 'Kode pemulihan baru',
  password: 'Kata sandi Anda',
  code: 'Kode dari aplikasi',
  codeOrRecovery: 'Kode dari aplikasi, atau kode pemulihan',
  next: 'Lanjut',
  scanText:
    'Pindai ini dengan aplikasi kode di ponsel Anda, misalnya yang menyimpan kata sandi. Lalu ketik kode yang ditampilkannya.',
  qr: 'Rahasia untuk aplikasi kode',
  byHand: 'Atau ketik ini di sana:',
  recoveryTitle: 'Kode pemulihan Anda',
  recoveryText:
    'Masing-masing dapat dipakai masuk satu kali bila ponsel tidak ada. Kode hanya ditampilkan kali ini: simpan terpisah dari ponsel.',
  save: 'Simpan sebagai berkas',
  kept: 'Sudah saya simpan',
  turnedOn: 'Faktor kedua menyala',
  turnedOff: 'Faktor kedua mati',
}
