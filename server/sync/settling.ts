/** The line of pushes in front of the database: those that wait are settled in one transaction. [PU17] */
import { pushMutations } from '../../shared/limits.ts'
import type { Push, ReadPush } from './one-push.ts'
import type { Metrics } from '../operating/metrics.ts'
import { AppError } from '../../shared/errors.ts'
import { statusOf } from '../errors.ts'
import { type Outcome, readPush, type Settled, settleTogether, type World } from './settle.ts'
import { inGroups } from '../waiting.ts'

export type Settling = (push: Push) => Promise<Settled>

/** Mutations in one transaction: others of more servers wait for it. */
const most = 2 * pushMutations

/** One for each server process. */
export function createSettling(world: World & { metrics: Metrics }): Settling {
  const { metrics } = world
  async function settleGroup(group: readonly Waiting[]): Promise<Outcome[]> {
    for (const { sinceCame } of group) metrics.waited(sinceCame())
    const sinceBegun = metrics.timer()
    try {
      return await settleTogether(world, group)
    } finally {
      metrics.settled(sinceBegun())
    }
  }
  const settled = inGroups<Waiting, Outcome>(settleGroup, {
    // What is empty is asked about, too.
    sizeOf: ({ mutations }) => mutations.length + 1,
    most,
    namesOf,
  })
  return async push => {
    try {
      const outcome = await settled({ ...readPush(world.kinds, push), sinceCame: metrics.timer() })
      if ('failure' in outcome) throw outcome.failure
      metrics.push('settled')
      for (const result of outcome.settled.results) metrics.mutation(result.outcome)
      return outcome.settled
    } catch (error) {
      metrics.push(error instanceof AppError && statusOf(error) < 500 ? 'refused' : 'failed')
      throw error
    }
  }
}

interface Waiting extends ReadPush {
  sinceCame: () => number
}

/**
 * What it writes. A record's version names what it was: where two people write one at a moment, each gets a clock of
 * their own. So does a mutation that comes twice.
 */
function namesOf({ mutations, checked }: ReadPush): string[] {
  const uids = checked.flatMap(each => ('mutation' in each ? [each.mutation.uid] : []))
  return [...mutations.map(({ id }) => id), ...uids]
}
