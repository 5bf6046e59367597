/** Ids after a copy was put back more than once, with or without a word to the server, on every database. */
import { describe, expect, test } from 'vitest'
import { gapAt, markRestored } from '../../server/db/restored.ts'
import type { PushAnswer } from '../../shared/protocol.ts'
import { PROTOCOL_VERSION } from '../../shared/version.ts'
import { a } from './edits.ts'
import { engines } from './engines.ts'
import { openWorld, type World } from './world.ts'

/** To when there was one Device. `isMarked`: the operator says so to the server. */
async function rollBack({ database, services, wait }: World, isMarked: boolean): Promise<void> {
  wait(60_000)
  const { db } = database
  await db
    .withTables<{ device: { version: number } }>()
    .deleteFrom('device')
    .where('version', '>', 1)
    .execute()
  for (const table of ['ledger', 'commits'] as const)
    await db.deleteFrom(table).where('clock', '>', 1).execute()
  await db.updateTable('clock').set({ clock: 1 }).execute()
  await db.updateTable('counters').set({ last: 1 }).where('kind', '=', 'device').execute()
  if (isMarked) await markRestored(database, services.kinds)
}

describe.each(engines)('A copy put back by other means on $name', engine => {
  test('[RS4] and put back once more gives out no id that was given out between', async () => {
    const world = await openWorld(engine)
    const eva = await world.person('editor')
    await eva.made(a.device('Utara'))
    await rollBack(world, true)
    const timur = await eva.made(a.device('Timur'))
    await rollBack(world, true)
    const barat = await eva.made(a.device('Barat'))
    expect(BigInt(barat.id)).toBeGreaterThan(BigInt(timur.id))
    await world.close()
  })

  test.each<[string, boolean[]]>([
    ['twice as the manual says', [true, true]],
    ['first without a word', [false, true]],
    ['then without a word', [true, false]],
    ['twice without a word', [false, false]],
  ])('[PU13] %s, gives each record that is offered again the id it had', async (_, restores) => {
    const world = await openWorld(engine)
    const eva = await world.person('editor')
    await eva.made(a.device('Utara'))
    const devices = ['Timur', 'Sélatan', 'Barat 🏠'].map(name => a.device(name))
    const ids = new Map<string, string>()
    const offer = async (mutations: typeof devices): Promise<string[]> => {
      const given = Object.fromEntries(
        mutations.flatMap(({ id }) => (ids.has(id) ? [[id, ids.get(id)]] : [])),
      )
      const body = { client: eva.client, protocol: PROTOCOL_VERSION, mutations, ids: given }
      const { results } = (await (await eva.post('/api/sync/push', body)).json()) as PushAnswer
      return results.map(result =>
        result.outcome === 'applied' ? (result.record?.id ?? '') : result.outcome,
      )
    }
    for (const [index, id] of (await offer(devices)).entries()) ids.set(devices[index]!.id, id)
    for (const isMarked of restores) {
      await rollBack(world, isMarked)
      // Another person's are offered first.
      for (const device of devices.toReversed()) expect(await offer([device])).toEqual([ids.get(device.id)])
      const later = a.device('Baru')
      devices.push(later)
      ids.set(later.id, (await offer([later]))[0]!)
      expect(new Set(ids.values()).size).toBe(devices.length)
    }
    await world.close()
  })

  test('[PU13] [PU16] an id that no restore can have skipped is nobody’s', async () => {
    const world = await openWorld(engine)
    const eva = await world.person('editor')
    const beyond = ['9223372036854775807', String(gapAt(world.services.now()) + 1_000n), '0', '-1', '1e3']
    for (const [index, claimed] of beyond.entries()) {
      const device = a.device()
      const body = { client: eva.client, protocol: PROTOCOL_VERSION, mutations: [device] }
      const ids = { [device.id]: claimed }
      const { results } = (await (await eva.post('/api/sync/push', { ...body, ids })).json()) as PushAnswer
      expect(results).toMatchObject([{ outcome: 'applied', record: { id: String(index + 1) } }])
    }
    await world.close()
  })
})
