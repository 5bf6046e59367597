/** What a thief finds in a closed browser profile: texts, and keys that open what lies beside them. */
import { createDecipheriv } from 'node:crypto'

/** Where a text stands, in any of the ways in which browsers write texts. */
export function placesOf(files: ReadonlyMap<string, Buffer>, text: string): string[] {
  const written = (['utf8', 'utf16le', 'latin1'] as const).map(encoding => Buffer.from(text, encoding))
  return [...files].filter(([, bytes]) => written.some(each => bytes.includes(each))).map(([path]) => path)
}

/** As a browser stores it. */
export interface Sealed {
  place: string
  iv: number[]
  bytes: number[]
}

const keyBytes = 32
const tagBytes = 16

/** Every 32 bytes that stand behind their own length, as stored keys do, tried on what is sealed. */
export function keysFor(files: ReadonlyMap<string, Buffer>, sealed: Sealed): Buffer[] {
  const tried = new Set<string>()
  return [...files]
    .filter(([path]) => path.includes('IndexedDB'))
    .flatMap(([, bytes]) => {
      const found: Buffer[] = []
      for (let at = bytes.indexOf(keyBytes); at !== -1; at = bytes.indexOf(keyBytes, at + 1)) {
        const key = bytes.subarray(at + 1, at + 1 + keyBytes)
        const name = key.toString('latin1')
        if (key.length < keyBytes || tried.has(name)) continue
        tried.add(name)
        if (opens(key, sealed)) found.push(key)
      }
      return found
    })
}

function opens(key: Buffer, { place, iv, bytes }: Sealed): boolean {
  const all = Buffer.from(bytes)
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv))
  decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(all.subarray(-tagBytes))
  decipher.update(all.subarray(0, -tagBytes))
  try {
    decipher.final()
    return true
  } catch {
    // Not authentic: another key.
    return false
  }
}
