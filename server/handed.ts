/** GET and POST /api/handed: work that its person cannot send any more, and who looks at it in their place. [SC10] */
import { AppError } from '../shared/errors.ts'
import type { Handed, HandedAnswer, HandedEnd, HandedMessage, HandedWork } from '../shared/handed-message.ts'
import { fieldNamed, type Kind, kindNamed, type Kinds } from '../shared/metadata.ts'
import { minesOf } from '../shared/record.ts'
import { holderOf } from '../shared/scope.ts'
import { lockClock } from './db/clock.ts'
import { endHanded, handedRows, keepHanded } from './db/handed.ts'
import { reachedAmong, type Scope, seenAmong } from './db/scope.ts'
import type { Services } from './services.ts'

interface Author {
  id: string
  username: string
}

/** Durable when this has returned: then it may go from where it was. */
export async function handOver(
  { database, kinds, now }: Services,
  { id: user_id, username: author }: Author,
  { work }: HandedMessage,
): Promise<void> {
  for (const each of work) check(kinds, each)
  const received_at = now().toISOString()
  await database.write(async tx => {
    await lockClock(tx)
    const rows = work.map(each => {
      const { kind, uid } = each
      const token = database.stamps.newToken()
      return { user_id, kind, uid, author, received_at, token, work: JSON.stringify(each) }
    })
    await keepHanded(tx, rows)
    return { commit: true, answer: undefined }
  })
}

/** What `scope` lets its asker do in the place of whoever handed it over. */
export async function handedTo({ database, kinds }: Services, scope: Scope): Promise<HandedAnswer> {
  const all = (await handedRows(database.db)).map((row): HandedWork => ({
    ...(JSON.parse(row.work) as Handed),
    ...{ userId: row.user_id, author: row.author, receivedAt: row.received_at, token: row.token },
  }))
  const theirs = new Set<HandedWork>()
  for (const kind of kinds) {
    const work = all.filter(each => each.kind === kind.name)
    for (const each of await theirsAmong(database, scope, { kind, work })) theirs.add(each)
  }
  return { work: all.filter(each => theirs.has(each)) }
}

/** Throws `not_found` for what is not there (any more), or is not theirs to see. */
export async function endOfHanded(services: Services, scope: Scope, end: HandedEnd): Promise<void> {
  const { work } = await handedTo(services, scope)
  const { userId: user_id, kind, uid, token } = end
  const isIt = (each: HandedWork) =>
    each.userId === user_id && each.kind === kind && each.uid === uid && each.token === token
  if (!work.some(isIt)) throw new AppError('not_found')
  const isEnded = await services.database.write(async tx => {
    await lockClock(tx)
    return { commit: true, answer: await endHanded(tx, { user_id, kind, uid, token }) }
  })
  if (!isEnded) throw new AppError('not_found')
}

function check(kinds: Kinds, { kind: name, changes }: Handed): void {
  const kind = kindNamed(kinds, name)
  if (!kind) throw new AppError('invalid_request', { field: 'kind' })
  for (const field of Object.keys(changes))
    if (!fieldNamed(kind, field)?.fillable) throw new AppError('invalid_request', { field: 'changes' })
}

/** They see its record; of one that is not there, they would see what it was to stand within. */
async function theirsAmong(
  database: Services['database'],
  scope: Scope,
  { kind, work }: { kind: Kind; work: readonly HandedWork[] },
): Promise<HandedWork[]> {
  if (work.length === 0) return []
  const holderOfNew = ({ op, changes }: HandedWork) =>
    op === 'create' && !kind.grantable ? holderOf(kind, { id: '', fields: minesOf(changes) }) : null
  const ids = work.map(holderOfNew).filter(id => id !== null)
  const isReached = await reachedAmong(database, scope, { kind, ids })
  const seen = await seenAmong(database, scope, { kind, uids: work.map(({ uid }) => uid) })
  return work.filter(each => seen.has(each.uid) || isReached(holderOfNew(each)))
}
