/** What a database needs that was put back from a copy: a commit nobody has seen, and ids nobody was given. */
import { maxId } from '../../shared/limits.ts'
import type { Kinds } from '../../shared/metadata.ts'
import { advanceClock, lockClock } from './clock.ts'
import type { Database } from './database.ts'
import { keepLastId, lastId } from './ledger.ts'

/** More than anybody makes between two copies, an import included; of 2^63 ids it costs nothing. */
export const idGap = 1_000_000n

/**
 * [RS3] [RS4] One transaction. `lastIds`: the last ids of the database that was replaced, by kind, when they are
 * known. Ids in the gap count as handed out, so that a record offered again gets its own back.
 */
export async function markRestored(
  database: Database,
  kinds: Kinds,
  lastIds: ReadonlyMap<string, bigint> = new Map(),
): Promise<void> {
  await database.write(async tx => {
    const clock = await lockClock(tx)
    for (const { name } of kinds) {
      const wanted = [(await lastId(tx, name)) + idGap, lastIds.get(name) ?? 0n]
      const last = wanted.reduce((a, b) => (a > b ? a : b))
      await keepLastId(tx, name, last < BigInt(maxId) ? last : BigInt(maxId))
    }
    await advanceClock(tx, clock + 1, database)
    return { commit: true, answer: undefined }
  })
}
