/** Folding: the form in which texts are compared by search, without case, accents, apostrophes or hyphens. [SE1] */
import { between } from '../../../shared/joined-texts.ts'

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

/** Half-open ranges of `text` that fold to `terms`, merged and in order. */
export function marksIn(text: string, terms: readonly string[]): [number, number][] {
  const starts: number[] = []
  const ends: number[] = []
  let folded = ''
  let at = 0
  for (const character of text) {
    const piece = fold(character)
    folded += piece
    for (let i = 0; i < piece.length; i++) starts.push(at)
    at += character.length
    for (let i = 0; i < piece.length; i++) ends.push(at)
  }
  const ranges: [number, number][] = []
  for (const term of terms) {
    if (!term) continue
    for (let i = folded.indexOf(term); i >= 0; i = folded.indexOf(term, i + term.length))
      ranges.push([starts[i] ?? 0, ends[i + term.length - 1] ?? text.length])
  }
  return merged(ranges)
}

function merged(ranges: [number, number][]): [number, number][] {
  const result: [number, number][] = []
  for (const range of ranges.sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1)
    if (last && range[0] <= last[1]) last[1] = Math.max(last[1], range[1])
    else result.push([...range])
  }
  return result
}
