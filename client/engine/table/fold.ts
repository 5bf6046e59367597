/** Folding: the form in which texts are compared by search, without case, accents or compatibility forms. [SE1] */
import { between } from '../../../shared/joined-texts.ts'

/** To fold these is to put them into lower case, and nothing more. */
const plain = /^[\x20-\x7e]*$/

/** Holds nothing that stands between joined texts. */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
    .replaceAll(between, ' ')
}

/** Half-open ranges of `text` that fold to `terms`, merged and in order. */
export function marksIn(text: string, terms: readonly string[]): [number, number][] {
  const ends: number[] = []
  let folded = ''
  let at = 0
  for (const character of text) {
    const piece = fold(character)
    folded += piece
    at += character.length
    for (let i = 0; i < piece.length; i++) ends.push(at)
  }
  const startOf = (index: number) => (index === 0 ? 0 : (ends[index - 1] ?? 0))
  const ranges: [number, number][] = []
  for (const term of terms) {
    if (!term) continue
    for (let i = folded.indexOf(term); i >= 0; i = folded.indexOf(term, i + term.length))
      ranges.push([startOf(i), ends[i + term.length - 1] ?? text.length])
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
