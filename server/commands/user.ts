/** `npm run user`: makes accounts, resets passwords and lists who there is, without the server or beside it. */
import { randomInt } from 'node:crypto'
import { AppError } from '../../shared/errors.ts'
import { isRole, roleNames } from '../session/roles.ts'
import { resetSecondFactor } from '../session/second-factor.ts'
import { accountNamed, createUser, listUsers, resetPassword } from '../session/users.ts'
import { titleOf } from '../errors.ts'
import { type AtAccounts, atAccounts } from './at-database.ts'
import { given, run, UsageError } from './command.ts'
import { record } from './recorded.ts'
import { askHidden, firstLineOfInput } from './terminal.ts'

const call = {
  name: 'user',
  about: 'Makes accounts, resets passwords and second factors, and lists who there is.',
  calls: [
    ['create <username> --role <role>', 'makes an account'],
    ['reset-password <username>', 'sets another password, and ends their sessions'],
    ['reset-second-factor <username>', 'takes the second factor off, and ends their sessions'],
    ['list', 'who there is'],
  ],
  options: {
    role: { type: 'string', value: 'role', about: roleNames.join(', ') },
    name: { type: 'string', value: 'name', about: 'the name of the person, where it is not the user name' },
    'password-stdin': { type: 'boolean', about: 'takes the password from the first line of the input' },
  },
  verbs: { create: 1, 'reset-password': 1, 'reset-second-factor': 1, list: 0 },
} as const

/** Four groups that can be read out: no letter looks like a digit. */
function newPassword(): string {
  const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}

/** The password in `use`; one that was made here is shown once it counts. */
async function withPassword(options: Options, use: (password: string) => Promise<void>): Promise<void> {
  const isGiven = options['password-stdin'] === true
  const chosen = await (isGiven ? firstLineOfInput() : askHidden('Password (leave empty to have one made): '))
  // [CM3] A file that is empty by mistake makes no password that a log then shows.
  if (isGiven && chosen === '') throw new UsageError('The input has no password')
  const password = chosen === '' ? newPassword() : chosen
  await use(password)
  if (chosen === '') console.log(`Password: ${password}`)
}

async function create({ auth, database }: AtAccounts, username: string, options: Options): Promise<void> {
  const { role, name } = options
  if (!isRole(role)) throw new UsageError(`--role takes ${roleNames.join(', ')}`)
  await withPassword(options, async chosen => {
    const { id } = await createUser(auth, { username, name, role, password: chosen })
    await record(database, { action: 'user_created', target: { id, name: username }, details: { role } })
  })
  console.log(`${username} can now sign in as ${role}.`)
}

async function list({ auth }: AtAccounts): Promise<void> {
  for (const { username, name, role, isDisabled, hasSecondFactor } of await listUsers(auth))
    console.log(
      [
        username.padEnd(20),
        role.padEnd(8),
        name,
        isDisabled ? '(disabled)' : '',
        hasSecondFactor ? '(second factor)' : '',
      ]
        .join(' ')
        .trimEnd(),
    )
}

async function resetFactor({ auth, database }: AtAccounts, username: string): Promise<void> {
  const account = await accountNamed(auth, username)
  if (!account) throw new AppError('not_found')
  await resetSecondFactor(auth, account.id)
  await record(database, {
    action: 'second_factor_reset',
    target: { id: account.id, name: account.username },
  })
  console.log(`${username} signs in with the password alone from now on; open sessions have ended.`)
}

interface Options {
  role?: string | undefined
  name?: string | undefined
  'password-stdin'?: boolean | undefined
}

async function act(world: AtAccounts, words: string[], options: Options): Promise<void> {
  const [verb, username = ''] = words
  if (verb === 'list') return list(world)
  if (verb === 'create') return create(world, username, options)
  if (verb === 'reset-second-factor') return resetFactor(world, username)
  await withPassword(options, async password => {
    const id = await resetPassword(world.auth, { username, password })
    await record(world.database, { action: 'password_reset', target: { id, name: username } })
  })
  console.log(`${username} signs in with the new password from now on; open sessions have ended.`)
}

/** What an account may look like is the server's to say; here it is only put into words. */
function inWords(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  if (error.code === 'weak_password')
    return error.details.guessable === true
      ? 'The password is easy to guess. Take several words, and no name of the person.'
      : `The password needs at least ${String(error.details.min)} characters.`
  if (error.code === 'invalid_request')
    return error.details.field === 'username'
      ? 'A user name has 3 to 30 letters, digits, dots, dashes or underscores.'
      : 'The password is too long.'
  if (error.code === 'not_found') return 'There is no account of this name.'
  return `${titleOf(error)}.`
}

const { values, words } = given(call)

await run(call, () => atAccounts(world => act(world, words, values)), inWords)
