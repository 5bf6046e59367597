/** Passwords as Argon2id hashes in PHC strings. The work is done off the main thread, and in turn. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { inHashingTurn } from './hashing-turn.ts'

/** Characters. */
export const minPasswordLength = 10
export const maxPasswordLength = 128

/** OWASP's minimum: 19 MiB, two passes, one lane. */
const current = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const hashBytes = 32

interface Parameters {
  memory: number
  passes: number
  parallelism: number
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const hash = await derive(password, { ...current, salt, length: hashBytes })
  const { memory, passes, parallelism } = current
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`
}

export async function verifyPassword({
  hash,
  password,
}: {
  hash: string
  password: string
}): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(hash)
  if (!parts) return false
  const [memory = 0, passes = 0, parallelism = 0] = parts.slice(1, 4).map(Number)
  const salt = Buffer.from(parts[4] ?? '', 'base64')
  const expected = Buffer.from(parts[5] ?? '', 'base64')
  const actual = await derive(password, { memory, passes, parallelism, salt, length: expected.length })
  return timingSafeEqual(actual, expected)
}

/** [CE5] Composed the same way whatever keyboard typed it. */
function derive(password: string, options: Parameters & { salt: Buffer; length: number }): Promise<Buffer> {
  const { salt, length, ...parameters } = options
  const message = password.normalize('NFKC')
  const asked = { ...parameters, message, nonce: salt, tagLength: length }
  return inHashingTurn(
    () =>
      new Promise((resolve, reject) => {
        argon2('argon2id', asked, (error, hash) => (error ? reject(error) : resolve(hash)))
      }),
  )
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
