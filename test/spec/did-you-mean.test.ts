/** What is suggested where a search finds nothing. */
import { beforeAll, describe, expect, test } from 'vitest'
import { distanceToStart } from '../../client/engine/ask/near-words.ts'
import type { Query } from '../../client/contract.ts'
import { make, online, type Person, twoEditors } from '../support/people.ts'
import { everything, recordA, uid } from '../support/tables.ts'

describe('A slip', () => {
  test.each([
    ['dewi', 'dewi', 0],
    ['dwi', 'dewi', 1],
    ['dewwi', 'dewi', 1],
    ['dowi', 'dewi', 1],
    ['deiw', 'dewi', 1],
    ['wijyak', 'wijayakusumaningrat', 1],
    ['', 'dewi', 0],
    ['dewi', '', 3],
    ['bewi', 'dewi', 1],
    ['budi', 'dewi', 3],
    ['citra', 'dewi', 3],
  ])('[SE41] from %j to the beginning of %j takes %i letters', (typed, word, distance) => {
    expect(distanceToStart(typed, word, 2)).toBe(distance)
  })
})

describe('Did you mean', () => {
  let budi: Person
  const suggest = (search: string, more: Partial<Query> = {}) =>
    budi.tab.engine.suggest('record_a', { ...everything, search, ...more })

  beforeAll(async () => {
    const { ani, budi: other } = await twoEditors()
    budi = other
    await make(ani, 900, { name: 'Gerbang Ñandú' }, 'device')
    await online(ani)
    const given = ['Dewi Lestari', 'Dewi Anggraini', 'Budi Santoso', "Ma'ruf Wijayakusuma", 'Dowi Lain']
    for (const [i, name] of given.entries()) {
      const fields = recordA({ name, passwd: 'rahasiaku', device_id: { uid: uid(900) } })
      await make(ani, i + 1, { ...fields, verify: i === 1 }, 'record_a')
    }
    await online(ani)
    await online(budi)
    await make(budi, 50, recordA({ name: 'Belum Terkirim', device_id: { uid: uid(900) } }), 'record_a')
  })

  test('[SE41] a word that stands nowhere becomes one that does, the commonest first', async () => {
    expect(await suggest('dewu')).toEqual(['Dewi'])
    expect(await suggest('santsoo')).toEqual(['Santoso'])
    expect(await suggest('maruff')).toEqual(["Ma'ruf"])
    expect(await suggest('wijyak')).toEqual(['Wijayakusuma'])
    expect(await suggest('xewi')).toEqual(['Dewi'])
  })

  test('[SE41] in the names that are referred to, and in what has not been sent, too', async () => {
    expect(await suggest('nandi')).toEqual(['Ñandú'])
    expect(await suggest('terkrim')).toEqual(['Terkirim'])
  })

  test('[SE41] the other words and filters stay, and it finds something with them', async () => {
    expect(await suggest('  lestari dewu ')).toEqual(['  lestari Dewi '])
    expect(await suggest('dewu', { filters: [{ field: 'verify', op: 'is', value: 'true' }] })).toEqual([
      'Dewi',
    ])
    expect(await suggest('santoso dewu')).toEqual([])
  })

  test('[SE41] [MD4] no secret is suggested, no number, and nothing for what does stand somewhere', async () => {
    expect(await suggest('rahasiaka')).toEqual([])
    expect(await suggest('0012000002')).toEqual([])
    expect(await suggest('budi lestari')).toEqual([])
    expect(await suggest('"dewu"')).toEqual([])
    expect(await suggest('d')).toEqual([])
    expect(await suggest('')).toEqual([])
  })

  test('[SE41] who asks on is not kept waiting by what was asked before', async () => {
    const [before, after] = await Promise.all([suggest('dewu'), suggest('santsoo')])
    expect([before, after]).toEqual([[], ['Santoso']])
  })
})
