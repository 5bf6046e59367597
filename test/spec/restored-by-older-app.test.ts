/** An older app brings back what a newer one has brought back: the field that the older one does not know is no matter. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { kinds } from '../../shared/kinds.ts'
import { answer, bothHold, edit, online, outOfReach, type Person, removed, shown } from '../support/people.ts'
import { settled, undone } from '../support/places.ts'
import { secondKinds } from '../support/second-version.ts'
import type { TestServer } from '../support/server.ts'
import { recordB } from '../support/tables.ts'

/** A field more, and nothing else. */
const withFloor = kinds.map((kind, index) => {
  const floor = secondKinds[index]?.fields.filter(({ name }) => name === 'lantai') ?? []
  return { ...kind, fields: [...kind.fields, ...floor] }
})

/** The server, and the app of one person. */
async function updated(server: TestServer, person: Person): Promise<void> {
  await sql`alter table record_b add column lantai text not null default 'dasar'`.execute(
    server.services.database.db,
  )
  server.services.kinds = withFloor
  await person.tab.engine.close()
  person.profile.kinds = withFloor
  person.tab = await person.profile.tab(person.userId)
}

test('[PU10] [OB7] [PV4] what the older one brings back, and the newer one has brought back, asks about no field that it does not know', async () => {
  const { server, ani, budi } = await bothHold(recordB({ nama: 'A' }))
  const undo = await removed(ani, 1)
  await online(ani)
  await outOfReach(ani)
  await updated(server, budi)
  await edit(budi, 1, { lantai: 'atas' })
  await online(budi)
  await answer(budi, { kind: 'restore' })
  expect(await online(budi)).toMatchObject(settled)
  await undone(ani, undo)
  expect(await online(ani)).toMatchObject(settled)
  expect(await online(budi)).toMatchObject(settled)
  expect((await shown(budi, 1))?.fields).toMatchObject({ nama: 'A', lantai: 'atas' })
})

test('[MG5] [PV6] deleted anyway by the older one, a record is gone whatever stands in a field that it does not know', async () => {
  const { server, ani, budi } = await bothHold(recordB({ nama: 'A' }))
  await updated(server, budi)
  await edit(budi, 1, { nama: 'Budi', lantai: 'atas' })
  await online(budi)
  await removed(ani, 1)
  expect(await online(ani)).toMatchObject({ attention: 1 })
  await outOfReach(ani)
  await answer(ani, { kind: 'delete' })
  await edit(budi, 1, { lantai: 'bawah' })
  await online(budi)
  expect(await online(ani)).toMatchObject(settled)
  expect(await online(budi)).toMatchObject(settled)
  expect(await shown(budi, 1)).toBeNull()
})
