/** `npm run erase`: removes a record with all values that the server keeps of it. [HI9] */
import { kinds } from '../../shared/kinds.ts'
import { AppError } from '../../shared/errors.ts'
import { isUid } from '../../shared/fields.ts'
import { eraseRecord } from '../erase.ts'
import { titleOf } from '../errors.ts'
import { atAccounts } from './at-database.ts'
import { given, run, UsageError } from './command.ts'
import { record } from './recorded.ts'

const call = {
  name: 'erase',
  about: 'Deletes a record, and removes its values from the ledger, its history and what was handed over.',
  calls: [['--kind <kind> --uid <uid>', 'for good: nothing brings it back but a backup']],
  options: {
    kind: { type: 'string', value: 'kind', about: kinds.map(({ name }) => name).join(', ') },
    uid: { type: 'string', value: 'uid', about: 'of the record, as its address in the app has it' },
  },
} as const

const { values } = given(call)

function inWords(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  if (error.code === 'not_found') return 'The server knows no record of this kind and uid.'
  if (error.code === 'in_use')
    return `${String(error.details.count)} others refer to it. Change or erase those first.`
  return `${titleOf(error)}.`
}

await run(
  call,
  () => {
    const { kind, uid } = values
    if (kind === undefined || !kinds.some(({ name }) => name === kind))
      throw new UsageError('--kind is one of those that --help names')
    if (uid === undefined || !isUid(uid)) throw new UsageError('--uid is a UUID')
    return atAccounts(async ({ database }) => {
      const erased = await eraseRecord({ database, kinds }, { kind, uid })
      await record(database, {
        action: 'record_erased',
        target: { id: uid, name: kind },
        details: { ...erased },
      })
      console.log(
        `It is erased: deleted, with ${erased.changes} changes, ${erased.conflicts} conflicts and ${erased.handed} pieces of work that held it.`,
      )
      console.log('Devices remove it with their next contact. Backups still hold it: remove those of before.')
    })
  },
  inWords,
)
