/** Uids as 16 bytes each, and the rows in which they stand: a table over those bytes, without an object a record. */
import { pageRecords } from '../../../shared/limits.ts'

/** Of one uid. */
export const uidWords = 4

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const digitOf = new Uint8Array(128).fill(255)
for (const [digit, letter] of [...'0123456789abcdef'].entries()) digitOf[letter.charCodeAt(0)] = digit

/** Writes the four words of a uid; false: it is none, and stands for itself by a sum of its letters. */
export function writeUid(uid: string, words: Uint32Array, at: number): boolean {
  let digits = 0
  let word = 0
  for (let i = 0; i < uid.length && uid.length === 36; i++) {
    const code = uid.charCodeAt(i)
    if (i === 8 || i === 13 || i === 18 || i === 23) {
      if (code !== 45) break
      continue
    }
    const digit = code < 128 ? (digitOf[code] ?? 255) : 255
    if (digit === 255) break
    word = (word << 4) | digit
    if ((++digits & 7) === 0) words[at + (digits >> 3) - 1] = word
  }
  if (digits === 32) return true
  for (let i = 0; i < uidWords; i++) words[at + i] = sumOf(uid, i)
  return false
}

function sumOf(text: string, seed: number): number {
  let sum = Math.imul(seed + 1, 0x9e3779b1)
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x85ebca6b) ^ (sum >>> 13)
  return sum
}

export function uidFrom(words: Uint32Array, at: number): string {
  let uid = ''
  for (let i = 0; i < 16; i++) {
    const byte = ((words[at + (i >> 2)] ?? 0) >>> (24 - (i & 3) * 8)) & 255
    uid += (hex[byte] ?? '') + (i === 3 || i === 5 || i === 7 || i === 9 ? '-' : '')
  }
  return uid
}

/** The words of the uids of each page, by its number. */
type Pages = readonly ({ uids: Uint32Array } | undefined)[]

const none = new Uint32Array(0)
const asked = new Uint32Array(uidWords)

/**
 * Open addressing. A place holds a row + 1, and counts only while that row has the uid: pages that go or change leave
 * their places behind.
 */
export class UidRows {
  /** Different uids. */
  size = 0
  private places = none
  private taken = 0
  /** The last search found no row: what it gave is a place for one. */
  private isFree = false
  private readonly pages: Pages

  constructor(pages: Pages) {
    this.pages = pages
    this.rebuild()
  }

  rowOf(uid: string): number | undefined {
    writeUid(uid, asked, 0)
    const place = this.placeOf(asked, 0)
    return this.isFree ? undefined : (this.places[place] ?? 0) - 1
  }

  /** Whether any of these uids has a row. */
  hasAny(words: Uint32Array): boolean {
    for (let at = 0; at < words.length; at += uidWords) {
      this.placeOf(words, at)
      if (!this.isFree) return true
    }
    return false
  }

  /** Before another page takes its place. */
  remove(number: number): void {
    const words = this.pages[number]?.uids ?? none
    for (let at = 0, row = number * pageRecords; at < words.length; at += uidWords, row++)
      if (this.places[this.placeOf(words, at)] === row + 1 && !this.isFree) this.size--
  }

  add(number: number): void {
    const words = this.pages[number]?.uids ?? none
    if ((this.taken + words.length / uidWords) * 2 > this.places.length) this.rebuild()
    else this.addWords(number, words)
  }

  private addWords(number: number, words: Uint32Array): void {
    for (let at = 0, row = number * pageRecords; at < words.length; at += uidWords, row++) {
      const place = this.placeOf(words, at)
      // What this page had was left there, and has been taken off the sum.
      if (this.isFree || this.places[place] === row + 1) this.size++
      if (this.places[place] === 0) this.taken++
      this.places[place] = row + 1
    }
  }

  private rebuild(): void {
    const held = this.pages.reduce((sum, page) => sum + (page?.uids.length ?? 0) / uidWords, 0)
    let length = 2 * pageRecords
    while (length < held * 2) length *= 2
    this.places = new Uint32Array(length)
    this.taken = this.size = 0
    for (const [number, page] of this.pages.entries()) if (page) this.addWords(number, page.uids)
  }

  private placeOf(words: Uint32Array, at: number): number {
    const a = words[at] ?? 0
    const b = words[at + 1] ?? 0
    const c = words[at + 2] ?? 0
    const d = words[at + 3] ?? 0
    const last = this.places.length - 1
    const hash = Math.imul(a ^ Math.imul(b ^ Math.imul(c, 0x85ebca6b), 0xc2b2ae35) ^ d, 0x9e3779b1)
    for (let place = (hash ^ (hash >>> 15)) & last; ; place = (place + 1) & last) {
      const row = (this.places[place] ?? 0) - 1
      this.isFree = row < 0
      if (this.isFree) return place
      const own = this.pages[Math.floor(row / pageRecords)]?.uids ?? none
      const from = (row % pageRecords) * uidWords
      if (own[from + 3] === d && own[from + 2] === c && own[from + 1] === b && own[from] === a) return place
    }
  }
}
