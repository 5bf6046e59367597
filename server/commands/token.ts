/** `npm run token`: makes tokens for programs, lists and ends them, without the server or beside it. [TK1] */
import { parseArgs } from 'node:util'
import { AppError } from '../../shared/errors.ts'
import { roleNamed } from '../../shared/roles.ts'
import { TokenMessage } from '../../shared/token-messages.ts'
import { titleOf } from '../errors.ts'
import { isRole, roleNames } from '../session/roles.ts'
import { accountNamed } from '../session/users.ts'
import { endToken, makeToken, tokensOf } from '../tokens.ts'
import { type AtAccounts, atAccounts, run, UsageError } from './at-database.ts'
import { record } from './recorded.ts'

const usage = `npm run token -- create <username> --name <what it is for> [--role ${roleNames.join('|')}] [--days 365]
       npm run token -- end <id>
       npm run token -- list`

interface Options {
  name?: string | undefined
  role?: string | undefined
  days?: string | undefined
}

async function create(
  world: AtAccounts,
  username: string,
  { name, role = 'viewer', days = '365' }: Options,
): Promise<void> {
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

async function act(world: AtAccounts, [verb, word, ...rest]: string[], options: Options): Promise<void> {
  if (verb === undefined) throw new UsageError('What is to be done?')
  if (rest.length > 0 || (verb === 'list') !== (word === undefined))
    throw new UsageError('Too few or too many words')
  if (verb === 'list') return list(world)
  if (verb === 'create') return create(world, word ?? '', options)
  if (verb === 'end') return end(world, word ?? '')
  throw new UsageError(`There is no “${verb}”`)
}

const text = { type: 'string' } as const

function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { name: text, role: text, days: text },
    allowPositionals: true,
  })
  return atAccounts(world => act(world, positionals, values))
}

function inWords(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  if (error.code === 'not_found') return 'There is none of this name.'
  if (error.code === 'forbidden') return 'The role is greater than that of the account.'
  return `${titleOf(error)}.`
}

await run(main, { usage, inWords })
