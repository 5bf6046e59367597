/**
 * Which texts of a block hold which one or two letters: a search then looks only at texts that hold all of its pairs. Two
 * neighbours share a bit, as a bit for each would take more room than the texts.
 */

import { pageRecords } from '../../../shared/limits.ts'

/** Text i stands in [starts[i], starts[i + 1]). */
export interface Texts {
  text: Uint8Array | Uint16Array
  starts: Uint16Array | Uint32Array
}

/** `numbers` in ascending order; each has `words` words of `bits`. */
interface Drawn {
  numbers: Uint16Array
  bits: Int32Array
  words: number
}

export interface Grams {
  /** A bit for each text. */
  letters: Drawn
  /** A bit for each two texts. */
  pairs: Drawn
}

/** a to z and 0 to 9 have a class each; the rest of ASCII shares class 0, and every other script the last one. */
const classes = 38
const foreign = classes - 1
const classOfCode = new Uint8Array(128)
for (const [index, letter] of [...'abcdefghijklmnopqrstuvwxyz0123456789'].entries())
  classOfCode[letter.charCodeAt(0)] = index + 1

function classOf(code: number): number {
  return code < 128 ? (classOfCode[code] ?? 0) : foreign
}

function classAt(text: string, index: number): number {
  return classOf(text.charCodeAt(index))
}

/** What is being drawn: the grams that were seen, and the bits of each. */
class Board {
  private readonly isSeen: Uint8Array
  private readonly bits: Int32Array
  private readonly wordsOfGram: number

  constructor(grams: number, wordsOfGram: number) {
    this.isSeen = new Uint8Array(grams)
    this.bits = new Int32Array(grams * wordsOfGram)
    this.wordsOfGram = wordsOfGram
  }

  draw(gram: number, bit: number): void {
    const place = gram * this.wordsOfGram + (bit >> 5)
    this.bits[place] = (this.bits[place] ?? 0) | (1 << bit)
    this.isSeen[gram] = 1
  }

  /** Without those that do not occur; the board is clean again. */
  taken(count: number): Drawn {
    const words = (count + 31) >> 5
    const seen: number[] = []
    for (let gram = 0; gram < this.isSeen.length; gram++) if (this.isSeen[gram] === 1) seen.push(gram)
    const numbers = Uint16Array.from(seen)
    const bits = new Int32Array(numbers.length * words)
    for (const [place, gram] of seen.entries()) {
      const own = this.bits.subarray(gram * this.wordsOfGram, gram * this.wordsOfGram + words)
      bits.set(own, place * words)
      own.fill(0)
    }
    this.isSeen.fill(0)
    return { numbers, bits, words }
  }
}

const letterBoard = new Board(classes, pageRecords >> 5)
const pairBoard = new Board(classes * classes, pageRecords >> 6)

/** Of at most as many texts as a page has. */
export function gramsOf({ text, starts }: Texts): Grams {
  const count = starts.length - 1
  for (let index = 0; index < count; index++) {
    const end = starts[index + 1] ?? 0
    let before = -1
    for (let at = starts[index] ?? 0; at < end; at++) {
      const own = classOf(text[at] ?? 0)
      letterBoard.draw(own, index)
      if (before >= 0) pairBoard.draw(before * classes + own, index >> 1)
      before = own
    }
  }
  return { letters: letterBoard.taken(count), pairs: pairBoard.taken((count + 1) >> 1) }
}

/** Whether a text with all grams of `wanted` holds it for certain. */
export function isCertain(wanted: string): boolean {
  const own = wanted.length === 1 ? classAt(wanted, 0) : 0
  return own !== 0 && own !== foreign
}

/** Of the block at hand, for each two texts whether they have all grams so far. */
const both = new Int32Array(pageRecords >> 6)

/** Leaves in `open` the texts that have all grams of `wanted`, or whose neighbour has; false when there are none. */
export function keepWithGrams({ letters, pairs }: Grams, wanted: string, open: Int32Array): boolean {
  if (wanted.length === 1) return keepWith(letters, classAt(wanted, 0), open)
  both.fill(-1)
  for (let at = 0; at < wanted.length - 1; at++) if (!keepWith(pairs, pairAt(wanted, at), both)) return false
  for (let word = 0; word < open.length; word++) {
    const own = (both[word >> 1] ?? 0) >>> ((word & 1) << 4)
    open[word] = (open[word] ?? 0) & doubled(own & 0xffff)
  }
  return true
}

/** Each of 16 bits twice. */
function doubled(bits: number): number {
  let spread = (bits | (bits << 8)) & 0x00ff00ff
  spread = (spread | (spread << 4)) & 0x0f0f0f0f
  spread = (spread | (spread << 2)) & 0x33333333
  spread = (spread | (spread << 1)) & 0x55555555
  return spread | (spread << 1)
}

/** The grams of many blocks, some of which may be gone: what is not among them stands in none. */
export class SeenGrams {
  private readonly letters = new Uint8Array(classes)
  private readonly pairs = new Uint8Array(classes * classes)

  add({ letters, pairs }: Grams): void {
    for (const gram of letters.numbers) this.letters[gram] = 1
    for (const gram of pairs.numbers) this.pairs[gram] = 1
  }

  mayHold(wanted: string): boolean {
    if (wanted.length === 1) return this.letters[classAt(wanted, 0)] === 1
    for (let at = 0; at < wanted.length - 1; at++) if (this.pairs[pairAt(wanted, at)] !== 1) return false
    return true
  }
}

/** Whether some text of the block may hold it. */
export function mayHold({ letters, pairs }: Grams, wanted: string): boolean {
  if (wanted.length === 1) return placeOf(letters, classAt(wanted, 0)) >= 0
  for (let at = 0; at < wanted.length - 1; at++) if (placeOf(pairs, pairAt(wanted, at)) < 0) return false
  return true
}

function pairAt(wanted: string, at: number): number {
  return classAt(wanted, at) * classes + classAt(wanted, at + 1)
}

function placeOf({ numbers }: Drawn, gram: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) < gram) low = middle + 1
    else high = middle
  }
  return numbers[low] === gram ? low : -1
}

function keepWith(drawn: Drawn, gram: number, open: Int32Array): boolean {
  const { bits, words } = drawn
  const place = placeOf(drawn, gram)
  let any = 0
  for (let word = 0; word < words && place >= 0; word++)
    any |= open[word] = (open[word] ?? 0) & (bits[place * words + word] ?? 0)
  return any !== 0
}
