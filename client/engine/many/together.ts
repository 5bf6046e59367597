/** [MA4] Acts that go in together, and the name by which they are taken back. */
import { assert } from '../../../shared/assert.ts'
import type { GroupRef } from '../../contract-import.ts'
import type { NewAct } from '../disk/acts.ts'
import type { User } from '../world.ts'

/** Numbers of acts, from the first to the last. */
export interface Numbers {
  first: number
  last: number
}

/** null: there was nothing to do. Fails with StorageError, and then nothing was done. */
export async function addTogether(
  user: User,
  acts: readonly NewAct[],
  signal?: AbortSignal,
): Promise<GroupRef | null> {
  if (acts.length === 0) return null
  const added = await user.replica.addGroup(acts, signal)
  tellOthers(user, acts)
  const [first, last] = [added[0], added.at(-1)]
  assert(first && last, 'what is on disk has its place')
  return { group: `${first.seq}-${last.seq}-${user.replica.db.clientId}` }
}

/** null: it is the name of none. In the database after one that was removed, the same numbers are other acts'. [RM1] */
export function numbersOf({ replica }: User, { group }: GroupRef): Numbers | null {
  const [, first, last, clientId] = /^(\d+)-(\d+)-(.+)$/.exec(group) ?? []
  const isOwn = first && last && clientId === replica.db.clientId
  return isOwn ? { first: Number(first), last: Number(last) } : null
}

export function tellOthers({ outside, scheduler }: User, acts: readonly NewAct[]): void {
  outside.tell({ type: 'work', addresses: acts.map(({ kind, uid }) => ({ kind, uid })) })
  scheduler.send({ kind: 'wake' })
}
