/**
 * Passkeys that answer a fixed question with a fixed secret (WebAuthn's PRF extension: Chromium 116, Safari 18.4, Firefox
 * 139): what the device's own lock guards opens ours. No server takes part.
 */
import type { Key, Passkey } from '../contract.ts'

type Bytes = Uint8Array<ArrayBuffer>

export interface Authenticator extends Pick<CredentialsContainer, 'create' | 'get'> {
  random(count: number): Bytes
  /** The host of this app's address. */
  host: string
}

/** Also when whoever was asked said no. */
export class NoPasskey extends Error {}

const timeout = 60_000
const inputBytes = 32

export async function makePasskey(
  { create, get, random, host }: Authenticator,
  name: string,
): Promise<{ passkey: Passkey; secret: Bytes }> {
  const input = random(inputBytes)
  const made = await orNone(
    create({
      publicKey: {
        ...{ challenge: random(32), timeout, rp: { id: host, name: 'Records' } },
        user: { id: random(16), name, displayName: name },
        pubKeyCredParams: [-7, -257].map(alg => ({ type: 'public-key' as const, alg })),
        authenticatorSelection: { userVerification: 'required', residentKey: 'preferred' },
        extensions: { prf: { eval: { first: input } } },
      },
    }),
  )
  const passkey = { credentialId: textOf(new Uint8Array(made.rawId)), input }
  // Some answer only when they are asked, and not when they are made.
  const secret = secretIn(made) ?? (await askPasskey({ create, get, random, host }, [passkey])).secret
  return { passkey, secret }
}

export async function askPasskey(
  { get, random, host }: Authenticator,
  passkeys: readonly Passkey[],
): Promise<Extract<Key, { secret: Bytes }>> {
  const inputs = passkeys.map(({ credentialId, input }) => [base64url(credentialId), { first: input }])
  const got = await orNone(
    get({
      publicKey: {
        ...{ challenge: random(32), timeout, rpId: host, userVerification: 'required' as const },
        allowCredentials: passkeys.map(({ credentialId }) => ({
          type: 'public-key',
          id: bytesOf(credentialId),
        })),
        extensions: {
          prf: { evalByCredential: Object.fromEntries(inputs) as Record<string, { first: Bytes }> },
        },
      },
    }),
  )
  const secret = secretIn(got)
  if (!secret) throw new NoPasskey()
  return { credentialId: textOf(new Uint8Array(got.rawId)), secret }
}

async function orNone(asked: Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const answer = await asked
    if (answer) return answer as PublicKeyCredential
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    throw new NoPasskey(error.name, { cause: error })
  }
  throw new NoPasskey()
}

function secretIn(credential: PublicKeyCredential): Bytes | null {
  const first = credential.getClientExtensionResults().prf?.results?.first
  if (!first) return null
  return new Uint8Array(first instanceof ArrayBuffer ? first : (first.buffer as ArrayBuffer))
}

const textOf = (bytes: Bytes) => btoa(String.fromCodePoint(...bytes))
const bytesOf = (text: string): Bytes => Uint8Array.from(atob(text), letter => letter.codePointAt(0) ?? 0)
const base64url = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

/** The browser's own. An address of numbers can have no passkeys. */
export function authenticatorOf(
  { credentials }: Navigator,
  { hostname }: Location,
  random: Authenticator['random'],
): Authenticator | null {
  if (!('PublicKeyCredential' in globalThis) || /^[\d.]+$|^\[/.test(hostname)) return null
  return {
    create: options => credentials.create(options),
    get: options => credentials.get(options),
    random,
    host: hostname,
  }
}
