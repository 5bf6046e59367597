/** The Indonesian of the Ready screen. */
import type { enReady } from './en-ready.ts'

export const idReady: typeof enReady = {
  lead: 'Lihat ke sini sebelum Anda meninggalkan jaringan.',
  verdict: { ready: 'Siap', notYet: 'Belum siap', unknown: 'Belum diketahui' },
  readyText: 'Anda dapat meninggalkan jaringan: semuanya berjalan tanpa jaringan.',
  unknownText: 'Tidak semuanya dapat diperiksa di sini.',
  firstText: 'Lakukan ini dulu:',
  betterText: 'Lebih baik lagi:',
  more: 'Lalu {count} hal lagi di bawah.',
  work: {
    unknown: { is: 'Belum diketahui apakah semua di sini dapat dibaca' },
    fault: { is: 'Peramban ini tidak dapat menyimpan', do: '{fault}' },
    damaged: {
      is: 'Sebagian rekaman di sini tidak dapat dibaca',
      do: 'Sambungkan, lalu sinkronkan: rekaman itu datang lagi.',
    },
    unreadable: {
      is: '{count} perubahan yang Anda simpan di sini tidak dapat dibaca lagi',
      do: 'Sinkronisasi menyebut rekamannya. Isi lagi apa yang kurang di sana.',
    },
    readable: { is: 'Semua di sini dapat dibaca' },
  },
  app: {
    unknown: {
      is: 'Tidak diketahui apakah aplikasi terbuka tanpa jaringan',
      do: 'Berkasnya tidak disimpan di sini.',
    },
    ready: { is: 'Aplikasi terbuka tanpa jaringan' },
    storing: {
      is: 'Aplikasi belum dapat dibuka tanpa jaringan',
      do: 'Berkas aplikasi masih disimpan di peramban ini. Sampai selesai, biarkan aplikasi terbuka dan tetap tersambung. Jika tidak selesai juga, tutup peramban dan buka lagi.',
    },
    unreachable: {
      is: 'Aplikasi belum dapat dibuka tanpa jaringan',
      do: 'Berkas aplikasi belum semuanya dapat disimpan di peramban ini. Periksa sambungan; jika sambungan baik, kosongkan sebagian ruang. Akan dicoba lagi dengan sendirinya.',
    },
    full: {
      is: 'Aplikasi belum dapat dibuka tanpa jaringan',
      do: 'Tidak ada ruang di tablet atau komputer ini untuk berkas aplikasi. Kosongkan sebagian ruang. Akan dicoba lagi dengan sendirinya.',
    },
    forbidden: {
      is: 'Aplikasi tidak dapat dibuka tanpa jaringan',
      do: 'Peramban tidak mengizinkan aplikasi menyimpan berkasnya. Mungkin karena jendela privat atau setelan yang menolak data situs: buka aplikasi di jendela biasa. Jika sudah, ada sesuatu di antara peramban ini dan server yang menjawab untuknya: tunjukkan kepada admin.',
    },
  },
  account: {
    unknown: {
      is: 'Masuk sebagai {name}',
      do: 'Sampai kapan, diketahui begitu server menjawab. Tanpa jaringan Anda tetap dapat bekerja.',
    },
    until: {
      is: 'Masuk sebagai {name}, sampai {until}',
      do: 'Setelah itu Anda tetap dapat bekerja tanpa jaringan; untuk mengirim, masuk lagi. Setiap hari bersama server memperpanjangnya.',
    },
    ended: {
      is: 'Sesi Anda berakhir',
      do: 'Masuklah selagi ada jaringan: tanpa itu Anda dapat bekerja, tetapi tidak ada yang terkirim.',
    },
  },
  records: {
    unknown: { is: 'Belum diketahui rekaman mana yang ada di sini' },
    never: {
      is: 'Belum semua rekaman ada di sini',
      do: 'Sambungkan, dan biarkan aplikasi terbuka sampai di sini tertulis Siap.',
    },
    arriving: {
      is: 'Rekaman sedang tiba: {received} sejauh ini',
      do: 'Biarkan aplikasi terbuka sampai semuanya ada.',
    },
    old: {
      is: 'Rekaman di sini dari {synced}',
      do: 'Orang lain mungkin sudah mengubahnya. Sambungkan, lalu sinkronkan.',
    },
    complete: { is: 'Semua rekaman ada di sini' },
    synced: 'Sinkronisasi lengkap terakhir: {time}',
    newest: 'Perubahan terbaru yang diterima: {time}',
    noNewest: 'Perubahan terbaru yang diterima: tidak diketahui',
  },
  sending: {
    unknown: { is: 'Belum diketahui apa yang menunggu dikirim' },
    held: {
      is: 'Saat ini tidak ada yang terkirim',
      do: 'Sinkronisasi menyebut sebabnya, dan apa yang perlu dilakukan.',
    },
    waiting: {
      is: '{count} perubahan menunggu dikirim, sejak {since} | {count} perubahan menunggu dikirim, yang tertua sejak {since}',
      do: 'Pekerjaan itu aman di sini, dan lebih aman di server. Sambungkan, lalu sinkronkan; atau simpan salinannya sebagai berkas.',
    },
    sent: { is: 'Semua yang Anda simpan sudah terkirim' },
  },
  protection: {
    unknown: { is: 'Tidak diketahui apakah peramban menyimpan semua ini bila ruang hampir habis' },
    kept: { is: 'Terlindungi: peramban menyimpannya walau ruang hampir habis.' },
    loose: {
      is: 'Peramban dapat menghapusnya bila ruang hampir habis.',
      do: 'Minta peramban menyimpan semuanya.',
    },
    refused: {
      is: 'Peramban dapat menghapusnya bila ruang hampir habis.',
      do: 'Peramban tidak setuju. Memasang aplikasi biasanya membantu.',
    },
    week: {
      is: 'Di dalam tab, peramban ini menghapus semuanya setelah seminggu',
      do: 'Setelah dipakai tujuh hari tanpa membuka aplikasi ini semuanya hilang, juga yang belum terkirim. Aplikasi yang dipasang tetap menyimpannya: caranya ada di bawah.',
    },
  },
  space: {
    unknown: { is: 'Tidak diketahui berapa ruang yang tersisa' },
    enough: { is: 'Ruang cukup untuk berhari-hari: tersisa {free}', do: 'Terpakai: {used}.' },
    short: {
      is: 'Ruang sedikit: tersisa {free}',
      do: 'Kosongkan sebagian di tablet atau komputer ini: pekerjaan berhari-hari perlu {enough}. Terpakai di sini: {used}.',
    },
  },
  questions: {
    unknown: { is: 'Belum diketahui apakah ada yang menunggu Anda' },
    open: {
      is: '{count} pertanyaan menunggu Anda',
      do: 'Sebelum dijawab, yang Anda lakukan di sana belum terkirim.',
    },
    none: { is: 'Tidak ada yang menunggu Anda' },
  },
  installed: {
    yes: { is: 'Terpasang sebagai aplikasi' },
    offered: { is: 'Belum dipasang sebagai aplikasi', do: 'Dengan itu ada ikon dan jendela sendiri.' },
    menu: {
      is: 'Belum dipasang sebagai aplikasi',
      do: 'Pilih Pasang, atau Tambahkan ke Layar utama, di menu peramban.',
    },
    none: {
      is: 'Belum dipasang sebagai aplikasi',
      do: 'Peramban ini tidak menyediakannya; tab pun cukup.',
    },
    'home-screen': {
      is: 'Belum ada di Layar Utama',
      do: 'Tekan Bagikan, lalu Tambah ke Layar Utama. Aplikasi itu mulai kosong: kirim dulu yang menunggu di sini, lalu buka aplikasi itu dan masuk di sana.',
    },
    dock: {
      is: 'Belum ada di Dock',
      do: 'Pilih File, lalu Tambahkan ke Dock. Aplikasi itu mulai kosong: kirim dulu yang menunggu di sini, lalu buka aplikasi itu dan masuk di sana.',
    },
  },
  clock: {
    unknown: { is: 'Tepat tidaknya jam diketahui begitu server menjawab' },
    right: { is: 'Jam tepat' },
    ahead: {
      is: 'Jam terlalu cepat {off}',
      do: 'Setel jamnya: waktu pekerjaan Anda akan menyesatkan orang lain.',
    },
    behind: {
      is: 'Jam terlambat {off}',
      do: 'Setel jamnya: waktu pekerjaan Anda akan menyesatkan orang lain.',
    },
  },
  act: {
    retry: 'Coba lagi',
    protect: 'Lindungi',
    install: 'Pasang',
    look: 'Ke Sinkronisasi',
    answer: 'Jawab',
    file: 'Simpan sebagai berkas',
  },
}
