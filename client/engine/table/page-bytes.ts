/**
 * The bytes of a page. First words that say where everything stands, then the columns' codes, numbers and letters, each
 * from a multiple of eight on, and at last, as JSON, the names of the columns and what fits nowhere else.
 */
import type { Value } from '../../../shared/fields.ts'
import { evenLength, evenStarts } from './even-starts.ts'
import type { LaidPage } from './laid-page.ts'
import { numbersOf, type Numbers, writtenNumbers } from './numbers.ts'
import type { Page } from './page.ts'
import { countIn, type Others, type Part, partOf } from './part.ts'
import type { OddTexts, TextBlock } from './text-block.ts'
import { uidWords, writeUid } from './uids.ts'

/** A laid out page with the bytes that are stored. */
export interface PageBytes extends LaidPage {
  bytes: ArrayBuffer
}

/** The first forms of a page had no marked capitals and no even texts. Of JSON, as before them, no first byte is one of these. */
const format = 2
const formats = [1, format]
/** Beside it in the first word: numbers of two bytes. */
const hasShortIds = 1 << 8
const hasShortVersions = 1 << 9
const headWords = 8
const columnWords = 8
/** What a column's first word says. */
const forms = ['text', 'coded', 'date'] as const
const isZoned = 1 << 2
const isWide = 1 << 3
const isFoldedWide = 1 << 4
const hasLongStarts = 1 << 5
const hasLongFoldedStarts = 1 << 6
/** In place of its own letters stands which of the folded ones are capitals, in place of their starts the odd texts. */
const hasCapitals = 1 << 7
/** All are as long as is said in place of where they start. */
const isEven = 1 << 8
const isFoldedEven = 1 << 9

interface Beside {
  names: string[]
  uid?: string[]
  id?: string[]
  version?: number[]
  /** By the number of the column. */
  others: Record<string, [number, Value][]>
}

class Pieces {
  private end: number
  private readonly places = new Map<ArrayBufferView, number>()

  constructor(words: number) {
    this.end = words * 4
  }

  /** Where it will stand; the same piece stands there once. */
  add(piece: Uint8Array | Uint16Array | Uint32Array): number {
    const known = this.places.get(piece)
    if (known !== undefined) return known
    const place = (this.end + 7) & ~7
    this.places.set(piece, place)
    this.end = place + piece.byteLength
    return place
  }

  addNumbers({ base, offsets }: Numbers): number {
    const piece = new Uint8Array(8 + offsets.byteLength)
    new Float64Array(piece.buffer, 0, 1)[0] = base
    piece.set(new Uint8Array(offsets.buffer, offsets.byteOffset, offsets.byteLength), 8)
    return this.add(piece)
  }

  bytes(words: Uint32Array): ArrayBuffer {
    const bytes = new Uint8Array(this.end)
    bytes.set(new Uint8Array(words.buffer))
    for (const [{ buffer, byteOffset, byteLength }, place] of this.places)
      bytes.set(new Uint8Array(buffer, byteOffset, byteLength), place)
    return bytes.buffer
  }
}

export function layOut({ kind, page, revision, uid, id, version, fields }: Page): PageBytes {
  const columns = Object.entries(fields)
  const words = new Uint32Array(headWords + columns.length * columnWords)
  const pieces = new Pieces(words.length)
  const beside: Beside = { names: columns.map(([name]) => name), others: {} }
  const uids = new Uint32Array(uid.length * uidWords)
  if (!uid.map((each, slot) => writeUid(each, uids, slot * uidWords)).every(Boolean)) beside.uid = uid
  const [ids, versions] = [writtenNumbers(id), numbersOf(version)]
  if (!ids) beside.id = id
  if (!versions) beside.version = version
  const placed = (numbers: Numbers | null) => (numbers ? pieces.addNumbers(numbers) : 0)
  const isShort = (numbers: Numbers | null) => numbers?.offsets instanceof Uint16Array
  const first = format | (isShort(ids) ? hasShortIds : 0) | (isShort(versions) ? hasShortVersions : 0)
  words.set([first, uid.length, columns.length, 0, 0, pieces.add(uids), placed(ids), placed(versions)])
  for (const [number, [, values]] of columns.entries()) {
    const part = partOf(values)
    words.set(wordsOf(part, pieces), headWords + number * columnWords)
    if (part.others.size > 0) beside.others[number] = [...part.others]
  }
  const json = new TextEncoder().encode(JSON.stringify(beside))
  words.set([pieces.add(json), json.length], 3)
  return pageIn({ kind, page, revision }, pieces.bytes(words))
}

function wordsOf(part: Part, pieces: Pieces): number[] {
  const form: number = forms.indexOf(part.form)
  if (part.form === 'date') return [form | (part.zone ? isZoned : 0), countIn(part), pieces.addNumbers(part)]
  const { own, folded } = part
  const [length, foldedLength] = [evenLength(own.starts), evenLength(folded.starts)]
  const flags = [
    (own.odd?.texts.text ?? own.text) instanceof Uint16Array && isWide,
    folded.text instanceof Uint16Array && isFoldedWide,
    own.starts instanceof Uint32Array && hasLongStarts,
    folded.starts instanceof Uint32Array && hasLongFoldedStarts,
    own.capitals && hasCapitals,
    length !== null && isEven,
    foldedLength !== null && isFoldedEven,
  ]
  const placed = own.capitals
    ? [own.odd ? pieces.add(oddPiece(own.odd)) : 0, pieces.add(own.capitals)]
    : [length ?? pieces.add(own.starts), pieces.add(own.text)]
  return [
    flags.reduce<number>((all, flag) => all | Number(flag ?? 0), form),
    countIn(part),
    part.form === 'coded' ? pieces.add(part.codes) : 0,
    own.starts.length,
    ...placed,
    foldedLength ?? pieces.add(folded.starts),
    pieces.add(folded.text),
  ]
}

