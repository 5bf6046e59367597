/** People at work: each with a profile, a network and a tab of their own, on one real server. */
import type { Edit, Query, Resolution, SaveOutcome, Undo } from '../../client/contract.ts'
import { assert } from '../../shared/assert.ts'
import type { Fields } from '../../shared/record.ts'
import { noForm } from './drafts.ts'
import type { Network } from './network.ts'
import { Profile, type Tab } from './profile.ts'
import { startServer, type TestServer } from './server.ts'
import { everything, recordA, recordB, uid } from './tables.ts'

export { noForm }

export interface Person {
  profile: Profile
  network: Network
  tab: Tab
  userId: string
}

export async function arrive(server: TestServer, username: string): Promise<Person> {
  const { network, userId } = await server.signIn(username)
  const profile = new Profile()
  profile.transport = network.transport
  return { profile, network, userId, tab: await profile.tab(userId) }
}

export async function twoEditors() {
  const server = await startServer()
  await server.addUser('ani', 'editor')
  await server.addUser('budi', 'editor')
  return { server, ani: await arrive(server, 'ani'), budi: await arrive(server, 'budi') }
}

/** Both have Record B 1 as it is, and are out of reach. */
export async function bothHold(fields: Fields) {
  const { server, ani, budi } = await twoEditors()
  await make(ani, 1, fields)
  await online(ani)
  await online(budi)
  ani.network.isDown = budi.network.isDown = true
  return { server, ani, budi }
}

export const make = ({ tab }: Person, number: number, fields: Fields, kind = 'record_b') =>
  tab.engine.save({ ...noForm, kind, uid: uid(number), fields })

/** What a form of a record begins with. */
export async function opened({ tab }: Person, number: number, kind = 'record_b') {
  const record = await tab.engine.record(kind, uid(number))
  const { fields: seen = null, since = 0 } = record ?? {}
  return { ...noForm, kind, uid: uid(number), seen, since }
}

export type Form = Omit<Edit, 'fields'>

export const saveForm = ({ tab }: Person, form: Form, fields: Fields) =>
  tab.engine.save({ ...form, fields: { ...form.seen, ...fields } })

export async function edit(person: Person, number: number, fields: Fields, kind = 'record_b') {
  return saveForm(person, await opened(person, number, kind), fields)
}

/** Answers the only question there is. */
export async function answer({ tab }: Person, resolution: Resolution) {
  const [item] = await tab.engine.attention()
  assert(item, 'there is a question')
  return tab.engine.resolve(item, resolution)
}

export const shown = async ({ tab }: Person, number: number, kind = 'record_b') =>
  tab.engine.record(kind, uid(number))

/** Ani's Device 1, which by now a Record A of Budi's refers to: she does not know. */
export async function deviceInUse() {
  const { ani, budi } = await twoEditors()
  await make(ani, 1, { name: 'Gerbang' }, 'device')
  await online(ani)
  await online(budi)
  const device_id = (await shown(budi, 1, 'device'))?.id ?? ''
  await make(budi, 2, recordA({ device_id }), 'record_a')
  await online(budi)
  return { ani, budi }
}

/** Record B 1 is Budi's edit, at version 3; rolled back to 1, a server gives that out anew. */
export async function bothSawVersion3() {
  const { server, ani, budi } = await twoEditors()
  for (const number of [2, 1]) {
    await make(budi, number, recordB({ nama: 'A' }))
    await online(budi)
  }
  await edit(budi, 1, { nama: 'Budi' })
  await online(budi)
  await online(ani)
  return { server, ani, budi }
}

/** Ani has Record B 1 on the server, and the app open twice. */
export async function twoTabs() {
  const { server, ani, budi } = await twoEditors()
  await make(ani, 1, recordB({ nama: 'A', pt: 'P' }))
  await online(ani)
  await online(budi)
  const other = { ...ani, tab: await ani.profile.tab(ani.userId) }
  await other.tab.sync()
  return { server, ani, budi, other }
}
/** Budi has a conflict about nama of Record B 1; Ani's value stands on the server. */
export async function openConflict() {
  const { server, ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
  await edit(ani, 1, { nama: 'Ani' })
  await edit(budi, 1, { nama: 'Budi' })
  await online(ani)
  const { attention } = await online(budi)
  assert(attention === 1, 'Budi is asked')
  budi.network.isDown = true
  return { server, ani, budi }
}

/** What undoes a save. */
export function undoOf(outcome: SaveOutcome): Undo {
  assert(outcome.outcome === 'saved' && outcome.undo, 'it can be undone')
  return outcome.undo
}

/** Deletes the record, and returns what undoes that. */
export async function removed({ tab }: Person, number: number, kind = 'record_b'): Promise<Undo> {
  const answer = await tab.engine.remove(kind, uid(number))
  if (answer.outcome === 'failed') throw new Error(answer.fault)
  return answer.undo
}

/** Does something between the moment at which the next push leaves and its answer. */
export function whilePushing({ profile, network }: Person, act: () => Promise<unknown>): void {
  const { transport } = network
  profile.transport = {
    ...transport,
    async push(sent) {
      profile.transport = transport
      await act()
      return transport.push(sent)
    },
  }
}

/** Once, while the device waits before it asks its storage again. */
export function whileWaiting({ profile }: Person, act: () => Promise<unknown>): void {
  const { pause } = profile
  profile.pause = async milliseconds => {
    if (milliseconds === 0) return pause(milliseconds)
    profile.pause = pause
    await act()
  }
}

/** Comes into reach of the server, and stays there until the sync is over. */
export async function online({ tab, network }: Person) {
  network.isDown = false
  return tab.sync()
}

/** Out of reach, and known to be: nothing is tried that would count as on its way. */
export async function outOfReach({ tab, network }: Person) {
  network.isDown = true
  await tab.sync()
}

export const list = async ({ tab }: Person, kind = 'record_b', query: Query = everything) =>
  (await tab.engine.query(kind, query, 0, 1_000)).rows
