/**
 * One gzip stream put together from parts that were compressed before, each by itself, and small ones that are not
 * compressed at all. A browser reads each part as it comes.
 */
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'

/** A part, ready to stand anywhere in a stream. */
export interface Deflated {
  bytes: Buffer
  /** Of what was compressed. */
  crc: number
  length: number
  /** What it does to the checksum of all that stands before it. */
  shift: Uint32Array
}

const deflate = promisify(deflateRaw)

/** Ends at a whole byte, and nothing in it looks back beyond its beginning. */
export async function deflated(text: Buffer, level: number): Promise<Deflated> {
  const bytes = await deflate(text, { level, finishFlush: constants.Z_SYNC_FLUSH })
  return { bytes, crc: crc32(text), length: text.length, shift: shiftOf(text.length) }
}

const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** A last block with nothing in it. */
const end = Buffer.from([1, 0, 0, 0xff, 0xff])
const blockBytes = 0xffff

export async function* spliced(parts: AsyncIterable<Deflated | Buffer>): AsyncGenerator<Buffer> {
  let crc = 0
  let length = 0
  let isBegun = false
  for await (const part of parts) {
    const bytes = Buffer.isBuffer(part) ? stored(part) : part.bytes
    crc = Buffer.isBuffer(part) ? crc32(part, crc) : (times(part.shift, crc) ^ part.crc) >>> 0
    length += part.length
    yield isBegun ? bytes : Buffer.concat([head, bytes])
    isBegun = true
  }
  const tail = Buffer.alloc(8)
  tail.writeUInt32LE(crc, 0)
  tail.writeUInt32LE(length >>> 0, 4)
  yield Buffer.concat([...(isBegun ? [] : [head]), end, tail])
}

/** As it is, in blocks that say how long they are. */
function stored(bytes: Buffer): Buffer {
  const blocks: Buffer[] = []
  for (let start = 0; start < bytes.length; start += blockBytes) {
    const block = bytes.subarray(start, start + blockBytes)
    const lengths = Buffer.alloc(5)
    lengths.writeUInt16LE(block.length, 1)
    lengths.writeUInt16LE(~block.length & 0xffff, 3)
    blocks.push(lengths, block)
  }
  return Buffer.concat(blocks)
}

/**
 * CRC-32 is linear: that of two parts one after the other is that of the first, as so many zero bytes change it, xor that
 * of the second. A change is 32 columns of 32 bits.
 */
function shiftOf(bytes: number): Uint32Array {
  let shift: Uint32Array = Uint32Array.from({ length: 32 }, (_, bit) => (1 << bit) >>> 0)
  let power: Uint32Array = byteShift
  for (let left = bytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) shift = after(power, shift)
    power = after(power, power)
  }
  return shift
}

/** The polynomial of gzip, lowest bit first. */
const polynomial = 0xedb88320
const bitShift: Uint32Array = Uint32Array.from({ length: 32 }, (_, bit) =>
  bit === 0 ? polynomial : (1 << (bit - 1)) >>> 0,
)
const byteShift = [1, 2, 3].reduce<Uint32Array>(shift => after(shift, shift), bitShift)

function after(second: Uint32Array, first: Uint32Array): Uint32Array {
  return first.map(column => times(second, column))
}

function times(shift: Uint32Array, crc: number): number {
  let sum = 0
  for (let bit = 0, left = crc; left !== 0; bit++, left >>>= 1) if (left & 1) sum ^= shift[bit] ?? 0
  return sum >>> 0
}
