/** A server that is there, and gives no answer about some mutations. */
import { AppError } from '../../shared/errors.ts'
import type { Person } from './people.ts'

export const word = "Gudang ' OR 1=1 é"
export const hourMs = 60 * 60_000

type Push = Person['network']['transport']['push']

function choosesWord(mutation: Parameters<Push>[0]['mutations'][number]): boolean {
  if (mutation.op === 'delete') return false
  return (mutation.op === 'create' ? mutation.fields['nama'] : mutation.changes['nama']?.[1]) === word
}

/** What chooses the word, or something else, arrives, and its answer does not; or it does not arrive either. */
export function silence({ network, profile }: Person, { isArriving = true, isMeant = choosesWord } = {}) {
  const { push } = network.transport
  const pushAndLose: Push = async request => {
    const isLost = request.mutations.some(isMeant)
    if (isLost && !isArriving) throw new AppError('unreachable')
    const answer = await push(request)
    if (isLost) throw new AppError('unreachable')
    return answer
  }
  profile.transport = { ...network.transport, push: pushAndLose }
}

/** Sent, and not answered. */
export async function tryToSend({ tab }: Person) {
  for (let run = 0; run < 4; run++) await tab.sync()
}

/** Until nobody waits for an answer any more. */
export async function giveUp(person: Person) {
  for (let hour = 0; hour < 8; hour++) {
    person.profile.now += hourMs
    await tryToSend(person)
  }
  return person.tab.engine.status()
}
