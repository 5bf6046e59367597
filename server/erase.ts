/** Erases one record: it is deleted as people delete, and its values go from wherever else the server kept them. [HI9] */
import { AppError } from '../shared/errors.ts'
import { type Kind, type Kinds, kindNamed } from '../shared/metadata.ts'
import { PROTOCOL_VERSION } from '../shared/version.ts'
import { lockClock } from './db/clock.ts'
import type { Database } from './db/database.ts'
import { type Erased, eraseValues } from './db/erased.ts'
import { recordsByUid } from './db/records.ts'
import { settle } from './sync/settle.ts'

interface World {
  database: Database
  kinds: Kinds
}

/** Throws `not_found`, and `in_use` with the count of those that refer to it. What was done of it may be done again. */
export async function eraseRecord(
  world: World,
  { kind: name, uid }: { kind: string; uid: string },
): Promise<Erased> {
  const { database, kinds } = world
  const kind = kindNamed(kinds, name)
  if (!kind) throw new AppError('not_found')
  await removeRecord(world, kind, uid)
  const erased = await database.write(async tx => {
    await lockClock(tx)
    return { commit: true, answer: await eraseValues(tx, { kind: name, uid }) }
  })
  if (erased.changes + erased.conflicts + erased.handed === 0) throw new AppError('not_found')
  return erased
}

/** So that devices hear of it as of any deletion. */
async function removeRecord({ database, kinds }: World, kind: Kind, uid: string): Promise<void> {
  const [record] = await recordsByUid(database.db, database.driver, { kind, uids: [uid] })
  if (!record) return
  const { newToken } = database.stamps
  const mutation = { id: newToken(), kind: kind.name, uid, op: 'delete', seen: record.fields }
  const writer = { userId: 'erase', username: 'erase', clientId: newToken() }
  const { results } = await settle({
    database,
    kinds,
    writer,
    protocol: PROTOCOL_VERSION,
    mutations: [mutation],
  })
  const [result] = results
  if (result?.outcome === 'applied') return
  const issue = result?.outcome === 'rejected' ? result.issues[0] : undefined
  if (issue?.code === 'in_use') throw new AppError('in_use', { ...issue.params })
  // Somebody wrote it between the two.
  throw new AppError('unavailable')
}
