/** A next version of the database, as some later app will bring one: killed half-way, and met by this app. */
import { IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, test } from 'vitest'
import { Schema } from '../../client/engine/disk/schema.ts'
import { Profile } from '../support/profile.ts'
import { recordB, uid } from '../support/tables.ts'

const edits = 7
const name = (number: number) => `Gudang ${number} 🌋`

/** Rewrites every row of the outbox; `step` is called before each, and once before the end. */
class NextSchema extends Schema {
  constructor({ indexedDB }: Profile, step: () => void) {
    super('records:user-1', { indexedDB, IDBKeyRange })
    this.version(2)
      .stores({ outbox: '++seq, [kind+uid], madeBy' })
      .upgrade(async transaction => {
        const outbox = transaction.table('outbox')
        for (const row of await outbox.toArray()) {
          step()
          await outbox.put({ ...(row as object), madeBy: 'versi baru' })
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
      kind: 'record_b',
      uid: uid(number),
      seen: null,
      fields: recordB({ nama: name(number) }),
    })
  await engine.close()
  return profile
}

async function upgrade(profile: Profile, step: () => void): Promise<unknown[]> {
  const schema = new NextSchema(profile, step)
  try {
    await schema.open()
    return await schema.table('outbox').toArray()
  } finally {
    schema.close()
  }
}

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
