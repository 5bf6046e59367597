/** What a database needs that was put back from a copy: a commit nobody has seen, and ids nobody was given. */
import { maxId } from '../../shared/limits.ts'
import type { Kinds } from '../../shared/metadata.ts'
import { advanceClock, lockClock } from './clock.ts'
import type { Database } from './database.ts'
import { keepLastId, lastId } from './ledger.ts'
import { sendAnew } from './webhooks.ts'

/** More than anybody makes between two copies, an import included; of 2^63 ids it costs nothing. */
export const idGap = 1_000_000n
const growsSince = Date.UTC(2026, 0, 1)

/**
 * The gap where nobody knows what was handed out. It grows by an id a millisecond: a copy put back twice leaves out,
 * the second time, what was handed out after the first.
 */
export function gapAt(now: Date): bigint {
  return idGap + BigInt(Math.max(0, now.getTime() - growsSince))
}

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
    const gap = gapAt(database.stamps.now())
    for (const { name } of kinds) {
      const [copied, known] = [await lastId(tx, name), lastIds.get(name)]
      const wanted = known === undefined ? copied + gap : copied + idGap
      const last = known !== undefined && known > wanted ? known : wanted
      await keepLastId(tx, name, last < BigInt(maxId) ? last : BigInt(maxId))
    }
    await advanceClock(tx, clock + 1, database)
    await sendAnew(tx, Number(gap))
    return { commit: true, answer: undefined }
  })
}
