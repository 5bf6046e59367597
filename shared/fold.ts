/** Folding: the form in which texts are compared by search, without case, accents, apostrophes or hyphens. [SE1] */
import { between } from './joined-texts.ts'

/** To fold these is to put them into lower case, and nothing more: ASCII without apostrophes, hyphens and grave accents. */
const lowering = /^[\x20-\x26\x28-\x2c\x2e-\x5f\x61-\x7e]*$/

export function foldsToLower(text: string): boolean {
  return lowering.test(text)
}

/** They have no other form than lower case. */
const ascii = /^[\x20-\x7e]*$/

/** What people leave out, or write in many ways: Ma'ruf, Ma’ruf, Maruf; Nur-Aini, Nur‑Aini, Nuraini. */
const leftOut = /['’‘‛ʼʻʹ′＇`´\u00ad\p{Pd}]/gu

/** Holds nothing that stands between joined texts. May be empty: of hyphens alone nothing is left. */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase().replace(/['`-]/g, '')
  return text
    .replace(leftOut, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
    .replaceAll(between, ' ')
}
