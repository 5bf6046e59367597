/**
 * The parts of a ZIP archive (APPNOTE 6.3), each unpacked only when it is asked for. What the archive says of a part is
 * held against what comes out of it, at once: a part that grows beyond its size is cut off.
 */
import { Inflate } from 'fflate'
import { createCRC32 } from 'hash-wasm'
import { breath, harmless, mostFolds, mostUnpacked, orDamaged, refuse } from './limits.ts'

export interface Part {
  /** As other parts call it: without a leading slash. */
  name: string
  packed: number
  unpacked: number
  /** 0: as it is, 8: deflated. */
  method: number
  crc: number
  isLocked: boolean
  /** Where its own header begins. */
  at: number
}

const endMark = 0x06054b50
const end64Mark = 0x06064b50
const locator64Mark = 0x07064b50
const entryMark = 0x02014b50
const localMark = 0x04034b50
/** The last record, with the longest comment, and what stands before it in a large archive. */
const longestEnd = 22 + 0xffff + 20
/** Names and places of some 50,000 parts: a workbook has dozens. */
const longestDirectory = 4 * 2 ** 20
/** Stands for a number that has no room in 32 bits. */
const beyond = 0xffffffff

const viewOf = async (file: Blob, start: number, end: number) =>
  new DataView(await file.slice(start, end).arrayBuffer())

export async function partsOf(file: Blob): Promise<Map<string, Part>> {
  const { start, size } = await directoryOf(file)
  if (size > longestDirectory || start + size > file.size) refuse('damaged')
  const view = await viewOf(file, start, start + size)
  return orDamaged(() => partsIn(view))
}

async function directoryOf(file: Blob): Promise<{ start: number; size: number }> {
  const from = Math.max(0, file.size - longestEnd)
  const tail = await viewOf(file, from, file.size)
  let at = tail.byteLength - 22
  while (at >= 0 && tail.getUint32(at, true) !== endMark) at--
  if (at < 0) return refuse('damaged')
  const found = { size: tail.getUint32(at + 12, true), start: tail.getUint32(at + 16, true) }
  const isLarge = found.start === beyond || found.size === beyond
  if (!isLarge || at < 20 || tail.getUint32(at - 20, true) !== locator64Mark) return found
  const place = Number(tail.getBigUint64(at - 12, true))
  const large = await viewOf(file, place, place + 56)
  if (large.byteLength < 56 || large.getUint32(0, true) !== end64Mark) refuse('damaged')
  return { size: Number(large.getBigUint64(40, true)), start: Number(large.getBigUint64(48, true)) }
}

function partsIn(view: DataView): Map<string, Part> {
  const parts = new Map<string, Part>()
  const decoder = new TextDecoder()
  for (let at = 0; at + 46 <= view.byteLength;) {
    if (view.getUint32(at, true) !== entryMark) refuse('damaged')
    const [nameLength, extraLength] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true)]
    const written = decoder.decode(new Uint8Array(view.buffer, at + 46, nameLength))
    const name = written.replaceAll('\\', '/').replace(/^\//, '')
    const part = {
      name,
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      isLocked: (view.getUint16(at + 8, true) & 1) === 1,
      at: view.getUint32(at + 42, true),
    }
    readLarge(part, new DataView(view.buffer, at + 46 + nameLength, extraLength))
    parts.set(name.toLowerCase(), part)
    at += 46 + nameLength + extraLength + view.getUint16(at + 32, true)
  }
  return parts
}

/** Numbers beyond 32 bits stand behind the name, those that are needed, in this order. */
function readLarge(part: Part, extra: DataView): void {
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) !== 1) continue
    let next = at + 4
    for (const key of ['unpacked', 'packed', 'at'] as const) {
      if (part[key] !== beyond) continue
      part[key] = Number(extra.getBigUint64(next, true))
      next += 8
    }
  }
}

/** Bytes of one archive that were unpacked so far, and that were read. */
export interface Spent {
  unpacked: number
  packed: number
}

/** Packed bytes that are unpacked in one go: what comes out of them is 17 MB at most, and mostly some 200 kB. */
const bite = 2 ** 14

/** Piece by piece. Throws `locked`, `damaged`, and `too large` for what is packed tighter than anything honest. */
export async function* unpack(file: Blob, part: Part, spent: Spent): AsyncGenerator<Uint8Array> {
  if (part.isLocked) refuse('locked')
  const isBomb = part.unpacked > Math.max(harmless, part.packed * mostFolds)
  if (isBomb || spent.unpacked + part.unpacked > mostUnpacked) refuse('too large')
  spent.unpacked += part.unpacked
  const header = await viewOf(file, part.at, part.at + 30)
  if (header.byteLength < 30 || header.getUint32(0, true) !== localMark) refuse('damaged')
  const start = part.at + 30 + header.getUint16(26, true) + header.getUint16(28, true)
  if (start + part.packed > file.size || (part.method !== 0 && part.method !== 8)) refuse('damaged')
  const pieces: Uint8Array[] = []
  const inflate = part.method === 8 ? new Inflate(piece => pieces.push(piece)) : null
  const crc = await createCRC32()
  let size = 0

  for (let at = 0; at < part.packed || (at === 0 && part.packed === 0); at += breath) {
    const end = Math.min(at + breath, part.packed)
    const bytes = new Uint8Array(await file.slice(start + at, start + end).arrayBuffer())
    for (let from = 0; from < bytes.length; from += bite) {
      const packed = bytes.subarray(from, from + bite)
      const isLast = at + from + bite >= part.packed
      if (inflate) orDamaged(() => inflate.push(packed, isLast))
      else pieces.push(packed)
      spent.packed += packed.length
      for (const piece of pieces.splice(0)) {
        size += piece.length
        if (size > part.unpacked) refuse('damaged')
        crc.update(piece)
        yield piece
      }
    }
    if (part.packed === 0) break
  }
  if (size !== part.unpacked || Number.parseInt(crc.digest('hex'), 16) !== part.crc) refuse('damaged')
}
