/** Where in a text the terms of a search stand, whatever its case, accents, apostrophes and hyphens. */
import { fold, foldsToLower } from '../../../shared/fold.ts'

/** Half-open ranges of `text` that fold to `terms`, merged and in order. */
export function marksIn(text: string, terms: readonly string[]): [number, number][] {
  const { folded, starts, ends } = foldsToLower(text) ? { folded: text.toLowerCase() } : foldedPieces(text)
  const ranges: [number, number][] = []
  for (const term of terms) {
    if (!term) continue
    for (let i = folded.indexOf(term); i >= 0; i = folded.indexOf(term, i + term.length))
      ranges.push(
        starts && ends ? [starts[i] ?? 0, ends[i + term.length - 1] ?? text.length] : [i, i + term.length],
      )
  }
  return merged(ranges)
}

/** Where the piece of `text` starts and ends that became each of the letters. */
function foldedPieces(text: string): { folded: string; starts?: number[]; ends?: number[] } {
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
  return { folded, starts, ends }
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
