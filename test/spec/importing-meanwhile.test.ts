/** A list read in while records come, or change: what its person has seen is what is done. */
import { describe, expect, test } from 'vitest'
import { compare, csv, line, readText, rowsOf, withPeople, write } from '../support/importing.ts'
import { edit, online, type Person, shown } from '../support/people.ts'
import { offline, Profile } from '../support/profile.ts'

/** Before some of the rows, others come in between. */
function inBetween({ profile }: Person, breaths: number, act: () => Promise<unknown>): void {
  const { pause } = profile
  let left = breaths
  profile.pause = async milliseconds => {
    if (--left === 0) {
      profile.pause = pause
      await act()
    }
    return pause(milliseconds)
  }
}

test('[RB3, IM5] where not all records have come, none is taken for new because it is not here', async () => {
  const { ani, budi } = await withPeople()
  await online(ani)
  const profile = new Profile()
  profile.transport = { ...budi.network.transport, changes: offline.changes }
  const late: Person = { ...budi, profile, tab: await profile.tab(budi.userId) }
  const names = await readText(late, 'Nama\nGudang\n', 'record_b')
  await compare(late, { ...names.plan, keys: ['nama'] })
  expect((await rowsOf(late, 'refused'))[0]?.issues[0]).toEqual({ field: '', code: 'not_all_here' })
  const { plan } = await readText(late, csv(line('007', 'Siti'), line('009', 'Eko', 'Loket')))
  const makesMissing = { ...plan, makesMissing: true }
  const diff = await compare(late, makesMissing)
  expect(diff).toMatchObject({ counts: { added: 0, refused: 2 }, made: {}, missing: {} })
  expect((await rowsOf(late, 'refused'))[0]?.issues).toEqual([{ field: 'device_id', code: 'not_all_here' }])
  profile.transport = budi.network.transport
  await late.tab.sync()
  const known = { counts: { added: 1, unchanged: 1, refused: 0 }, made: { device: ['Loket'] } }
  expect(await compare(late, makesMissing)).toMatchObject(known)
})

describe('A list during which records change', () => {
  const others = Array.from({ length: 3_000 }, (_, index) => line(String(index + 1_000), 'Eko'))
  const dewi = line('008', 'Dewi L.')
  const sartika = { name: 'Dewi Sartika' }

  test('[IM7] is compared anew where that was while it was compared', async () => {
    const { ani } = await withPeople()
    const { plan } = await readText(ani, csv(dewi, ...others))
    inBetween(ani, 9, () => edit(ani, 22, sartika, 'record_a'))
    await compare(ani, plan)
    expect(await ani.tab.engine.importTable()).toMatchObject({ outcome: 'changed' })
    expect((await shown(ani, 22, 'record_a'))?.fields).toMatchObject(sartika)
    expect((await rowsOf(ani, 'changed'))[0]?.changes).toEqual({ name: ['Dewi Sartika', 'Dewi L.'] })
    expect(await write(ani)).toMatchObject({ added: 3_000, changed: 1 })
  })

  test('[IM7] is compared anew where that was while it was written', async () => {
    const { ani } = await withPeople()
    const { plan } = await readText(ani, csv(...others, dewi))
    await compare(ani, plan)
    inBetween(ani, 2, () => edit(ani, 22, sartika, 'record_a'))
    expect(await ani.tab.engine.importTable()).toMatchObject({ outcome: 'changed' })
    expect((await shown(ani, 22, 'record_a'))?.fields).toMatchObject(sartika)
    expect(await ani.tab.engine.status()).toMatchObject({ unsent: 1 })
    expect(await write(ani)).toMatchObject({ added: 3_000, changed: 1 })
  })
})
