/**
 * Texts one behind the other, a byte for each letter of Latin-1 and two for all others: read from the disk they are
 * searched as they are. Those who need a text as one get it made.
 */
import { pageRecords } from '../../../shared/limits.ts'
import { type Grams, isCertain, keepWithGrams, mayHold, type Texts } from './grams.ts'
import { lowestBit, type RowSet } from './row-set.ts'

/** Texts that a block does not hold as they are. */
export interface OddTexts {
  /** Which ones, in ascending order. */
  places: Uint16Array
  texts: TextBlock
}

export interface TextBlock extends Texts {
  /** Which letters are capitals, a bit each: `text` is then as it is searched. */
  capitals?: Uint8Array
  odd?: OddTexts
  /** Once there was time to draw them up: searching does without. */
  grams: Grams | null
}

const utf8 = new TextEncoder()
/** It gives what Latin-1 does, but for U+0080 to U+009F, which no block of single bytes holds. */
const latin1 = new TextDecoder('latin1')
/** So many characters one call may have as arguments. */
const charactersAtOnce = 4096

export function blockOf(texts: readonly string[]): TextBlock {
  const joined = texts.join('')
  const starts = new (joined.length < 1 << 16 ? Uint16Array : Uint32Array)(texts.length + 1)
  let end = 0
  for (let i = 0; i < texts.length; i++) starts[i + 1] = end += texts[i]?.length ?? 0
  return { text: codesOf(joined), starts, grams: null }
}

export function codesOf(text: string): Uint8Array | Uint16Array {
  const ascii = utf8.encode(text)
  if (ascii.length === text.length) return ascii
  const codes = Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
  return codes.every(code => code < 0x80 || (code >= 0xa0 && code < 0x100)) ? Uint8Array.from(codes) : codes
}

/** What is looked for in many pages, and many rows, is the same few words. */
const needles = new Map<string, Uint8Array | Uint16Array>()
const mostNeedles = 16

function needleOf(text: string): Uint8Array | Uint16Array {
  let codes = needles.get(text)
  if (codes) return codes
  if (needles.size >= mostNeedles) needles.clear()
  needles.set(text, (codes = codesOf(text)))
  return codes
}

/** Short ones by themselves: asking the browser takes longer than they are. */
function textOf(codes: Uint8Array | Uint16Array): string {
  if (codes.length > 64 && codes instanceof Uint8Array) return latin1.decode(codes)
  let text = ''
  for (let at = 0; at < codes.length; at += charactersAtOnce)
    text += Reflect.apply(String.fromCharCode, null, codes.subarray(at, at + charactersAtOnce))
  return text
}

export function textAt(block: TextBlock, index: number): string {
  const { starts, odd } = block
  const place = odd ? odd.places.indexOf(index) : -1
  if (odd && place >= 0) return textAt(odd.texts, place)
  return textOf(lettersIn(block, starts[index] ?? 0, starts[index + 1] ?? 0))
}

export function textsIn(block: TextBlock): string[] {
  const { text, starts, odd } = block
  const whole = textOf(lettersIn(block, 0, text.length))
  const texts = Array.from({ length: starts.length - 1 }, (_, index) =>
    whole.slice(starts[index], starts[index + 1]),
  )
  if (odd) for (const [index, place] of odd.places.entries()) texts[place] = textAt(odd.texts, index)
  return texts
}

/** Up to so many digits a number is exact. */
const exactDigits = 15

/** The number that text `index` writes in digits alone; −1 for an empty text, NaN for any other. */
export function numberIn({ text, starts, odd }: TextBlock, index: number): number {
  if (odd?.places.includes(index)) return NaN
  const start = starts[index] ?? 0
  const end = starts[index + 1] ?? 0
  if (end === start) return -1
  if (end - start > exactDigits) return NaN
  let number = 0
  for (let at = start; at < end; at++) {
    const digit = (text[at] ?? 0) - 48
    if (digit < 0 || digit > 9) return NaN
    number = number * 10 + digit
  }
  return number
}

/** From a capital to its small letter. */
export const toLower = 32

function lettersIn({ text, capitals }: TextBlock, start: number, end: number): Uint8Array | Uint16Array {
  if (!capitals) return text.subarray(start, end)
  const letters = text.slice(start, end)
  for (let byte = start >> 3; byte << 3 < end; byte++)
    for (let bits = capitals[byte] ?? 0; bits !== 0; bits &= bits - 1) {
      const at = (byte << 3) + lowestBit(bits) - start
      if (at >= 0 && at < letters.length) letters[at] = (letters[at] ?? 0) - toLower
    }
  return letters
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
  const codes = needleOf(wanted)
  for (let index = 0; index < starts.length - 1; index++)
    if (!hits.has(first + index) && find(text, codes, starts[index] ?? 0, starts[index + 1] ?? 0) >= 0)
      hits.add(first + index)
}

/** Where `wanted` stands in the text from `start` to before `end`, or −1. */
function find(
  text: Uint8Array | Uint16Array,
  wanted: Uint8Array | Uint16Array,
  start: number,
  end: number,
): number {
  const { length } = wanted
  if (length === 0) return start
  const first = wanted[0]
  const last = end - length
  for (let at = start; at <= last; at++) {
    if (text[at] !== first) continue
    let same = 1
    while (same < length && text[at + same] === wanted[same]) same++
    if (same === length) return at
  }
  return -1
}

/** The texts of the block at hand that may hold what is wanted. */
const open = new Int32Array(pageRecords >> 5)

function markByGrams({ text, starts }: TextBlock, grams: Grams, { wanted, hits, first }: Search): void {
  const from = first >> 5
  const words = (starts.length + 30) >> 5
  let isOpen = 0
  for (let word = 0; word < words; word++) isOpen |= open[word] = ~(hits.words[from + word] ?? 0)
  if (isOpen === 0) return
  open.fill(0, words)
  if (!keepWithGrams(grams, wanted, open)) return
  const codes = isCertain(wanted) ? null : needleOf(wanted)
  for (let word = 0; word < words; word++) {
    let found = open[word] ?? 0
    for (let bits = codes ? found : 0; bits !== 0; bits &= bits - 1) {
      const index = (word << 5) + lowestBit(bits)
      if (codes && find(text, codes, starts[index] ?? 0, starts[index + 1] ?? 0) < 0) found ^= bits & -bits
    }
    hits.words[from + word] = (hits.words[from + word] ?? 0) | found
  }
}

/** How well a text of the block holds `wanted`: 3 as a whole, 2 at the start of a word, 1 inside one, 0 not; null: none does. */
export function fitsOf(
  { text, starts, grams }: TextBlock,
  wanted: string,
): ((index: number) => number) | null {
  if (grams && !mayHold(grams, wanted)) return null
  const codes = needleOf(wanted)
  return index => fitWithin(text, codes, starts[index] ?? 0, starts[index + 1] ?? 0)
}

export function fitAt({ text, starts }: TextBlock, index: number, wanted: string): number {
  return fitWithin(text, needleOf(wanted), starts[index] ?? 0, starts[index + 1] ?? 0)
}

export function fitIn(text: string, wanted: string): number {
  return fitWithin(codesOf(text), needleOf(wanted), 0, text.length)
}

const space = 32

function fitWithin(...[text, wanted, start, end]: Parameters<typeof find>): number {
  let best = 0
  for (let at = find(text, wanted, start, end); at >= 0 && best < 3; at = find(text, wanted, at + 1, end)) {
    if (wanted.length === end - start) best = 3
    else best = Math.max(best, at === start || text[at - 1] === space ? 2 : 1)
  }
  return best
}
