/** The one codec between values and stored bytes: JSON, or bytes as they are, under AES-GCM, bound to their place. */

/** A value as it stands in IndexedDB. */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  bytes: ArrayBuffer
}

/** The same, as it stands among others. */
type SealedBytes = Omit<Sealed, 'bytes'> & { bytes: ArrayBuffer | Uint8Array<ArrayBuffer> }

export interface Seal {
  close(place: string, value: unknown): Promise<Sealed>
  open(place: string, sealed: Sealed): Promise<unknown>
  closeBytes(place: string, bytes: ArrayBuffer): Promise<Sealed>
  openBytes(place: string, sealed: SealedBytes): Promise<ArrayBuffer>
}

const ivBytes = 12
const utf8 = new TextEncoder()
const text = new TextDecoder('utf-8', { fatal: true })

/** What stood under a seal as a value. */
export function valueIn(bytes: ArrayBuffer): unknown {
  return JSON.parse(text.decode(bytes))
}

/** How values are sealed: with which key, and by whom. The composition root brings the browser's own. */
export interface Sealing {
  /** One that is stored as it is, where there is no lock. */
  newKey(): Promise<CryptoKey>
  keyOf(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey>
  with(key: CryptoKey): Seal
}

/** `place` is authenticated with the value: a row copied to another place does not open there. */
export function webSealing(randomBytes: (count: number) => Uint8Array<ArrayBuffer>): Sealing {
  return {
    // Script can use the key and not read it. On the disk it stands as it is: whoever has the disk has the key.
    newKey: () => crypto.subtle.generateKey(algorithm, false, usages),
    keyOf: bytes => crypto.subtle.importKey('raw', bytes, algorithm, false, usages),
    with: key => sealWith(key, randomBytes),
  }
}

const algorithm = { name: 'AES-GCM', length: 256 }
const usages: KeyUsage[] = ['encrypt', 'decrypt']

function sealWith(key: CryptoKey, randomBytes: (count: number) => Uint8Array<ArrayBuffer>): Seal {
  const bound = (place: string, iv: Uint8Array<ArrayBuffer>) => ({
    ...{ name: 'AES-GCM', iv },
    additionalData: utf8.encode(place),
  })
  async function closeBytes(place: string, bytes: ArrayBuffer): Promise<Sealed> {
    const iv = randomBytes(ivBytes)
    return { iv, bytes: await crypto.subtle.encrypt(bound(place, iv), key, bytes) }
  }
  const openBytes = (place: string, { iv, bytes }: SealedBytes) =>
    crypto.subtle.decrypt(bound(place, iv), key, bytes)
  return {
    closeBytes,
    openBytes,
    close: async (place, value) => closeBytes(place, utf8.encode(JSON.stringify(value)).buffer),
    open: async (place, sealed) => valueIn(await openBytes(place, sealed)),
  }
}
