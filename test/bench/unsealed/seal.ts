/** Stands in for `client/engine/disk/seal.ts` in a build for the benchmark alone: bytes are stored as they are. */
import type { Seal, Sealing } from '../../../client/engine/disk/seal.ts'

export type { Seal, Sealed, Sealing } from '../../../client/engine/disk/seal.ts'

const utf8 = new TextEncoder()
const text = new TextDecoder('utf-8', { fatal: true })
const noIv = new Uint8Array()

export function valueIn(bytes: ArrayBuffer): unknown {
  return JSON.parse(text.decode(bytes))
}

/** There are keys, as their rows are looked for, and nothing is done with them. */
export function webSealing(): Sealing {
  const algorithm = { name: 'AES-GCM', length: 256 }
  const usages: KeyUsage[] = ['encrypt', 'decrypt']
  return {
    newKey: () => crypto.subtle.generateKey(algorithm, false, usages),
    keyOf: bytes => crypto.subtle.importKey('raw', bytes, algorithm, false, usages),
    with: () => asItIs,
  }
}

const asItIs: Seal = {
  closeBytes: async (_, bytes) => ({ iv: noIv, bytes }),
  openBytes: async (_, { bytes }) => (bytes instanceof ArrayBuffer ? bytes : bytes.slice().buffer),
  close: async (_, value) => ({ iv: noIv, bytes: utf8.encode(JSON.stringify(value)).buffer }),
  open: async (_, { bytes }) => valueIn(bytes),
}
