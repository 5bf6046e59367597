/** In which encoding a file's text is, by its bytes, and the text. [IM1] */
import type { TableEncoding } from '../../contract-import.ts'
import { type Breathe, breath, refuse } from './limits.ts'

export interface Encoded {
  encoding: TableEncoding
  /** The beginning of the text. */
  head: string
}

const headBytes = 2 ** 16
/** To look at bytes is quick. */
const look = 4 * 2 ** 20

const marks: [TableEncoding, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

const bytesOf = async (file: Blob, start: number, end: number) =>
  new Uint8Array(await file.slice(start, end).arrayBuffer())

const controls = /\p{Cc}/gu
/** Parts of lines and lines; the last two part records and their cells. */
const ofTables = new Set(['\t', '\r', '\n', '\u001e', '\u001f'])

/** Programs and pictures do, in their first line. */
const holdsControls = (text: string) => (text.match(controls) ?? []).some(each => !ofTables.has(each))

export async function encodingOf(file: Blob, breathe: Breathe): Promise<Encoded> {
  const bytes = await bytesOf(file, 0, headBytes)
  const marked = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0]
  const encoding = marked ?? unmarked16(bytes) ?? ((await isUtf8(file, breathe)) ? 'utf-8' : 'windows-1252')
  const head = new TextDecoder(encoding).decode(bytes)
  const [firstLine = ''] = /^[^\r\n]*/.exec(head) ?? []
  if (head.includes('\0') || holdsControls(encoding === 'windows-1252' ? head : firstLine)) refuse('foreign')
  return { encoding, head }
}

/** Without a mark: of texts with line ends and separators every second byte is often 0, and of others none. */
function unmarked16(bytes: Uint8Array): TableEncoding | null {
  const zeros: [number, number] = [0, 0]
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 0) zeros[at & 1 ? 1 : 0]++
  const many = bytes.length / 10
  if (bytes.length % 2 === 0 && zeros[1] > many && zeros[0] === 0) return 'utf-16le'
  return bytes.length % 2 === 0 && zeros[0] > many && zeros[1] === 0 ? 'utf-16be' : null
}

async function isUtf8(file: Blob, breathe: Breathe): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for (let at = 0; at < file.size; at += look) {
      const bytes = await bytesOf(file, at, at + look)
      decoder.decode(bytes, { stream: true })
      await breathe(0)
    }
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** Piece by piece, without its mark. Bytes that are no character in its encoding: `damaged`. */
export async function* textIn(file: Blob, encoding: TableEncoding, breathe: Breathe): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const decoded = (bytes?: Uint8Array<ArrayBuffer>) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
    } catch {
      return refuse('damaged')
    }
  }
  for (let at = 0; at < file.size; at += breath) {
    yield decoded(await bytesOf(file, at, at + breath))
    await breathe(Math.min(at + breath, file.size))
  }
  yield decoded()
}
