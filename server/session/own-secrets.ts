/** What somebody who is signed in shows once more: guesses at it are counted like those at the entrance. [CE1] */
import { AppError } from '../../shared/errors.ts'
import { guessing } from './guesses.ts'
import { knownBrowser } from './known-browser.ts'
import type { AuthCall } from './route.ts'

/** A stolen session guesses ten times, however many others it makes, and keeps its person out of nothing where they are known. */
export async function guessed<T>(
  { services, address, here, userId = '' }: AuthCall,
  look: () => Promise<T>,
): Promise<T> {
  const known = await knownBrowser(services, here.id, { user_id: userId })
  const guess = { at: `secrets of ${userId}`, from: address, known }
  return guessing(services, guess, look)
}

/** Changes nothing. Returns its hash, as it stands. Throws `wrong_credentials`. */
export async function checkOwnPassword({ services, userId }: AuthCall, password: string): Promise<string> {
  const { internalAdapter, password: passwords } = await services.auth.$context
  const kept = await internalAdapter.findCredentialAccount(userId ?? '')
  const hash = kept?.password
  if (!hash || !(await passwords.verify({ hash, password }))) throw new AppError('wrong_credentials')
  return hash
}
