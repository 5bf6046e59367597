/** How far a save has got, and what that is seen by. */
import { expect } from 'vitest'
import type { Undo } from '../../client/contract.ts'
import { AppError } from '../../shared/errors.ts'
import { bothHold, online, outOfReach, type Person, shown } from './people.ts'
import { recordB } from './tables.ts'

export const settled = { attention: 0, unsent: 0, state: 'idle' }

/** Where a save can have got to. */
export const places = ['not sent', 'on its way', 'on its way, its answer lost', 'applied'] as const
export type Place = (typeof places)[number]

/** From out of reach: what was done has got so far. */
export async function bring(person: Person, place: Place): Promise<void> {
  const { network, tab } = person
  if (place === 'applied') await online(person)
  if (place === 'on its way') await tab.sync()
  if (place === 'on its way, its answer lost') await onlineUnheard(person)
  network.isDown = true
}

/** The server settles what is sent, and no answer to it arrives. */
export async function onlineUnheard(person: Person): Promise<void> {
  const { profile, network } = person
  const { transport } = network
  const push: typeof transport.push = async request => {
    await transport.push(request)
    throw new AppError('unreachable')
  }
  profile.transport = { ...transport, push }
  await online(person)
  profile.transport = transport
}

export async function undone({ tab }: Person, undo: Undo): Promise<void> {
  expect(await tab.engine.undo(undo)).toMatchObject({ outcome: 'saved' })
}

/** What the server has sent this person of a record. */
export async function holds(person: Person, number = 1) {
  await online(person)
  return (await shown(person, number))?.fields ?? null
}

/** Both hold Record B 1; nothing departs by itself from now on. */
export async function bothOut(fields = recordB({ nama: 'A', pt: 'P' })) {
  const all = await bothHold(fields)
  await outOfReach(all.ani)
  await outOfReach(all.budi)
  return all
}
