/** The seed's kinds as a later version might have them: in Record B a field renamed, and a required one added. */
import { sql } from 'kysely'
import { kinds } from '../../shared/kinds.ts'
import type { Field, Kind, Kinds } from '../../shared/metadata.ts'
import { schemaVersion } from '../../shared/schema.ts'
import type { Person } from './people.ts'
import type { TestServer } from './server.ts'

/** What the fields mean then. */
export const next = schemaVersion(kinds) + 1

function inSecond(field: Field): Field {
  return field.name === 'nama' ? { ...field, name: 'judul', formerly: ['nama'], since: next } : field
}

function secondOf(kind: Kind): Kind {
  const like = kind.fields.find(field => field.name === 'nama')
  if (!like) return kind
  const floor: Field = {
    ...like,
    name: 'lantai',
    label: { en: 'Floor', id: 'Lantai' },
    base: { type: 'string', length: 10 },
    validation: { required: true, type: 'string', max: 10 },
    since: next,
    initial: 'dasar',
  }
  return { ...kind, title: 'judul', fields: [...kind.fields.map(inSecond), floor] }
}

export const secondKinds: Kinds = kinds.map(secondOf)

/** With the field that was added, and nothing renamed: the seed's kinds are the version before. */
export const kindsWithFloor: Kinds = kinds.map((kind, index) => {
  const added = secondKinds[index]?.fields.filter(({ name }) => name === 'lantai') ?? []
  return { ...kind, fields: [...kind.fields, ...added] }
})

/** The server's update to the second version of the fields. */
export async function updateServer(server: TestServer): Promise<void> {
  await sql`alter table record_b rename column nama to judul`.execute(server.services.database.db)
  await addFloor(server)
  server.services.kinds = secondKinds
}

export async function addFloor({ services }: TestServer): Promise<void> {
  await sql`alter table record_b add column lantai text not null default 'dasar'`.execute(
    services.database.db,
  )
  services.kinds = kindsWithFloor
}

/** The app's update: this tab is closed, and the next one has the second version, or another. */
export async function updateApp(person: Person, to: Kinds = secondKinds): Promise<void> {
  await person.tab.engine.close()
  person.profile.kinds = to
  person.tab = await person.profile.tab(person.userId)
}

/** Of an app that knows the field's new name, and not the field that was added. */
export const kindsWithoutFloor: Kinds = secondKinds.map(kind => ({
  ...kind,
  fields: kind.fields.filter(({ name }) => name !== 'lantai'),
}))

const gate = { name: 'gerbang_id', formerly: ['device_id'], since: next }
/** Of another second version: the reference of Record A has another name. */
export const kindsWithGate: Kinds = kinds.map(kind => ({
  ...kind,
  fields: kind.fields.map(field => (field.name === 'device_id' ? { ...field, ...gate } : field)),
}))

export async function renameGate({ services }: TestServer): Promise<void> {
  await sql`alter table record_a rename column device_id to gerbang_id`.execute(services.database.db)
  services.kinds = kindsWithGate
}
