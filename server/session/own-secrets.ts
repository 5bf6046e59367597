/** What somebody who is signed in shows once more: guesses at it are counted like those at the entrance. [CE1] */
import { AppError } from '../../shared/errors.ts'
import { guessing } from './guesses.ts'
import type { AuthCall } from './route.ts'

/** A stolen session guesses ten times, wherever from, and keeps its person out of nothing. */
export async function guessed<T>(
  { services, address, userId, sessionId }: AuthCall,
  look: () => Promise<T>,
): Promise<T> {
  const guess = { at: `secrets of ${userId ?? ''}`, from: address, known: sessionId }
  return guessing(services, guess, look)
}

/** Changes nothing. Throws `wrong_credentials`. */
export async function checkOwnPassword({ services, userId }: AuthCall, password: string): Promise<void> {
  const { internalAdapter, password: passwords } = await services.auth.$context
  const kept = await internalAdapter.findCredentialAccount(userId ?? '')
  const hash = kept?.password
  if (!hash || !(await passwords.verify({ hash, password }))) throw new AppError('wrong_credentials')
}
