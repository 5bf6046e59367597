/** The gate before every handler that takes a body: strict JSON of a bounded size and depth, and nothing else. [RQ2] */
import { AppError } from '../../shared/errors.ts'
import { maxBodyBytes, maxJsonDepth } from '../../shared/limits.ts'

export async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type)) throw new AppError('not_json')
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  if (encoding.trim().toLowerCase() !== 'identity') throw new AppError('encoded_body')
  if (Number(request.headers.get('content-length') ?? 0) > maxBodyBytes) throw new AppError('too_large')
  return parseStrictly(decode(await readBytes(request.body)))
}

async function readBytes(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.byteLength
      if (bytes > maxBodyBytes) break
      chunks.push(chunk)
    }
  } catch (error) {
    // Whoever sent it has gone, or was too slow; nobody reads the answer.
    throw new AppError('timed_out', {}, { cause: error })
  }
  if (bytes > maxBodyBytes) throw new AppError('too_large')
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
