/** [OB15] What does not get through keeps nothing else from being sent. */
import { shortOf } from './ledger.ts'
import type { Rounds } from './rounds.ts'
import type { UnsentRow } from './watch.ts'
import type { SimulatedWorld } from './world.ts'

/**
 * Until a batch is one mutation, and for each that is stopped until it stands behind the others; before that the same
 * for what was sent with that word, when a server that has forgotten deletions is offered it again.
 */
const roundsToBegin = 40
const roundsForEach = 3

/** Everything is healthy but for a word that does not pass. */
export async function brokenPassage(world: SimulatedWorld, rounds: Rounds): Promise<string[]> {
  const { server, people, actors } = world
  const { blocked } = server
  // To a restored server what it lost is offered in order, before anything new.
  if (!blocked || actors.intents.isRestored) return []
  const word = JSON.stringify(blocked.word)
  const isStopped = ({ mutation }: UnsentRow) => JSON.stringify(mutation).includes(word)
  const broken: string[] = []
  for (const person of people) {
    const stopped = (await rounds.rowsOf(person)).filter(isStopped).length
    if (stopped === 0) continue
    for (let round = 0; round < roundsToBegin + roundsForEach * stopped; round++) await rounds.sync(person)
    const rows = await rounds.rowsOf(person)
    const held = rows.map(row => ({ ...row, parked: isStopped(row) ? { outcome: 'stopped' } : row.parked }))
    for (const { uid, op } of await rounds.sendable(held))
      broken.push(`${person.profile.name} has not sent past an obstacle: ${op} ${shortOf(uid)}`)
  }
  return broken
}
