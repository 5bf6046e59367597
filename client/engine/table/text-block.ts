/** Texts one behind the other in one string: searching it is a few native calls, not one for each text. */
import { pageRecords } from '../../../shared/limits.ts'
import { between } from '../../../shared/joined-texts.ts'
import { fold, foldsToLower } from '../../../shared/fold.ts'
import { type Grams, hasGrams, isCertain, keepWithGrams, type Texts } from './grams.ts'
import { lowestBit, type RowSet } from './row-set.ts'

/** `between` stands between each two texts. */
export interface TextBlock extends Texts {
  /** Once there was time to draw them up: searching does without. */
  grams: Grams | null
}

export function blockOf(texts: readonly string[]): TextBlock {
  const starts = new Uint32Array(texts.length + 1)
  let end = 0
  for (let i = 0; i < texts.length; i++) {
    end += (texts[i]?.length ?? 0) + 1
    starts[i + 1] = end
  }
  return { text: texts.join(between), starts, grams: null }
}

const counted = new Uint32Array(pageRecords + 1)

/** A block of up to a page of texts that are joined already. */
export function joinedBlock(text: string): TextBlock {
  let count = 1
  for (let at = text.indexOf(between); at >= 0; at = text.indexOf(between, at + 1)) counted[count++] = at + 1
  counted[count++] = text.length + 1
  return { text, starts: counted.slice(0, count), grams: null }
}

export function textAt({ text, starts }: TextBlock, index: number): string {
  return text.slice(starts[index], (starts[index + 1] ?? 1) - 1)
}

/** Up to so many digits a number is exact. */
const exactDigits = 15

/** The number that text `index` writes in digits alone; −1 for an empty text, NaN for any other. */
export function numberIn({ text, starts }: TextBlock, index: number): number {
  const start = starts[index] ?? 0
  const end = (starts[index + 1] ?? 1) - 1
  if (end === start) return -1
  if (end - start > exactDigits) return NaN
  let number = 0
  for (let at = start; at < end; at++) {
    const digit = text.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return NaN
    number = number * 10 + digit
  }
  return number
}

/** Each text folded; none of them holds `between`. A block that is folded already is shared, not copied. */
export function foldedBlock(block: TextBlock): TextBlock {
  const { text, starts } = block
  if (foldsToLower(text)) {
    const lower = text.toLowerCase()
    return lower === text ? block : { text: lower, starts, grams: null }
  }
  return blockOf(Array.from({ length: starts.length - 1 }, (_, index) => fold(textAt(block, index))))
}

interface Search {
  wanted: string
  hits: RowSet
  /** The number of text 0; a multiple of 32. */
  first: number
}

/** Adds first + i to the hits where text i holds `wanted`; texts that are among them already are passed over. */
export function markHolding(block: TextBlock, search: Search): void {
  if (block.grams && search.wanted !== '') markByGrams(block, block.grams, search)
  else markByReading(block, search)
}

function markByReading({ text, starts }: TextBlock, { wanted, hits, first }: Search): void {
  const count = starts.length - 1
  for (let index = 0; index < count; index++) {
    while (index < count && hits.has(first + index)) index++
    const at = index < count ? text.indexOf(wanted, starts[index]) : -1
    if (at < 0) return
    while ((starts[index + 1] ?? Infinity) <= at) index++
    hits.add(first + index)
  }
}

/** The texts of the block at hand that may hold what is wanted. */
const open = new Int32Array(pageRecords >> 5)

function markByGrams(block: TextBlock, grams: Grams, { wanted, hits, first }: Search): void {
  const from = first >> 5
  for (let word = 0; word < grams.words; word++) open[word] = ~(hits.words[from + word] ?? 0)
  if (!keepWithGrams(grams, wanted, open)) return
  const certain = isCertain(wanted)
  for (let word = 0; word < grams.words; word++) {
    let found = open[word] ?? 0
    if (!certain)
      for (let bits = found; bits !== 0; bits &= bits - 1)
        if (!textAt(block, (word << 5) + lowestBit(bits)).includes(wanted)) found ^= bits & -bits
    hits.words[from + word] = (hits.words[from + word] ?? 0) | found
  }
}

/** How well text `index` holds `wanted`: 3 as a whole, 2 at the start of a word, 1 inside a word, 0 not at all. */
export function fitOf(block: TextBlock, index: number, wanted: string): number {
  if (block.grams && !hasGrams(block.grams, wanted, index)) return 0
  const own = textAt(block, index)
  let best = 0
  for (let at = own.indexOf(wanted); at >= 0 && best < 3; at = own.indexOf(wanted, at + 1)) {
    if (own.length === wanted.length) best = 3
    else best = Math.max(best, at === 0 || own[at - 1] === ' ' ? 2 : 1)
  }
  return best
}
