/** Sealing without threads: the real one answers whenever a thread is free, which no seed decides. */
import { type Sealed, type Sealing, valueIn } from '../../client/engine/disk/seal.ts'

/** Where it is kept. */
interface Disk {
  /** Whether what is written there cannot be read again. */
  spoils(place: string, value: unknown): boolean
}

const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
const utf8 = new TextEncoder()
const nowhere = 'spoilt'

export function simSealing(disk: Disk): Sealing {
  /** What is in memory still: only what comes from the disk is spoilt. */
  const here = new WeakMap<ArrayBuffer, string>()

  /** The place, and behind a zero the bytes as they are. */
  function close(place: string, value: unknown, bytes: Uint8Array): Sealed {
    const told = utf8.encode(`${disk.spoils(place, value) ? nowhere : place}\0`)
    const sealed = new Uint8Array(told.length + bytes.length)
    sealed.set(told)
    sealed.set(bytes, told.length)
    here.set(sealed.buffer, place)
    return { iv: new Uint8Array(12), bytes: sealed.buffer }
  }

  function open(place: string, { bytes }: Sealed): ArrayBuffer {
    const end = new Uint8Array(bytes).indexOf(0)
    const told = here.get(bytes) ?? new TextDecoder().decode(bytes.slice(0, end))
    if (told !== place) throw new DOMException('sealed elsewhere', 'OperationError')
    return bytes.slice(end + 1)
  }

  return {
    newKey: async () => key,
    keyOf: async () => key,
    with: () => ({
      close: async (place, value) => close(place, value, utf8.encode(JSON.stringify(value))),
      open: async (place, sealed) => valueIn(open(place, sealed)),
      closeBytes: async (place, bytes) => close(place, bytes, new Uint8Array(bytes)),
      openBytes: async (place, { iv, bytes }) =>
        open(place, { iv, bytes: bytes instanceof ArrayBuffer ? bytes : bytes.slice().buffer }),
    }),
  }
}
