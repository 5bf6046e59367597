/** The one codec between values and stored bytes: JSON under AES-GCM, bound to the place where it is stored. */

/** A value as it stands in IndexedDB. */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  bytes: ArrayBuffer
}

export interface Seal {
  close(place: string, value: unknown): Promise<Sealed>
  open(place: string, sealed: Sealed): Promise<unknown>
}

const ivBytes = 12
const utf8 = new TextEncoder()
const text = new TextDecoder('utf-8', { fatal: true })

/** How values are sealed: with which key, and by whom. The composition root brings the browser's own. */
export interface Sealing {
  newKey(): Promise<CryptoKey>
  with(key: CryptoKey): Seal
}

/** `place` is authenticated with the value: a row copied to another place does not open there. */
export function webSealing(randomBytes: (count: number) => Uint8Array<ArrayBuffer>): Sealing {
  return {
    // The key can be used but never read: it does not leave the device's key store.
    newKey: () => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
    with: key => ({
      async close(place, value) {
        const iv = randomBytes(ivBytes)
        const algorithm = { name: 'AES-GCM', iv, additionalData: utf8.encode(place) }
        return { iv, bytes: await crypto.subtle.encrypt(algorithm, key, utf8.encode(JSON.stringify(value))) }
      },
      async open(place, { iv, bytes }) {
        const algorithm = { name: 'AES-GCM', iv, additionalData: utf8.encode(place) }
        return JSON.parse(text.decode(await crypto.subtle.decrypt(algorithm, key, bytes)))
      },
    }),
  }
}
