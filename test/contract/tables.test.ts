/** The tables agree with the metadata, and a database is opened once for all. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Driver } from '../../server/db/driver.ts'
import { type Database, NewerDatabase, openDatabase } from '../../server/db/database.ts'
import { typeNameOf } from '../../shared/fields.ts'
import { kinds } from '../../shared/kinds.ts'
import { type Field, fillable, type Kind, kindNamed } from '../../shared/metadata.ts'
import { engines } from './engines.ts'
import { recordA, recordB } from './edits.ts'
import { openWorld, type World } from './world.ts'

interface Column {
  name: string
  type: string
  isRequired: boolean
}

/** What each database calls a field's column. */
function expectedColumn(field: Field, driver: Driver): Column {
  const types = {
    sqlite: {
      text: 'TEXT',
      boolean: 'INTEGER',
      datetime: 'TEXT',
      instant: 'TEXT',
      integer: 'INTEGER',
      reference: 'INTEGER',
    },
    postgres: {
      text: `varchar(${field.base.type === 'string' ? field.base.length : ''})`,
      boolean: 'bool',
      datetime: 'timestamp',
      instant: 'varchar(20)',
      integer: 'int8',
      reference: 'int8',
    },
  }
  const type = field.primary ? types[driver.name].integer : types[driver.name][typeNameOf(field)]
  return { name: field.name, type, isRequired: field.validation.required === true || field.primary }
}

async function columnsOf({ db, driver }: Database, kind: Kind): Promise<Column[]> {
  if (driver.name === 'sqlite') {
    const { rows } = await sql<{ name: string; type: string; notnull: number; pk: number }>`
      select name, type, "notnull", pk from pragma_table_info(${kind.name})`.execute(db)
    return rows.map(row => ({
      name: row.name,
      type: row.type.toUpperCase(),
      isRequired: row.notnull === 1 || row.pk === 1,
    }))
  }
  const { rows } = await sql<{ name: string; type: string; length: number | null; nullable: string }>`
    select column_name as name, udt_name as type, character_maximum_length as length, is_nullable as nullable
    from information_schema.columns where table_name = ${kind.name} and table_schema = 'public'`.execute(db)
  return rows.map(({ name, type, length, nullable }) => ({
    name,
    type: length === null ? type : `${type}(${length})`,
    isRequired: nullable === 'NO',
  }))
}

const byName = (x: Column, y: Column): number => (x.name < y.name ? -1 : 1)

describe.each(engines)('Metadata on $name', engine => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(engine)
  })
  afterAll(() => world.close())

  test.each(kinds.map(kind => kind.name))(
    '[MD3] [MD5] the columns of %s are those of its fields, and what sync needs',
    async name => {
      const kind = kinds.find(each => each.name === name)!
      const columns = await columnsOf(world.database, kind)
      const common = ['changed_at', 'changed_by', 'uid', 'version']
      const own = columns.filter(column => !common.includes(column.name))
      const expected = kind.fields.map(field => expectedColumn(field, world.database.driver))
      expect(own.sort(byName)).toEqual(expected.sort(byName))
      const others = columns.filter(column => common.includes(column.name)).sort(byName)
      expect(others).toMatchObject(common.map(each => ({ name: each, isRequired: true })))
    },
  )

  test('[MD3] a column takes as many characters as its field, and not one more', async () => {
    const { db, driver } = world.database
    let id = 1000
    for (const kind of kinds) {
      for (const field of fillable(kind)) {
        if (field.base.type !== 'string') continue
        const insert = (value: string): Promise<unknown> =>
          insertRaw(db, driver, kind, { id: id++, [field.name]: value })
        await expect(insert('👩'.repeat(field.base.length))).resolves.toBeDefined()
        await expect(insert('a'.repeat(field.base.length + 1))).rejects.toThrow()
        await expect(insertRaw(db, driver, kind, { id: id++, [field.name]: null })).rejects.toThrow()
      }
    }
  })

  test('[MD3] a reference names a record, and a uid only one', async () => {
    const { db, driver } = world.database
    const [device, record] = [kindNamed(kinds, 'device')!, kindNamed(kinds, 'record_a')!]
    await expect(insertRaw(db, driver, record, { id: 5000, device_id: 4999 })).rejects.toThrow()
    const uid = crypto.randomUUID()
    await insertRaw(db, driver, device, { id: 5001, uid })
    await expect(insertRaw(db, driver, device, { id: 5002, uid })).rejects.toThrow()
  })

  test('a database that a later version has changed is refused with a clear line', async () => {
    const store = await engine.create()
    const stamps = { now: () => new Date(), newToken: () => crypto.randomUUID() }
    const database = await openDatabase(store.driver(), stamps)
    await sql`insert into kysely_migration (name, timestamp) values ('0099-later', 'x')`.execute(database.db)
    await database.close()
    await expect(openDatabase(store.driver(), stamps)).rejects.toThrow(NewerDatabase)
    await expect(openDatabase(store.driver(), stamps)).rejects.toThrow(/newer than this version.*0099-later/)
    await store.remove()
  })

  test('opening a database again changes nothing in it', async () => {
    const store = await engine.create()
    const stamps = { now: () => new Date(), newToken: () => crypto.randomUUID() }
    const first = await openDatabase(store.driver(), stamps)
    const commits = await first.db.selectFrom('commits').selectAll().execute()
    await first.close()
    const second = await openDatabase(store.driver(), stamps)
    expect(await second.db.selectFrom('commits').selectAll().execute()).toEqual(commits)
    await second.close()
    await store.remove()
  })
})

/** A row past all of the server's own checks. */
async function insertRaw(
  db: Database['db'],
  driver: Driver,
  kind: Kind,
  given: Record<string, unknown>,
): Promise<unknown> {
  await sql`insert into device (id, uid, version, name) values (1, ${crypto.randomUUID()}, 1, 'eins')
    on conflict do nothing`.execute(db)
  const sample: Record<string, string | boolean> = { ...recordA, ...recordB, device_id: '1', name: 'x' }
  const values = fillable(kind).map(field => {
    const value = given[field.name]
    return value === undefined
      ? driver.codecs[typeNameOf(field)].encode(sample[field.name] ?? (field.reference ? null : ''))
      : value
  })
  const names = ['id', 'uid', 'version', ...fillable(kind).map(field => field.name)].map(name =>
    sql.ref(name),
  )
  const row = [given['id'], given['uid'] ?? crypto.randomUUID(), 1, ...values]
  return sql`insert into ${sql.table(kind.name)} (${sql.join(names)}) values (${sql.join(row)})`.execute(db)
}
