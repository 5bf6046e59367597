/** Away for very long: thousands of unsent edits, and a server that has forgotten what this device was told. */
import { describe, expect, test } from 'vitest'
import type { NewAct } from '../../client/engine/disk/acts.ts'
import { openDatabase } from '../../client/engine/disk/database.ts'
import { addActs } from '../../client/engine/disk/work.ts'
import { prune } from '../../server/db/clock.ts'
import { answer, arrive, edit, list, make, online, shown, twoEditors } from '../support/people.ts'
import { startServer } from '../support/server.ts'
import { recordA, recordB, uid } from '../support/tables.ts'

const days = 24 * 60 * 60 * 1000

/** Devices, and people on them who refer to them by uid, one every few minutes for 30 days. */
function monthOfWork(count: number, until: number): NewAct[] {
  return Array.from({ length: count }, (_, i) => {
    const isDevice = i % 50 === 0
    const person = { name: `Sri 🌺 ${i}`, pin: String(i), device_id: { uid: uid(i - (i % 50)) } }
    const fields = isDevice ? { name: `Pos é ${i}` } : recordA(person)
    const at = until - 30 * days + Math.floor((i / count) * 30 * days)
    const deed = { do: 'make', fields } as const
    return { kind: isDevice ? 'device' : 'record_a', uid: uid(i), since: 0, at, deed }
  })
}

describe('After a long time offline', () => {
  test('[OB2, PU2, UI11] 5,000 edits of 30 days are all sent, each exactly once', async () => {
    const server = await startServer()
    await server.addUser('ani', 'editor')
    const ani = await arrive(server, 'ani')
    await ani.tab.engine.close()
    const db = await openDatabase({ ...ani.profile.world([]), userId: ani.userId })
    const acts = monthOfWork(5_000, ani.profile.now)
    for (const act of acts) await addActs(db, [act], { draft: null })
    db.close()
    ani.network.isDown = true
    ani.tab = await ani.profile.tab(ani.userId)
    expect(await ani.tab.engine.status()).toMatchObject({ unsent: 5_000, oldestUnsentAt: acts[0]?.at })
    ani.network.losing.add('/api/sync/push')
    await online(ani)
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0, oldestUnsentAt: null })
    const { db: sql } = server.services.database
    const ledger = await sql.selectFrom('ledger').select('uid').execute()
    expect(ledger.map(each => each.uid).toSorted()).toEqual(acts.map(each => each.uid).toSorted())
    expect(await list(ani, 'device')).toHaveLength(100)
    expect((await shown(ani, 4_999, 'record_a'))?.references['device_id']).toBe(uid(4_950))
  })

  test('[MG1, MG3, MG5, OB7] what was edited and deleted in 30 days meets what others did: each is applied, or waits', async () => {
    const { ani, budi } = await twoEditors()
    const numbers = Array.from({ length: 420 }, (_, i) => i + 1)
    budi.network.isDown = true
    for (const number of numbers) await make(budi, number, recordB({ nama: `Gudang ${number}` }))
    await online(budi)
    await online(ani)
    ani.network.isDown = true
    const isGone = (number: number) => number % 6 === 5
    const isMet = (number: number) => number % 7 === 0
    const isBeside = (number: number) => number % 11 === 0
    for (const number of numbers) {
      ani.profile.now += (30 * days) / numbers.length
      if (isGone(number)) await ani.tab.engine.remove('record_b', uid(number))
      else await edit(ani, number, { nama: `Añi ${number}` })
      if (isMet(number)) await edit(budi, number, { nama: `Budi ${number}` })
      if (isBeside(number)) await edit(budi, number, { pt: 'BUDI' })
    }
    await online(budi)
    const asked = numbers.filter(number => isMet(number) || (isGone(number) && isBeside(number)))
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: asked.length, isComplete: true })
    const items = await ani.tab.engine.attention()
    expect(new Set(items.map(item => item.uid))).toEqual(new Set(asked.map(uid)))
    await online(budi)
    for (const number of numbers) {
      const fields = (await shown(budi, number))?.fields
      const kept = { nama: isMet(number) ? `Budi ${number}` : `Gudang ${number}` }
      const nama = asked.includes(number) ? kept.nama : `Añi ${number}`
      const wanted = recordB({ nama, ...(isBeside(number) && { pt: 'BUDI' }) })
      expect(fields, `record ${number}`).toEqual(
        isGone(number) && !asked.includes(number) ? undefined : wanted,
      )
    }
  })

  test('[RB3, CH4, MG4] below the history floor: everything anew, no ghosts, and what was done goes out', async () => {
    const { server, ani, budi } = await twoEditors()
    for (const number of [1, 2, 3, 4]) await make(ani, number, recordB({ nama: `Gudang ${number}` }))
    await ani.tab.sync()
    await budi.tab.sync()
    ani.network.isDown = true
    ani.profile.now += 200 * days
    await edit(ani, 1, { nama: 'Diubah luring é' })
    await edit(ani, 2, { nama: 'Sudah dihapus orang' })
    await make(ani, 9, recordB({ nama: 'Baru, luring' }))
    for (const number of [2, 3]) await budi.tab.engine.remove('record_b', uid(number))
    await make(budi, 5, recordB({ nama: 'Milik Budi' }))
    await budi.tab.sync()
    await prune(server.services.database, new Date(server.services.now().getTime() + 1))
    expect(await online(ani)).toMatchObject({ state: 'idle', unsent: 0, attention: 1, isComplete: true })
    const names = (await list(ani)).map(row => row.fields['nama'])
    expect(new Set(names)).toEqual(
      new Set(['Baru, luring', 'Diubah luring é', 'Gudang 4', 'Milik Budi', 'Sudah dihapus orang']),
    )
    expect(await ani.tab.engine.attention()).toMatchObject([
      { uid: uid(2), outcome: 'conflict', reason: 'deleted', theirs: null },
    ])
    await answer(ani, { kind: 'discard' })
    expect((await list(ani)).map(row => row.uid)).not.toContain(uid(2))
    await budi.tab.sync()
    expect((await shown(budi, 1))?.fields['nama']).toBe('Diubah luring é')
  })
})
