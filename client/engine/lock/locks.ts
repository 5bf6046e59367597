/** The data key of one database, wrapped: by a passphrase, and by any number of passkeys. What is stored opens nothing. */
import type { Key, NewPassphrase, Passkey } from '../../contract-lock.ts'
import type { Sealed } from '../disk/seal.ts'
import type { Cost, derive as Derive } from './derive.ts'

export interface Wrapping {
  derive: typeof Derive
  cost: Cost
  randomBytes(count: number): Uint8Array<ArrayBuffer>
}

interface PassphraseLock extends Cost {
  isPassword: boolean
  salt: Uint8Array<ArrayBuffer>
  wrapped: Sealed
}

interface PasskeyLock extends Passkey {
  wrapped: Sealed
}

/** As it stands in the database. */
export interface Locks {
  passphrase: PassphraseLock
  passkeys: PasskeyLock[]
  /** [LK10] Nothing, under the data key: what does not open it is another key. Absent until that is known again. */
  check?: Sealed
}

export type DataKey = Uint8Array<ArrayBuffer>

export const dataKeyBytes = 32
const saltBytes = 16
const ivBytes = 12
const utf8 = new TextEncoder()

export async function newLocks(key: DataKey, chosen: NewPassphrase, by: Wrapping): Promise<Locks> {
  return { passphrase: await passphraseLock(key, chosen, by), passkeys: [], check: await checkOf(key, by) }
}

export async function checkOf(key: DataKey, { randomBytes }: Pick<Wrapping, 'randomBytes'>): Promise<Sealed> {
  return wrap(new Uint8Array(), await aesKey(key), { place: 'check', randomBytes })
}

/** Whether it is the key of these. */
export async function isKeyOf({ check }: Locks, key: CryptoKey): Promise<boolean> {
  return check !== undefined && (await unwrap(check, key, 'check')) !== null
}

export async function passphraseLock(
  key: DataKey,
  { passphrase, isPassword }: NewPassphrase,
  { derive, cost, randomBytes }: Wrapping,
): Promise<PassphraseLock> {
  const salt = randomBytes(saltBytes)
  const outer = await aesKey(await derive(passphrase, { salt, ...cost }))
  return { isPassword, salt, ...cost, wrapped: await wrap(key, outer, { place: 'passphrase', randomBytes }) }
}

export async function passkeyLock(
  key: DataKey,
  { passkey, secret }: { passkey: Passkey; secret: Uint8Array<ArrayBuffer> },
  { randomBytes }: Pick<Wrapping, 'randomBytes'>,
): Promise<PasskeyLock> {
  const outer = await fromPasskey(secret, passkey)
  return { ...passkey, wrapped: await wrap(key, outer, { place: passkey.credentialId, randomBytes }) }
}

/** null: it is not the key of this lock. */
export async function unlock(
  locks: Locks,
  key: Key,
  { derive }: Pick<Wrapping, 'derive'>,
): Promise<DataKey | null> {
  if ('passphrase' in key) {
    const { passphrase } = locks
    return unwrap(passphrase.wrapped, await aesKey(await derive(key.passphrase, passphrase)), 'passphrase')
  }
  const lock = locks.passkeys.find(({ credentialId }) => credentialId === key.credentialId)
  return lock ? unwrap(lock.wrapped, await fromPasskey(key.secret, lock), key.credentialId) : null
}

async function fromPasskey(secret: Uint8Array<ArrayBuffer>, { input }: Passkey): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  const info = utf8.encode('records device lock')
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: input, info }
  return crypto.subtle.deriveKey(hkdf, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

const aesKey = (bytes: Uint8Array<ArrayBuffer>) =>
  crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])

interface Wrap extends Pick<Wrapping, 'randomBytes'> {
  place: string
}

async function wrap(key: DataKey, outer: CryptoKey, { place, randomBytes }: Wrap): Promise<Sealed> {
  const iv = randomBytes(ivBytes)
  const algorithm = { name: 'AES-GCM', iv, additionalData: utf8.encode(place) }
  return { iv, bytes: await crypto.subtle.encrypt(algorithm, outer, key) }
}

async function unwrap({ iv, bytes }: Sealed, outer: CryptoKey, place: string): Promise<DataKey | null> {
  const algorithm = { name: 'AES-GCM', iv, additionalData: utf8.encode(place) }
  try {
    return new Uint8Array(await crypto.subtle.decrypt(algorithm, outer, bytes))
  } catch (error) {
    // With another key the bytes are not authentic, and nothing else is said.
    if (error instanceof DOMException && error.name === 'OperationError') return null
    throw error
  }
}
