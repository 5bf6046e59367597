/** What a device holds is compared with the server once a day, and mended: the real engine and server. */
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../client/engine/disk/database.ts'
import { readPagesAfter, writePages } from '../../client/engine/disk/pages.ts'
import type { Page } from '../../client/engine/table/page.ts'
import { removeRecord } from '../../client/engine/table/page.ts'
import { pageOf } from '../../client/engine/table/laid-page.ts'
import { layOut } from '../../client/engine/table/page-bytes.ts'
import { bucketOf, Digest } from '../../shared/digest.ts'
import { kinds } from '../../shared/kinds.ts'
import { edit, list, make, type Person, shown, twoEditors } from '../support/people.ts'
import { arrivalOf, recordB, uid } from '../support/tables.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Alters what stands on the disk of a closed app, and opens it again. */
async function damage(person: Person, alter: (page: Page) => void): Promise<void> {
  await person.tab.engine.close()
  const { userId, profile } = person
  const db = await openDatabase({ ...profile.world([]), userId })
  const { pages, pulled } = await readPagesAfter(db, 0)
  const page = pageOf(pages.find(({ kind }) => kind === 'record_b')!)
  alter(page)
  await writePages(db, [layOut(page)], { ...pulled, revision: pulled.revision + 1 })
  db.close()
  person.network.isDown = true
  person.tab = await profile.tab(userId)
  person.network.isDown = false
}

const paths = ({ network }: Person) => network.requests.map(({ path }) => path.split('?')[0])

async function withRecords(count: number) {
  const people = await twoEditors()
  for (let number = 1; number <= count; number++)
    await make(people.budi, number, recordB({ nama: `Nâma ${number} 🗄` }))
  await people.budi.tab.sync()
  await people.ani.tab.sync()
  return people
}

async function nextDay(person: Person) {
  person.profile.now += dayMs
  person.network.requests.length = 0
  return person.tab.sync()
}

describe('What a device holds', () => {
  const damages: [string, (page: Page) => void][] = [
    ['a value altered', page => (page.fields['nama']![3] = 'Rusak')],
    ['a version altered', page => (page.version[5] = 7_000)],
    ['a record missing', page => removeRecord(page, 2)],
    [
      'a record left over',
      page => {
        const extra = arrivalOf([{ uid: uid(4_711), id: '4711', version: 1, fields: recordB() }])
        for (const key of ['uid', 'id', 'version'] as const) page[key].push(extra[key][0] as never)
        for (const [name, column] of Object.entries(page.fields)) column.push(extra.fields[name]?.[0] ?? null)
      },
    ],
  ]

  test.each(damages)('[DG1] [DG3] %s is found and mended; outbox and cursor stay', async (_, alter) => {
    const { ani, budi } = await withRecords(12)
    ani.network.isDown = true
    await make(ani, 99, recordB({ nama: 'Belum dikirim' }))
    await damage(ani, alter)
    ani.network.isDown = true
    expect(await ani.tab.engine.outbox()).toHaveLength(1)
    ani.network.isDown = false
    expect(await nextDay(ani)).toMatchObject({ state: 'idle', unsent: 0, attention: 0 })
    await budi.tab.sync()
    expect(new Set(await list(ani))).toEqual(new Set(await list(budi)))
    // It could not send before: so it asks first whether the server is there. [OB15]
    expect(paths(ani)).toEqual([
      '/api/sync/changes',
      '/api/sync/push',
      '/api/sync/changes',
      '/api/sync/digest',
      '/api/sync/records',
    ])
    await ani.tab.engine.close()
    ani.network.isDown = true
    ani.tab = await ani.profile.tab(ani.userId)
    expect(new Set(await list(ani))).toEqual(new Set(await list(budi)))
  })

  test('[DG4] equal costs one request a day, and the first one the day after everything came', async () => {
    const { ani } = await withRecords(3)
    await ani.tab.sync()
    expect(paths(ani)).not.toContain('/api/sync/digest')
    expect(await nextDay(ani)).toMatchObject({ state: 'idle' })
    expect(paths(ani)).toEqual(['/api/sync/changes', '/api/sync/digest'])
    await ani.tab.sync()
    expect(paths(ani).filter(path => path === '/api/sync/digest')).toHaveLength(1)
  })

  test('[DG4] a device on which very much differs receives everything anew', async () => {
    const { ani, budi } = await withRecords(1)
    ani.profile.transport = {
      ...ani.network.transport,
      digest: async () => ({ kinds: { record_b: Array<string>(256).fill('lain') } }),
    }
    expect(await nextDay(ani)).toMatchObject({ state: 'idle', isComplete: true })
    expect(paths(ani)).toEqual(['/api/sync/changes', '/api/sync/changes'])
    expect(await list(ani)).toEqual(await list(budi))
  })

  test('[DG2] others may write at any moment', async () => {
    const { ani, budi } = await withRecords(4)
    const { transport } = ani.network
    ani.profile.transport = {
      ...transport,
      async digest(...given) {
        await edit(budi, 1, { nama: 'Setelah' })
        await budi.tab.engine.remove('record_b', uid(2))
        await make(budi, 5, recordB())
        await budi.tab.sync()
        return transport.digest(...given)
      },
    }
    await nextDay(ani)
    expect(paths(ani)).not.toContain('/api/sync/records')
    expect((await shown(ani, 1))?.fields['nama']).toBe('Nâma 1 🗄')
    ani.profile.transport = transport
    await nextDay(ani)
    expect(new Set(await list(ani))).toEqual(new Set(await list(budi)))
    expect(paths(ani)).not.toContain('/api/sync/records')
  })

  test('[DG3] an answer that is cut takes nothing away, and the next run goes on with it', async () => {
    const { ani, budi } = await withRecords(6)
    await damage(ani, page => removeRecord(page, 1))
    ani.network.losing.add('/api/sync/records')
    expect(await nextDay(ani)).toMatchObject({ error: 'unreachable', counts: { record_b: 5 } })
    expect(await ani.tab.sync()).toMatchObject({ state: 'idle', counts: { record_b: 6 } })
    expect(new Set(await list(ani))).toEqual(new Set(await list(budi)))
  })
})

describe('A digest', () => {
  const kind = kinds.find(({ name }) => name === 'record_b')!
  const records = [1, 2, 3].map(number => ({
    uid: uid(number),
    id: String(number),
    version: number,
    fields: recordB({ nama: `ä${number}` }),
  }))
  const sumsOf = (...lists: (typeof records)[]) => {
    const digest = new Digest(kind)
    for (const each of lists) digest.add(arrivalOf(each))
    return digest.buckets
  }

  test('[DG1] is the same in any order and in any pieces, and empty where nothing is', () => {
    const whole = sumsOf(records)
    expect(sumsOf([records[2]!], [records[1]!, records[0]!])).toEqual(whole)
    expect(whole.filter(sum => sum !== '')).toHaveLength(3)
    expect(whole[bucketOf(uid(2))]).not.toBe('')
    expect(sumsOf()).toEqual(Array(256).fill(''))
  })

  test('[DG1] tells every part of a record apart', () => {
    const [first] = records as [(typeof records)[0]]
    const others = [
      { ...first, id: '11' },
      { ...first, version: 11 },
      { ...first, fields: { ...first.fields, nama: 'ä2' } },
      { ...first, fields: { ...first.fields, unit: null } },
      { ...first, fields: { ...first.fields, pt: first.fields['divisi'] ?? null, divisi: 'ABC' } },
    ]
    const sums = [first, ...others].map(each => sumsOf([each])[bucketOf(first.uid)])
    expect(new Set(sums).size).toBe(sums.length)
  })
})
