/** A kind or field that is new in the metadata needs its table and nothing else on the server. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kinds } from '../../shared/kinds.ts'
import type { Kinds } from '../../shared/metadata.ts'
import type { ServerRecord } from '../../shared/protocol.ts'
import { a, create, recordB, remove, update } from './edits.ts'
import { engines } from './engines.ts'
import { openWorld, type Person, type World } from './world.ts'

const optional = {
  searchable: true,
  fillable: true,
  primary: false,
  inForm: true,
  inIndex: true,
  inView: true,
}
const label = { en: 'New', id: 'Baru' }

/** The seed's kinds, a field more in one of them, and a kind that refers to another twice. */
const grown: Kinds = [
  ...kinds.map(kind =>
    kind.name === 'record_b'
      ? {
          ...kind,
          fields: [
            ...kind.fields,
            {
              name: 'note',
              label,
              base: { type: 'string' as const, length: 20 },
              input: 'text' as const,
              validation: { max: 20 },
              ...optional,
            },
          ],
        }
      : kind,
  ),
  {
    name: 'visit',
    label,
    plural: label,
    icon: 'file',
    title: 'reason',
    fields: [
      kinds[0]!.fields[0]!,
      {
        name: 'reason',
        label,
        base: { type: 'string', length: 7 },
        input: 'text',
        validation: { required: true, max: 7 },
        ...optional,
      },
      {
        name: 'who',
        label,
        base: { type: 'bigInteger', autoIncrement: false, unsigned: true },
        input: 'none',
        validation: { required: true },
        reference: { kind: 'record_b' },
        ...optional,
      },
      {
        name: 'other',
        label,
        base: { type: 'bigInteger', autoIncrement: false, unsigned: true },
        input: 'none',
        validation: {},
        reference: { kind: 'record_b' },
        ...optional,
      },
      {
        name: 'count',
        label,
        base: { type: 'bigInteger', autoIncrement: false, unsigned: true },
        input: 'text',
        validation: {},
        ...optional,
      },
      { name: 'at', label, base: { type: 'datetime' }, input: 'date', validation: {}, ...optional },
      { name: 'done', label, base: { type: 'boolean' }, input: 'checkbox', validation: {}, ...optional },
    ],
  },
]

describe.each(engines)('A new kind and field on $name', engine => {
  let world: World
  let eva: Person
  beforeAll(async () => {
    world = await openWorld(engine, { kinds: grown })
    const { text, id, integer, datetime, boolean } = world.database.driver.columns
    const nullable = (column: string): string => column.replace(' not null', '')
    const statements = [
      `alter table record_b add column note varchar(20)`,
      `create table visit (${[
        id,
        'uid varchar(36) not null unique',
        'version bigint not null',
        'changed_by varchar(255) not null',
        'changed_at varchar(20) not null',
        text('reason', 7),
        `${integer('who')} references record_b (id)`,
        `${nullable(integer('other'))} references record_b (id)`,
        nullable(integer('count')),
        nullable(datetime('at')),
        nullable(boolean('done')),
      ].join(', ')})`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(world.database.db)
    eva = await world.person('editor')
  })
  afterAll(() => world.close())

  test('[MD2] they are pushed, referred to, merged, counted, pulled and deleted like any other', async () => {
    const who = a.recordB({ note: 'naïve 🙂' })
    const visit = create('visit', { reason: 'Kontrol', who: { uid: who.uid } })
    const { results } = await eva.push(who, visit)
    const [person, made] = results.map(result => (result as { record: ServerRecord }).record)
    expect(person?.fields).toEqual({ ...recordB, note: 'naïve 🙂' })
    const empty = { other: null, count: null, at: null, done: null }
    expect(made?.fields).toEqual({ reason: 'Kontrol', who: person?.id, ...empty })

    const chosen = {
      other: { uid: who.uid },
      count: '9223372036854775807',
      at: '2026-02-28T23:59:59',
      done: true,
    }
    const changes = Object.fromEntries(Object.entries(chosen).map(([name, value]) => [name, [null, value]]))
    const changed = await eva.push(update(visit, changes))
    const full = { ...made?.fields, ...chosen, other: person?.id }
    expect(changed.results).toMatchObject([{ outcome: 'applied', record: { fields: full } }])

    const inUse = await eva.push(remove(who))
    expect(inUse.results).toMatchObject([{ issues: [{ code: 'in_use', params: { count: 2 } }] }])
    const line = (await eva.changes()).find(each => each.kind === 'visit')
    expect(line).toMatchObject({ uid: [visit.uid], fields: { count: ['9223372036854775807'], done: [true] } })
    const gone = await eva.push(remove(visit, { ...visit.fields, ...chosen }), remove(who))
    expect(gone.results.map(result => result.outcome)).toEqual(['applied', 'applied'])
  })
})
