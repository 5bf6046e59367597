/** `npm run token`: makes tokens for programs, lists and ends them, without the server or beside it. [TK1] */
import { AppError } from '../../shared/errors.ts'
import { roleNamed } from '../../shared/roles.ts'
import { TokenMessage } from '../../shared/token-messages.ts'
import { titleOf } from '../errors.ts'
import { isRole, roleNames } from '../session/roles.ts'
import { accountNamed } from '../session/users.ts'
import { endToken, makeToken, tokensOf } from '../tokens.ts'
import { type AtAccounts, atAccounts } from './at-database.ts'
import { given, run, UsageError } from './command.ts'
import { record } from './recorded.ts'

const call = {
  name: 'token',
  about: 'Makes tokens for other programs, lists and ends them.',
  calls: [
    ['create <username> --name <name>', 'makes one that acts for this account, and shows it once'],
    ['end <id>', 'lets nobody in by it any more'],
    ['list', 'which there are, and when each was used last'],
  ],
  options: {
    name: { type: 'string', value: 'name', about: 'what it is for' },
    role: { type: 'string', value: 'role', default: 'viewer', about: roleNames.join(', ') },
    days: { type: 'string', value: 'days', default: '365', about: 'how long it lasts, 1 to 1095' },
  },
  verbs: { create: 1, end: 1, list: 0 },
} as const

interface Options {
  name?: string | undefined
  role: string
  days: string
}

async function create(world: AtAccounts, username: string, { name, role, days }: Options): Promise<void> {
  if (!isRole(role)) throw new UsageError(`--role takes ${roleNames.join(', ')}`)
  const message = TokenMessage.safeParse({ name, role, days: Number(days) })
  if (!message.success)
    throw new UsageError('--name says what it is for, --days how long it lasts (1 to 1095)')
  const account = await accountNamed(world.auth, username)
  if (!account) throw new AppError('not_found')
  const { id, username: known } = account
  const made = await makeToken(world, { id, role: roleNamed(account.role) }, message.data)
  const target = { id, name: known }
  await record(world.database, { action: 'token_made', target, details: { role, days: message.data.days } })
  console.log(`${made.token}\nIt is shown this once, and acts for ${known} as ${role} under /api/v1.`)
}

async function list(world: AtAccounts): Promise<void> {
  const { tokens } = await tokensOf(world, undefined)
  for (const { id, username, name, role, endsAt, usedAt } of tokens)
    console.log(
      [
        ...[id, username.padEnd(20), role.padEnd(8), `until ${endsAt.slice(0, 10)}`],
        ...[usedAt ? `used ${usedAt.slice(0, 16)}Z` : 'never used', name],
      ].join('  '),
    )
}

async function end(world: AtAccounts, id: string): Promise<void> {
  const owner = await endToken(world, { id, userId: undefined })
  await record(world.database, { action: 'token_ended', target: { id: owner, name: '' } })
  console.log('It lets nobody in any more.')
}

async function act(world: AtAccounts, [verb, word = '']: string[], options: Options): Promise<void> {
  if (verb === 'list') return list(world)
  return verb === 'create' ? create(world, word, options) : end(world, word)
}

function inWords(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  if (error.code === 'not_found') return 'There is none of this name.'
  if (error.code === 'forbidden') return 'The role is greater than that of the account.'
  return `${titleOf(error)}.`
}

const { values, words } = given(call)

await run(call, () => atAccounts(world => act(world, words, values)), inWords)
