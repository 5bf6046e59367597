/**
 * Texts as they were entered and as they are searched, where these mostly differ in capitals alone: which letters are
 * capitals is noted, and the few texts of which that is not all stand by themselves.
 */
import { fold, foldsToLower } from '../../../shared/fold.ts'
import { blockOf, type TextBlock, toLower } from './text-block.ts'

interface BothForms {
  own: TextBlock
  folded: TextBlock
}

/** More of them take more room than all texts as they were entered. */
const textsPerOdd = 2
const mostOddLetters = 0xffff

export function inBothForms(texts: readonly string[]): BothForms {
  const isPlain = foldsToLower(texts.join(''))
  const inLower = texts.map(text => (isPlain ? text.toLowerCase() : fold(text)))
  if (inLower.every((lower, place) => lower === texts[place])) {
    const own = blockOf(texts)
    return { own, folded: own }
  }
  const isOdd = texts.map((text, place) => !isPlain && !differsInCapitals(text, inLower[place] ?? ''))
  const odd = texts.filter((_, place) => isOdd[place])
  const folded = blockOf(inLower)
  if (odd.length * textsPerOdd > texts.length || odd.join('').length > mostOddLetters)
    return { own: blockOf(texts), folded }
  const capitals = capitalsOf(
    texts.map((text, place) => (isOdd[place] ? '' : text)),
    folded,
  )
  const places = Uint16Array.from(texts.keys()).filter(place => isOdd[place])
  return {
    own: { ...folded, capitals, ...(odd.length > 0 && { odd: { places, texts: blockOf(odd) } }) },
    folded,
  }
}

function differsInCapitals(text: string, folded: string): boolean {
  if (text.length !== folded.length) return false
  for (let at = 0; at < text.length; at++) {
    const [code, other] = [text.charCodeAt(at), folded.charCodeAt(at)]
    if (code !== other && !(isCapital(code) && code + toLower === other)) return false
  }
  return true
}

const isCapital = (code: number): boolean => code >= 65 && code <= 90

/** A bit for each letter of the folded texts. */
function capitalsOf(texts: readonly string[], { text, starts }: TextBlock): Uint8Array {
  const bits = new Uint8Array((text.length + 7) >> 3)
  for (const [place, own] of texts.entries()) {
    const start = starts[place] ?? 0
    for (let at = 0; at < own.length; at++) {
      const bit = start + at
      if (isCapital(own.charCodeAt(at))) bits[bit >> 3] = (bits[bit >> 3] ?? 0) | (1 << (bit & 7))
    }
  }
  return bits
}
