/** Forms that began before others changed the record, and what becomes of what was typed in them. */
import { expect } from 'vitest'
import type { Fields } from '../../shared/record.ts'
import { bothHold, edit, online, type Person, shown } from './people.ts'
import { giveUp, silence } from './silence.ts'
import { recordB, uid } from './tables.ts'

export const saveOlder = (
  { tab }: Person,
  number: number,
  seen: Fields | null,
  fields: Fields,
  kind = 'record_b',
) => tab.engine.save({ kind, uid: uid(number), seen, fields: { ...seen, ...fields } })

/** Budi's form has seen A; he holds Ani's later value. */
export async function olderForm() {
  const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
  const seen = (await shown(budi, 1))?.fields ?? null
  await edit(ani, 1, { nama: 'Ani' })
  await online(ani)
  await online(budi)
  return { ani, budi, seen }
}

/** He is asked, and Ani's value stands. */
export async function expectAsked(
  ani: Person,
  budi: Person,
  fields: Fields = { nama: 'Ani' },
  number = 1,
  kind = 'record_b',
) {
  const { attention } = await online(budi)
  await online(ani)
  expect([attention, (await shown(ani, number, kind))?.fields]).toMatchObject([1, fields])
}

/** The delete that got no answer is given up, and the person lets it go. */
export async function letGoUncertainDelete(budi: Person) {
  budi.network.isDown = false
  silence(budi, { isMeant: ({ op }) => op === 'delete' })
  await giveUp(budi)
  budi.profile.transport = budi.network.transport
  const [item] = await budi.tab.engine.attention()
  expect(item).toMatchObject({ op: 'delete', isUncertain: true })
  await budi.tab.engine.resolve(item?.seq ?? 0, { kind: 'discard' })
}
