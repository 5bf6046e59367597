/** The line of pushes in front of the database: those that wait are settled in one transaction. [PU17] */
import { pushMutations } from '../../shared/limits.ts'
import type { Push, ReadPush } from './one-push.ts'
import { type Outcome, readPush, type Settled, settleTogether, type World } from './settle.ts'
import { inGroups } from '../waiting.ts'

export type Settling = (push: Push) => Promise<Settled>

/** Mutations in one transaction: others of more servers wait for it. */
const most = 2 * pushMutations

/** One for each server process. */
export function createSettling(world: World): Settling {
  const settled = inGroups<ReadPush, Outcome>(pushes => settleTogether(world, pushes), {
    // What is empty is asked about, too.
    sizeOf: ({ mutations }) => mutations.length + 1,
    most,
    namesOf,
  })
  return async push => {
    const outcome = await settled(readPush(world.kinds, push))
    if ('failure' in outcome) throw outcome.failure
    return outcome.settled
  }
}

/**
 * What it writes. A record's version names what it was: where two people write one at a moment, each gets a clock of
 * their own. So does a mutation that comes twice.
 */
function namesOf({ mutations, checked }: ReadPush): string[] {
  const uids = checked.flatMap(each => ('mutation' in each ? [each.mutation.uid] : []))
  return [...mutations.map(({ id }) => id), ...uids]
}
