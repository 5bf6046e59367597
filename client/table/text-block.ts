/** Texts one behind the other in one string: searching it is a few native calls, not one for each text. */
import { fieldEnd, fold, isPlain } from './fold.ts'

/** Text i stands in [starts[i], starts[i + 1] − 1), with `fieldEnd` behind it. */
export interface TextBlock {
  text: string
  starts: Uint32Array
}

export function blockOf(texts: readonly string[]): TextBlock {
  const starts = new Uint32Array(texts.length + 1)
  let end = 0
  for (let i = 0; i < texts.length; i++) {
    end += (texts[i]?.length ?? 0) + 1
    starts[i + 1] = end
  }
  return { text: texts.length > 0 ? texts.join(fieldEnd) + fieldEnd : '', starts }
}

export function textAt({ text, starts }: TextBlock, index: number): string {
  return text.slice(starts[index], (starts[index + 1] ?? 1) - 1)
}

/** Each text folded. What is folded already is shared, not copied. */
export function foldedBlock(block: TextBlock): TextBlock {
  const { text, starts } = block
  const count = starts.length - 1
  const texts = text.split(fieldEnd)
  // A text may hold the separator itself; then the pieces are more than the texts.
  if (texts.length === count + 1 && isPlain(texts.join(''))) {
    const lower = text.toLowerCase()
    return lower === text ? block : { text: lower, starts }
  }
  return blockOf(Array.from({ length: count }, (_, index) => fold(textAt(block, index))))
}

/** With so few texts left in a block, each is looked at by itself: the others would only hold things up. */
const fewTexts = 32

/** Sets hits[first + i] where text i holds `wanted`; texts whose hit is set already are passed over. */
export function markHolding(block: TextBlock, wanted: string, hits: Uint8Array, first = 0): void {
  const { text, starts } = block
  const count = starts.length - 1
  let open = 0
  for (let index = 0; index < count; index++) if (hits[first + index] !== 1) open++
  if (open <= fewTexts) {
    for (let index = 0; open > 0 && index < count; index++) {
      if (hits[first + index] === 1) continue
      open--
      if (textAt(block, index).includes(wanted)) hits[first + index] = 1
    }
    return
  }
  for (let index = 0; index < count; index++) {
    while (index < count && hits[first + index] === 1) index++
    const at = index < count ? text.indexOf(wanted, starts[index]) : -1
    if (at < 0) return
    while ((starts[index + 1] ?? Infinity) <= at) index++
    hits[first + index] = 1
  }
}

/** How well text `index` holds `wanted`: 3 as a whole, 2 at the start of a word, 1 inside a word, 0 not at all. */
export function fitOf(block: TextBlock, index: number, wanted: string): number {
  const own = textAt(block, index)
  let best = 0
  for (let at = own.indexOf(wanted); at >= 0 && best < 3; at = own.indexOf(wanted, at + 1)) {
    if (own.length === wanted.length) best = 3
    else best = Math.max(best, at === 0 || own[at - 1] === ' ' ? 2 : 1)
  }
  return best
}
