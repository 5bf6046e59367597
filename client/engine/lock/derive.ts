/**
 * A key from a passphrase: Argon2id (RFC 9106), far above OWASP's minimum, as a stolen disk is guessed at without pauses.
 * hash-wasm, because plain script takes six times as long for the same bytes.
 */
import { argon2id } from 'hash-wasm'

export interface Cost {
  memoryKiB: number
  passes: number
}

/** 64 MiB, three passes: about half a second on a laptop of 2020. */
export const cost: Cost = { memoryKiB: 65_536, passes: 3 }

const keyBytes = 32

/** Composed the same way whatever keyboard typed it. */
export async function derive(
  passphrase: string,
  { salt, memoryKiB, passes }: Cost & { salt: Uint8Array<ArrayBuffer> },
): Promise<Uint8Array<ArrayBuffer>> {
  const hash = await argon2id({
    password: passphrase.normalize('NFKC'),
    salt,
    iterations: passes,
    memorySize: memoryKiB,
    parallelism: 1,
    hashLength: keyBytes,
    outputType: 'binary',
  })
  return new Uint8Array(hash)
}
