/** The gate before every handler that takes a body: strict JSON of a bounded size and depth, and nothing else. [RQ2] */
import { AppError } from '../../shared/errors.ts'
import { maxJsonDepth } from '../../shared/limits.ts'
import type { Every } from '../sync/pokes.ts'
import { checkTexts } from './texts.ts'

/** [CE4] Bytes, from somebody who has not said who they are: names, passwords and codes. */
export const openBodyBytes = 16 * 1024

/** [RQ2] Of what is no push: twice what the largest of it, preferences, may keep. */
export const bodyBytes = 128 * 1024

export interface Reading {
  /** Bytes. */
  most: number
  every: Every
  /** Before it is looked into. */
  onRead(bytes: number): void
  /** [RQ10] What stands under these keys is checked by whoever reads it. */
  unchecked?: readonly string[]
}

export async function readJson(request: Request, reading: Reading): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type)) throw new AppError('not_json')
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  if (encoding.trim().toLowerCase() !== 'identity') throw new AppError('encoded_body')
  if (Number(request.headers.get('content-length') ?? 0) > reading.most) throw new AppError('too_large')
  const text = decode(await readBytes(request.body, reading))
  const body = parseStrictly(text)
  if (/\\u/.test(text)) checkTexts(without(body, reading.unchecked))
  return body
}

function without(body: unknown, keys: readonly string[] = []): unknown {
  if (keys.length === 0 || typeof body !== 'object' || body === null) return body
  return Object.fromEntries(Object.entries(body).filter(([key]) => !keys.includes(key)))
}

/** [CE4] A body that comes slower than that keeps its place from others. The slowest mobile line is faster. */
const lookMs = 10_000
const leastBytes = 10_240

/** [CE4] Each chunk costs as much as a thousand bytes: a body of single bytes is work for a quarter of an hour. */
const freeChunks = 100
const leastChunkBytes = 64

async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  { most, every, onRead }: Reading,
): Promise<Uint8Array[]> {
  if (!body) return []
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let bytes = 0
  const isWhole = (): boolean => chunks.length <= freeChunks + bytes / leastChunkBytes
  let seen = 0
  let isLate = false
  const stop = every(lookMs, () => {
    isLate = bytes - seen < leastBytes
    seen = bytes
    if (isLate) void reader.cancel().catch(() => undefined)
  })
  try {
    for (
      let part = await reader.read();
      !part.done && bytes <= most && isWhole();
      part = await reader.read()
    ) {
      bytes += part.value.byteLength
      chunks.push(part.value)
    }
  } catch (error) {
    // Whoever sent it has gone, or was too slow; nobody reads the answer.
    throw new AppError('timed_out', {}, { cause: error })
  } finally {
    stop()
  }
  if (isLate) throw new AppError('timed_out')
  if (bytes > most || !isWhole()) {
    await reader.cancel()
    throw new AppError(bytes > most ? 'too_large' : 'invalid_request')
  }
  onRead(bytes)
  return chunks
}

function decode(chunks: Uint8Array[]): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch (error) {
    throw new AppError('bad_utf8', {}, { cause: error })
  }
}

/** JSON.parse would take a repeated key and any depth. Looks at both first, and leaves the grammar to it. */
export function parseStrictly(text: string): unknown {
  checkStructure(text)
  try {
    return JSON.parse(text)
  } catch {
    // The error quotes the text, so it goes no further.
    throw new AppError('malformed_json')
  }
}

const quote = 0x22
const backslash = 0x5c

function checkStructure(text: string): void {
  /** Per open bracket: the keys so far, or null in an array. */
  const open: (Set<string> | null)[] = []
  let isKeyNext = false
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case quote: {
        const end = endOfString(text, i)
        if (isKeyNext) addKey(open.at(-1), text.slice(i, end + 1))
        isKeyNext = false
        i = end
        break
      }
      case 0x7b: // {
        open.push(new Set())
        isKeyNext = true
        break
      case 0x5b: // [
        open.push(null)
        isKeyNext = false
        break
      case 0x7d: // }
      case 0x5d: // ]
        open.pop()
        isKeyNext = false
        break
      case 0x2c: // ,
        isKeyNext = open.at(-1) instanceof Set
        break
    }
    if (open.length > maxJsonDepth) throw new AppError('too_deep')
  }
}

function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === backslash) i++
    else if (unit === quote) return i
  }
  throw new AppError('malformed_json')
}

/** Two spellings of a key are one key: `"a"` and `"\u0061"`. */
function addKey(keys: Set<string> | null | undefined, literal: string): void {
  let key = literal
  try {
    key = String(JSON.parse(literal))
  } catch {
    throw new AppError('malformed_json')
  }
  if (keys?.has(key)) throw new AppError('duplicate_key')
  keys?.add(key)
}
