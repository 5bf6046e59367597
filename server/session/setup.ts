/** The first account: made once, by whoever can read the server's output. [AC1] */
import { createHash, timingSafeEqual } from 'node:crypto'
import { AppError } from '../../shared/errors.ts'
import type { SetupRequest } from '../../shared/protocol.ts'
import type { Database } from '../db/database.ts'
import { keepSetting, readSetting, takeSetting } from '../db/settings.ts'
import type { Services } from '../services.ts'
import type { Auth } from './auth.ts'
import { guessing } from './guesses.ts'
import { checkCredentials, createUser, hasUsers } from './users.ts'

const setting = 'setup_code'

/** The code to print; undefined once an account exists. */
export async function setupCode(database: Database, auth: Auth): Promise<string | undefined> {
  if (await hasUsers(auth)) {
    await takeSetting(database.db, setting)
    return undefined
  }
  return keepSetting(database.db, { name: setting, value: newCode(database) })
}

/** 60 bits in groups that can be read out over a telephone: no letter looks like a digit. */
export function newCode({ stamps }: Pick<Database, 'stamps'>): string {
  const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
  const bytes = createHash('sha256').update(stamps.newToken()).digest().subarray(0, 12)
  const letters = [...bytes].map(byte => alphabet[byte % alphabet.length]).join('')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

/** Throws `setup_done`, `too_many`, `wrong_code`, or what is wrong with the name or the password. */
export async function setUp(
  { address, ...services }: Pick<Services, 'database' | 'auth' | 'ceilings' | 'now'> & { address: string },
  { code, username, password }: SetupRequest,
): Promise<void> {
  const { database, auth } = services
  // Also when there is nothing left to guess at: nobody is to look for that without an end.
  const expected = await guessing(services, { at: 'setup', from: address, isRandom: true }, async () => {
    const kept = await readSetting(database.db, setting)
    if (kept === undefined || (await hasUsers(auth))) throw new AppError('setup_done')
    if (!isSame(lettersOf(code), lettersOf(kept))) throw new AppError('wrong_code')
    return kept
  })
  await checkCredentials({ username, password })
  // Of two requests with the right code, one takes it.
  if (!(await takeSetting(database.db, setting))) throw new AppError('setup_done')
  try {
    await createUser(auth, { username, password, role: 'admin' })
  } catch (error) {
    await keepSetting(database.db, { name: setting, value: expected })
    throw error
  }
}

/** As it was read out: with hyphens, spaces and capitals, or without. */
export function lettersOf(code: string): string {
  return code.replace(/[\s\p{Dash_Punctuation}]/gu, '').toUpperCase()
}

/** Hashes have one length, so the comparison takes the same time for every wrong code. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
