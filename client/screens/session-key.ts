/** The key of a session, from the moment it is made for one until it is sealed with its person's data. [AC20] */
import type { Engine } from '../contract.ts'

const keyBytes = 32

export interface SessionKey {
  /** Whoever signs in does so with a new one, which is nobody else's; where that fails there is none. */
  withNew<T>(signIn: () => Promise<T>): Promise<T>
  /** What requests show; null: none is known here. */
  shown(): Promise<string | null>
  /** The one that is sealed nowhere yet. */
  readonly made: string | null
  /** It is sealed, or of no use any more. */
  forget(): void
}

export function createSessionKey(
  engine: Pick<Engine, 'sessionKey'>,
  randomBytes: (count: number) => Uint8Array,
): SessionKey {
  let made: string | null = null
  return {
    async withNew(signIn) {
      made = textOf(randomBytes(keyBytes))
      try {
        return await signIn()
      } catch (error) {
        made = null
        throw error
      }
    },
    shown: async () => made ?? engine.sessionKey(),
    get made() {
      return made
    },
    forget() {
      made = null
    },
  }
}

const textOf = (bytes: Uint8Array): string =>
  [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