/** How many there are, which, where each starts, and the letters. */
function oddPiece({ places, texts: { starts, text } }: OddTexts): Uint8Array {
  const head = Uint16Array.of(places.length, ...places, ...starts)
  const piece = new Uint8Array(head.byteLength + text.byteLength)
  piece.set(new Uint8Array(head.buffer))
  piece.set(new Uint8Array(text.buffer, text.byteOffset, text.byteLength), head.byteLength)
  return piece
}

function oddAt(bytes: ArrayBuffer, at: number, isWideText: number): OddTexts {
  const [count = 0] = new Uint16Array(bytes, at, 1)
  const head = new Uint16Array(bytes, at, 2 * count + 2)
  const starts = head.subarray(count + 1)
  const Letters = isWideText ? Uint16Array : Uint8Array
  const text = new Letters(bytes, at + head.byteLength, starts[count] ?? 0)
  return { places: head.subarray(1, count + 1), texts: { text, starts, grams: null } }
}

export function isPageBytes(bytes: ArrayBuffer): boolean {
  return formats.includes(new Uint8Array(bytes)[0] ?? 0)
}

/** Nothing is read before it is asked for but the names. */
export function pageIn(address: Pick<Page, 'kind' | 'page' | 'revision'>, bytes: ArrayBuffer): PageBytes {
  const words = new Uint32Array(bytes, 0, headWords)
  const [first = 0, count = 0, columns = 0, at = 0, length = 0, uids = 0, ids = 0, versions = 0] = words
  const json = new TextDecoder().decode(new Uint8Array(bytes, at, length))
  const { names, others, uid: oddUids, id = [], version = [] } = JSON.parse(json) as Beside
  const directory = new Uint32Array(bytes, headWords * 4, columns * columnWords)
  return {
    ...address,
    bytes,
    count,
    names,
    oddUids,
    uids: new Uint32Array(bytes, uids, count * uidWords),
    ids: ids ? numbersAt(bytes, ids, { count, isShort: first & hasShortIds }) : id,
    versions: versions ? numbersAt(bytes, versions, { count, isShort: first & hasShortVersions }) : version,
    part(name) {
      const number = names.indexOf(name)
      const own = directory.subarray(number * columnWords, (number + 1) * columnWords)
      return number < 0 ? undefined : partAt(bytes, own, new Map(others[number]))
    },
  }
}

function numbersAt(
  bytes: ArrayBuffer,
  at: number,
  { count, isShort }: { count: number; isShort: number },
): Numbers {
  const [base = 0] = new Float64Array(bytes, at, 1)
  return { base, offsets: new (isShort ? Uint16Array : Uint32Array)(bytes, at + 8, count) }
}

function partAt(bytes: ArrayBuffer, words: Uint32Array, others: Others): Part {
  const [flags = 0, count = 0, at = 0, length = 0, starts = 0, own = 0, foldedStarts = 0, folded = 0] = words
  const form = forms[flags & 3] ?? 'text'
  if (form === 'date') {
    const [base = 0] = new Float64Array(bytes, at, 1)
    const zone = flags & isZoned ? 'Z' : ''
    return { form, base, offsets: new Uint32Array(bytes, at + 8, count), zone, others }
  }
  const block = (start: number, text: number, flag: Record<'isEven' | 'isLong' | 'isWide', number>) => {
    const Starts = flag.isLong ? Uint32Array : Uint16Array
    const bounds = flag.isEven ? evenStarts(length, start) : new Starts(bytes, start, length)
    const Letters = flag.isWide ? Uint16Array : Uint8Array
    return { text: new Letters(bytes, text, bounds[length - 1] ?? 0), starts: bounds, grams: null }
  }
  const ofFolded = {
    isEven: flags & isFoldedEven,
    isLong: flags & hasLongFoldedStarts,
    isWide: flags & isFoldedWide,
  }
  const ofOwn = { isEven: flags & isEven, isLong: flags & hasLongStarts, isWide: flags & isWide }
  const foldedBlock: TextBlock = block(foldedStarts, folded, ofFolded)
  const isShared = !(flags & hasCapitals) && folded === own && foldedStarts === starts
  const ownBlock = (): TextBlock =>
    flags & hasCapitals
      ? {
          ...foldedBlock,
          capitals: new Uint8Array(bytes, own, (foldedBlock.text.length + 7) >> 3),
          ...(starts && { odd: oddAt(bytes, starts, flags & isWide) }),
        }
      : block(starts, own, ofOwn)
  const both = { own: isShared ? foldedBlock : ownBlock(), folded: foldedBlock, others }
  return form === 'coded' ? { form, codes: new Uint8Array(bytes, at, count), ...both } : { form, ...both }
}
