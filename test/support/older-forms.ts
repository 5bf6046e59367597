/** Forms that began before others changed the record, and what becomes of what was typed in them. */
import { expect } from 'vitest'
import type { Fields } from '../../shared/record.ts'
import { bothHold, edit, make, online, opened, type Person, shown, twoEditors } from './people.ts'
import { recordA, recordB, uid } from './tables.ts'

/** Budi's form has seen A; he holds Ani's later value. */
export async function olderForm() {
  const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
  const form = await opened(budi, 1)
  await edit(ani, 1, { nama: 'Ani' })
  await online(ani)
  await online(budi)
  return { ani, budi, form }
}

/** The same of Record A 2, which is on Device 1; `device_id` is another. */
export async function olderFormOfRecordA() {
  const { ani, budi } = await twoEditors()
  for (const number of [1, 3]) await make(ani, number, { name: `Gerbang ${number}` }, 'device')
  await make(ani, 2, recordA({ device_id: { uid: uid(1) }, name: 'A' }), 'record_a')
  await online(ani)
  await online(budi)
  const form = await opened(budi, 2, 'record_a')
  await edit(ani, 2, { name: 'Ani' }, 'record_a')
  await online(ani)
  await online(budi)
  return { ani, budi, form, device_id: (await shown(ani, 3, 'device'))?.id ?? '' }
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
