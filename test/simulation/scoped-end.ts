/** What must hold at the end where people see a part. */
import { kinds } from '../../shared/kinds.ts'
import { everything } from '../support/tables.ts'
import { shortOf } from './ledger.ts'
import type { Rounds } from './rounds.ts'
import type { SimulatedWorld } from './world.ts'

/** [SC4] What somebody does not see is on their device only as far as they have changed it themselves. */
export async function keptOutOfSight(
  { server: { moments }, chaos, people }: SimulatedWorld,
  rounds: Rounds,
): Promise<string[]> {
  const broken: string[] = []
  for (const person of moments ? people : []) {
    const { name } = person.profile
    const { engine } = rounds.tabOf(person)
    for (const kind of kinds) {
      const { rows } = await chaos.settled(engine.query(kind.name, everything, 0, 1_000))
      for (const { uid, state } of rows)
        if (state === 'settled' && !moments?.seesNow(name, uid))
          broken.push(`${name} has kept a ${kind.name} out of their sight: ${shortOf(uid)}`)
    }
  }
  return broken
}

/** [SC8] Once somebody sees everything, nothing of theirs lies outside, but for what has been deleted meanwhile. */
export async function stillOutside(
  { people, server: { moments } }: SimulatedWorld,
  rounds: Rounds,
): Promise<string[]> {
  const broken: string[] = []
  for (const person of people)
    for (const { uid, refusal, acts } of await rounds.unsentOf(person)) {
      const isThere = moments?.seesNow(person.profile.name, uid) || acts[0]?.deed.do === 'make'
      if (isThere && JSON.stringify(refusal ?? null).includes('out_of_scope'))
        broken.push(`${person.profile.name} sees everything, and yet it is outside: ${shortOf(uid)}`)
    }
  return broken
}
