/** Where in a text the terms of a search stand, whatever its case, accents, apostrophes and hyphens. */
import { fold } from '../../../shared/fold.ts'

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
