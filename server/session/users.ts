/** Accounts without a request: made by set-up and by the command line, counted by the guards. */
import { isAPIError } from 'better-auth/api'
import { AppError } from '../../shared/errors.ts'
import { credential } from '../db/accounts.ts'
import { type Auth, isUsername, normalizeUsername, type StoredUser } from './auth.ts'
import { isGuessable } from './guessable.ts'
import { hashPassword, maxPasswordLength, minPasswordLength } from './password.ts'
import type { Role } from './roles.ts'

export interface NewUser {
  username: string
  password: string
  /** The person's name; the username when absent. */
  name?: string | undefined
  role: Role
}

export interface Account {
  id: string
  username: string
  name: string
  role: string
  isDisabled: boolean
  hasSecondFactor: boolean
}

/** An e-mail address is required below, and nobody here has one: a domain that cannot exist stands in. */
export function placeholderEmail(username: string): string {
  return `${normalizeUsername(username)}@users.invalid`
}

/** Throws `invalid_request` for the name, `weak_password` for the password. */
export async function checkCredentials({ username, password, name }: Omit<NewUser, 'role'>): Promise<void> {
  if (!isUsername(username)) throw new AppError('invalid_request', { field: 'username' })
  await checkPassword(password, { username, name: name ?? '' })
}

export function checkLength(password: string): void {
  if (password.length < minPasswordLength) throw new AppError('weak_password', { min: minPasswordLength })
  if (password.length > maxPasswordLength) throw new AppError('invalid_request', { field: 'password' })
}

/** [AC15] What is wrong with it is said as `min` or `guessable`. */
export async function checkPassword(
  password: string,
  person: { username: string; name: string } | undefined,
): Promise<void> {
  checkLength(password)
  const known = person === undefined ? [] : [person.username, person.name]
  if (await isGuessable(password, known)) throw new AppError('weak_password', { guessable: true })
}

/** `prepare`: what is done before anybody can sign in. */
export async function createUser(
  auth: Auth,
  { username, password, name, role }: NewUser,
  prepare: (userId: string) => Promise<void> = async () => {},
): Promise<{ id: string }> {
  await checkCredentials({ username, password, name })
  const existing = await accountNamed(auth, username)
  const { internalAdapter } = await auth.$context
  if (existing) {
    if (await internalAdapter.findCredentialAccount(existing.id)) throw new AppError('username_taken')
    // [AC1] Cut off between the name and its password, it never became an account.
    await internalAdapter.deleteUser(existing.id)
  }
  const { user } = await auth.api
    .createUser({
      body: {
        email: placeholderEmail(username),
        name: name ?? username,
        role,
        data: { username: normalizeUsername(username) },
      },
    })
    .catch((error: unknown) => {
      throw isTaken(error) ? new AppError('username_taken', {}, { cause: error }) : error
    })
  await prepare(user.id)
  await keepPassword(auth, user.id, await hashPassword(password))
  return { id: user.id }
}

/** By somebody else, at the same moment. */
function isTaken(error: unknown): boolean {
  return isAPIError(error) && error.body?.code === 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL'
}

/** Also ends the account's sessions. Returns whose it is; throws `not_found`. */
export async function resetPassword(
  auth: Auth,
  { username, password }: { username: string; password: string },
): Promise<string> {
  const account = await accountNamed(auth, username)
  await checkPassword(password, account)
  if (!account) throw new AppError('not_found')
  await keepPassword(auth, account.id, await hashPassword(password))
  const { internalAdapter } = await auth.$context
  await internalAdapter.deleteUserSessions(account.id)
  return account.id
}

/** What could not be signed in to has none yet. */
async function keepPassword(auth: Auth, userId: string, hash: string): Promise<void> {
  const { internalAdapter } = await auth.$context
  if (await internalAdapter.findCredentialAccount(userId)) await internalAdapter.updatePassword(userId, hash)
  else
    await internalAdapter.createAccount({
      userId,
      providerId: credential,
      accountId: userId,
      password: hash,
    })
}

export async function listUsers(auth: Auth): Promise<Account[]> {
  const { adapter } = await auth.$context
  const users = await adapter.findMany<StoredUser>({
    model: 'user',
    limit: 10_000,
    sortBy: { field: 'username', direction: 'asc' },
  })
  return users.map(toAccount)
}

export async function accountNamed(auth: Auth, username: string): Promise<Account | undefined> {
  const { adapter } = await auth.$context
  const where = [{ field: 'username', value: normalizeUsername(username) }]
  const user = await adapter.findOne<StoredUser>({ model: 'user', where })
  return user ? toAccount(user) : undefined
}

export async function accountWithId(auth: Auth, id: string): Promise<Account | undefined> {
  const { adapter } = await auth.$context
  const user = await adapter.findOne<StoredUser>({ model: 'user', where: [{ field: 'id', value: id }] })
  return user ? toAccount(user) : undefined
}

/** Its hash, as it stands now. */
export async function storedPassword(auth: Auth, username: string): Promise<string | undefined> {
  const account = await accountNamed(auth, username)
  const { internalAdapter } = await auth.$context
  const kept = account && (await internalAdapter.findCredentialAccount(account.id))
  return kept?.password ?? undefined
}

/** [AC1] Whether anybody can sign in: a name without a password does not count. */
export async function hasUsers(auth: Auth): Promise<boolean> {
  const { adapter } = await auth.$context
  return (await adapter.count({ model: 'account', where: [{ field: 'providerId', value: credential }] })) > 0
}

function toAccount({ id, username, name, role, banned, twoFactorEnabled }: StoredUser): Account {
  const shown = { id, username: username ?? '', name, role: role ?? 'viewer' }
  return { ...shown, isDisabled: banned === true, hasSecondFactor: twoFactorEnabled === true }
}
