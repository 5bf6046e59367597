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

/** `numbers` in ascending order; each has `words` words of `bits`, a bit for each two texts. */
export interface Grams {
  numbers: Uint16Array
  bits: Int32Array
  words: number
}

/** a to z and 0 to 9 have a class each; the rest of ASCII shares class 0, and every other script the last one. */
const classes = 38
const foreign = classes - 1
const single = classes * classes
const gramCount = single + classes
const classOfCode = new Uint8Array(128)
for (const [index, letter] of [...'abcdefghijklmnopqrstuvwxyz0123456789'].entries())
  classOfCode[letter.charCodeAt(0)] = index + 1

function classOf(code: number): number {
  return code < 128 ? (classOfCode[code] ?? 0) : foreign
}

function classAt(text: string, index: number): number {
  return classOf(text.charCodeAt(index))
}

const isSeen = new Uint8Array(gramCount)
let drawn = new Int32Array(0)

export function gramsOf({ text, starts }: Texts): Grams {
  const count = starts.length - 1
  const words = (count + 63) >> 6
  if (drawn.length < gramCount * words) drawn = new Int32Array(gramCount * words)
  for (let index = 0; index < count; index++) {
    const word = index >> 6
    const bit = 1 << (index >> 1)
    const end = starts[index + 1] ?? 0
    let before = -1
    for (let at = starts[index] ?? 0; at < end; at++) {
      const own = classOf(text[at] ?? 0)
      draw(single + own, word, bit, words)
      if (before >= 0) draw(before * classes + own, word, bit, words)
      before = own
    }
  }
  return taken(words)
}

function draw(gram: number, word: number, bit: number, words: number): void {
  const place = gram * words + word
  drawn[place] = (drawn[place] ?? 0) | bit
  isSeen[gram] = 1
}

/** The grams that were drawn, without those that do not occur; the drawing board is clean again. */
function taken(words: number): Grams {
  let held = 0
  for (let gram = 0; gram < gramCount; gram++) held += isSeen[gram] ?? 0
  const numbers = new Uint16Array(held)
  const bits = new Int32Array(held * words)
  let place = 0
  for (let gram = 0; gram < gramCount; gram++) {
    if (isSeen[gram] === 0) continue
    const own = drawn.subarray(gram * words, (gram + 1) * words)
    bits.set(own, place * words)
    numbers[place++] = gram
    own.fill(0)
  }
  isSeen.fill(0)
  return { numbers, bits, words }
}

/** Of the block at hand, for each two texts whether they have all grams so far. */
const pairs = new Int32Array(pageRecords >> 6)

/** Leaves in `open` the texts that have all grams of `wanted`, or whose neighbour has; false when there are none. */
export function keepWithGrams(grams: Grams, wanted: string, open: Int32Array): boolean {
  pairs.fill(-1)
  for (let at = 0; at < gramsIn(wanted); at++) {
    const place = placeOf(grams, gramAt(wanted, at))
    if (place < 0 || !keepWith(grams, place)) return false
  }
  for (let word = 0; word < grams.words * 2; word++) {
    const own = (pairs[word >> 1] ?? 0) >>> ((word & 1) << 4)
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

/** The same for one text. */
export function hasGrams(grams: Grams, wanted: string, index: number): boolean {
  const { bits, words } = grams
  for (let at = 0; at < gramsIn(wanted); at++) {
    const place = placeOf(grams, gramAt(wanted, at))
    if (place < 0 || ((bits[place * words + (index >> 6)] ?? 0) & (1 << (index >> 1))) === 0) return false
  }
  return true
}

const gramsIn = (wanted: string) => Math.max(1, wanted.length - 1)

function gramAt(wanted: string, at: number): number {
  const first = classAt(wanted, at)
  return wanted.length === 1 ? single + first : first * classes + classAt(wanted, at + 1)
}

function placeOf({ numbers }: Grams, gram: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) < gram) low = middle + 1
    else high = middle
  }
  return numbers[low] === gram ? low : -1
}

function keepWith({ bits, words }: Grams, place: number): boolean {
  let any = 0
  for (let word = 0; word < words; word++)
    any |= pairs[word] = (pairs[word] ?? 0) & (bits[place * words + word] ?? 0)
  return any !== 0
}
