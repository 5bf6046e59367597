/** The Indonesian of what the records of a kind come to. It comes with its screen. */
export const idOverview = {
  lead: '{count} rekaman di peramban ini, juga yang belum terkirim. Batang membuka rekamannya. | Semua {count} rekaman di peramban ini, juga yang belum terkirim. Setiap batang membuka rekamannya.',
  empty: 'Belum ada yang dapat dihitung',
  by: 'Menurut {field}',
  standing: 'Masa berlaku',
  days: 'Terakhir diubah dalam 30 hari ini',
  valid: 'Berlaku',
  ending: 'Berakhir dalam 30 hari',
  later: 'Belum mulai',
  ended: 'Berakhir',
  others: 'Semua lainnya',
  left: 'Semua lainnya: {count}',
  none: 'Tidak ada',
  table: 'Sebagai tabel',
  value: 'Nilai',
  records: 'Rekaman',
  share: 'Bagian',
}
