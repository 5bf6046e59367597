/** Which texts of a block hold which one or two letters: a search then looks only at texts that hold all of its pairs. */

/** Text i stands in [starts[i], starts[i + 1]). */
export interface Texts {
  text: Uint8Array | Uint16Array
  starts: Uint16Array | Uint32Array
}

/** `numbers` in ascending order; each has `words` words of `bits`, a bit for each text. */
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
  const words = (count + 31) >> 5
  if (drawn.length < gramCount * words) drawn = new Int32Array(gramCount * words)
  for (let index = 0; index < count; index++) {
    const word = index >> 5
    const bit = 1 << (index & 31)
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

/** Whether a text with all grams of `wanted` holds it for certain. */
export function isCertain(wanted: string): boolean {
  if (wanted.length > 2) return false
  for (let at = 0; at < wanted.length; at++) {
    const own = classAt(wanted, at)
    if (own === 0 || own === foreign) return false
  }
  return true
}

/** Leaves in `open` the texts that have all grams of `wanted`; false when there are none. */
export function keepWithGrams(grams: Grams, wanted: string, open: Int32Array): boolean {
  for (let at = 0; at < gramsIn(wanted); at++)
    if (!keepWith(grams, placeOf(grams, gramAt(wanted, at)), open)) return false
  return true
}

/** The same for one text. */
export function hasGrams(grams: Grams, wanted: string, index: number): boolean {
  const { bits, words } = grams
  for (let at = 0; at < gramsIn(wanted); at++) {
    const place = placeOf(grams, gramAt(wanted, at))
    if (place < 0 || ((bits[place * words + (index >> 5)] ?? 0) & (1 << (index & 31))) === 0) return false
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

function keepWith({ bits, words }: Grams, place: number, open: Int32Array): boolean {
  if (place < 0) return false
  let any = 0
  for (let word = 0; word < words; word++)
    any |= open[word] = (open[word] ?? 0) & (bits[place * words + word] ?? 0)
  return any !== 0
}
