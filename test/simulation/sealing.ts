/** Sealing without threads: the real one answers whenever a thread is free, which no seed decides. */
import type { Sealing } from '../../client/db/seal.ts'

const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
const utf8 = new TextEncoder()
const text = new TextDecoder()

export const simSealing: Sealing = {
  newKey: async () => key,
  with: () => ({
    close: async (place, value) => {
      const bytes = utf8.encode(JSON.stringify({ place, value }))
      return { iv: new Uint8Array(12), bytes: bytes.buffer }
    },
    open: async (place, { bytes }) => {
      const sealed = JSON.parse(text.decode(bytes)) as { place: string; value: unknown }
      if (sealed.place !== place) throw new DOMException('sealed elsewhere', 'OperationError')
      return sealed.value
    },
  }),
}
