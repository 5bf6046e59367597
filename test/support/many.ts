/** Many records of people at work, and what is done to them at once. */
import type { GroupRef, ManyAct, ManyDone, Selection } from '../../client/contract.ts'
import { pushMutations } from '../../shared/limits.ts'
import type { Mutation } from '../../shared/protocol.ts'
import { online, outOfReach, type Person, twoTabs } from './people.ts'
import { everything, recordB, uid } from './tables.ts'

const evenWord = (number: number) => (number % 2 === 0 ? 'genap' : 'ganjil')
export const even: Selection = {
  ...{ kind: 'record_b', query: { ...everything, search: 'genap' } },
  ...{ isAllBut: true, uids: [] },
}
export const toBdg: ManyAct = { do: 'edit', fields: { pt: 'BDG', unit: true } }
export const toDelete: ManyAct = { do: 'delete' }

/** Record Bs 2 to `last` on the server, half of them even, and nobody in its reach. */
export async function withMany(last: number) {
  const people = await twoTabs()
  const { ani, budi, other } = people
  const numbers = Array.from({ length: last - 1 }, (_, index) => index + 2)
  for (let at = 0; at < numbers.length; at += pushMutations) {
    const mutations = numbers.slice(at, at + pushMutations).map((number): Mutation => {
      const fields = recordB({ nama: `Gudang ${evenWord(number)} ${number}`, pt: 'SBY' })
      return { id: uid(10_000 + number), schema: 1, kind: 'record_b', uid: uid(number), op: 'create', fields }
    })
    await budi.network.transport.push({ user: budi.userId, client: uid(9_999), mutations })
  }
  await online(ani)
  await online(budi)
  await other.tab.sync()
  await outOfReach(ani)
  return people
}

export async function done(person: Person, selection: Selection, act: ManyAct): Promise<ManyDone> {
  const answer = await person.tab.engine.actOnMany(selection, act)
  if (answer.outcome === 'failed') throw new Error(answer.fault)
  return answer
}

/** What was done to many is taken back. */
export const back = (person: Person, group: GroupRef | null) =>
  person.tab.engine.undoGroup(group ?? { group: '' })
