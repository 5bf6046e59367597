/** Sealing without threads: the real one answers whenever a thread is free, which no seed decides. */
import type { Sealing } from '../../client/engine/disk/seal.ts'

/** Where it is kept. */
interface Disk {
  /** Whether what is written there cannot be read again. */
  spoils(place: string, value: unknown): boolean
}

const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
const utf8 = new TextEncoder()
const text = new TextDecoder()
const nowhere = 'spoilt'

export function simSealing(disk: Disk): Sealing {
  /** What is in memory still: only what comes from the disk is spoilt. */
  const here = new WeakMap<ArrayBuffer, { place: string; value: unknown }>()
  return {
    newKey: async () => key,
    keyOf: async () => key,
    with: () => ({
      close: async (place, value) => {
        const sealed = { place: disk.spoils(place, value) ? nowhere : place, value }
        const bytes = utf8.encode(JSON.stringify(sealed)).buffer
        here.set(bytes, { place, value: structuredClone(value) })
        return { iv: new Uint8Array(12), bytes }
      },
      open: async (place, { bytes }) => {
        const sealed =
          here.get(bytes) ?? (JSON.parse(text.decode(bytes)) as { place: string; value: unknown })
        if (sealed.place !== place) throw new DOMException('sealed elsewhere', 'OperationError')
        return structuredClone(sealed.value)
      },
    }),
  }
}
