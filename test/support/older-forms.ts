/** Forms that began before others changed the record, and what becomes of what was typed in them. */
import { expect } from 'vitest'
import type { Fields } from '../../shared/record.ts'
import { bothHold, edit, online, opened, type Person, shown } from './people.ts'
import { recordB } from './tables.ts'

/** Budi's form has seen A; he holds Ani's later value. */
export async function olderForm() {
  const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
  const form = await opened(budi, 1)
  await edit(ani, 1, { nama: 'Ani' })
  await online(ani)
  await online(budi)
  return { ani, budi, form }
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
