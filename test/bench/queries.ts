/** What people type: names, parts of card numbers, two words, nothing that is there, one letter. */
export const typedQueries = [
  'dewi',
  'budi',
  'lestari',
  'santoso',
  'wati',
  'putra',
  'siti nur',
  'agus set',
  'dewi 0042',
  'budi 77',
  '0042',
  '7731',
  '00815',
  '99999',
  'zzkx',
  'qqq 1',
  'xylofoon',
  'a',
  'e',
  '7',
]

/** Asked for first, right after a first sync and after opening: a name that many have. */
export const commonWord = 'dewi'

/** Of somebody who types fast. */
export const keyPauseMs = 120
