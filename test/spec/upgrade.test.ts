/** The database of an older app, and a next version, as some later app will bring one: killed half-way, and met by this app. */
import { Dexie } from 'dexie'
import { IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, test } from 'vitest'
import { databaseVersion, Schema } from '../../client/engine/disk/schema.ts'
import { webSealing } from '../../client/engine/disk/seal.ts'
import { draftsIn } from '../support/drafts.ts'
import { noForm } from '../support/people.ts'
import { Profile } from '../support/profile.ts'
import { seededBytes } from '../support/random.ts'
import { recordB, uid } from '../support/tables.ts'

const edits = 7
const work = ['acts', 'flights']
const name = (number: number) => `Gudang ${number} 🌋`

/** Rewrites every act, and every flight that took one along; `step` is called before each, and once before the end. */
class NextSchema extends Schema {
  constructor({ indexedDB }: Profile, step: () => void) {
    super('records:user-1', { indexedDB, IDBKeyRange })
    this.version(databaseVersion + 1)
      .stores({ acts: '++seq, write, [kind+uid], madeBy' })
      .upgrade(async transaction => {
        for (const name of work) {
          const rows = transaction.table(name)
          for (const row of await rows.toArray()) {
            step()
            await rows.put({ ...(row as object), madeBy: 'versi baru' })
          }
        }
        step()
      })
  }
}

async function filled(): Promise<Profile> {
  const profile = new Profile()
  const { engine } = await profile.tab()
  for (let number = 1; number <= edits; number++)
    await engine.save({
      ...{ ...noForm, kind: 'record_b', uid: uid(number) },
      fields: recordB({ nama: name(number) }),
    })
  await engine.close()
  return profile
}

async function upgrade(profile: Profile, step: () => void): Promise<unknown[]> {
  const schema = new NextSchema(profile, step)
  try {
    await schema.open()
    const rows = await Promise.all(work.map(name => schema.table(name).toArray()))
    return rows.flat()
  } finally {
    schema.close()
  }
}

/** As version 1 kept drafts: one a record, sealed to its place; one of them answered a question. */
async function ofVersion1(): Promise<Profile> {
  const profile = new Profile()
  const { indexedDB } = profile
  const sealing = webSealing(seededBytes(1))
  const key = await sealing.newKey()
  const first = new Dexie('records:user-1', { indexedDB, IDBKeyRange })
  first.version(1).stores({
    ...{ pages: '[kind+page], revision', outbox: '++seq, [kind+uid]', drafts: '[kind+uid]' },
    ...{ sent: 'id, run, at', meta: 'name' },
  })
  const kind = 'record_b'
  const seen = recordB({ nama: 'Ñandú' })
  const drafts = [
    { kind, uid: uid(1), seen: null, fields: recordB({ nama: name(1) }), at: 1 },
    {
      ...{ kind, uid: uid(2), seen, answers: 7, begun: recordB({ nama: 'Budi' }) },
      ...{ fields: recordB({ nama: name(2) }), at: 2 },
    },
  ]
  await first.table('meta').bulkPut([
    { name: 'key', value: key },
    { name: 'client', value: uid(9) },
  ])
  for (const draft of drafts) {
    const sealed = await sealing.with(key).close(`drafts/${kind}/${draft.uid}`, draft)
    await first.table('drafts').put({ kind, uid: draft.uid, at: draft.at, sealed })
  }
  first.close()
  return profile
}

describe('The database of version 1', () => {
  test('[UP1, UI3] keeps its drafts, and each is taken up like any other', async () => {
    const { engine } = await (await ofVersion1()).tab()
    const drafts = await draftsIn(engine)
    expect(drafts).toMatchObject([
      { uid: uid(1), seen: null, fields: { nama: name(1) }, asked: null, at: 1 },
      { uid: uid(2), seen: { nama: 'Budi' }, fields: { nama: name(2) }, asked: null, at: 2 },
    ])
    const taken = await engine.takeDraft(drafts[0]!.id, 'own')
    expect(taken).toMatchObject({ draft: { ...drafts[0], id: 'own' } })
    await engine.dropDraft('own')
    expect(await draftsIn(engine)).toEqual([drafts[1]])
  })
})

describe('An upgrade of the database', () => {
  test('[UP1] killed before any of its steps, it leaves everything as it was', async () => {
    const profile = await filled()
    for (let killedAt = 0; killedAt <= edits; killedAt++) {
      let steps = 0
      const killed = upgrade(profile, () => {
        if (steps++ === killedAt) throw new Error('killed')
      })
      await expect(killed).rejects.toThrow('killed')
      expect(steps).toBe(killedAt + 1)
      const { engine } = await profile.tab()
      const titles = (await engine.outbox()).map(entry => entry.title)
      expect(titles).toEqual(Array.from({ length: edits }, (_, i) => name(i + 1)))
      await engine.close()
    }
  })

  test('[UP1, UP2] done, it has every row; this app then refuses the database and leaves it alone', async () => {
    const profile = await filled()
    expect(await upgrade(profile, () => {})).toHaveLength(edits)
    await expect(profile.tab()).rejects.toThrow('newer')
    const rows = await upgrade(profile, () => {})
    expect(rows.map(row => (row as { madeBy: string }).madeBy)).toEqual(Array(edits).fill('versi baru'))
  })
})
