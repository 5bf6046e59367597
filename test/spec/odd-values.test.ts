/** Values from the server that this app would refuse in a form: they are shown, and hold up nothing. */
import { describe, expect, test } from 'vitest'
import type { SyncTransport } from '../../client/engine/sync/outside.ts'
import { edit, list, make, online, shown, twoEditors } from '../support/people.ts'
import { everything, recordB } from '../support/tables.ts'

/** Record 1 as a server with other rules would send it. */
function sending(changes: SyncTransport['changes'], name: string, value: unknown): SyncTransport['changes'] {
  return async function* (...given) {
    for await (const line of changes(...given)) {
      const columns = Object.entries(line.fields).map(([each, column]) => [
        each,
        column.map((own, row) => (each === name && line.uid[row]?.endsWith('1') ? value : own)),
      ])
      yield { ...line, fields: Object.fromEntries(columns) as typeof line.fields }
    }
  }
}

describe('What this app cannot check', () => {
  test.each([
    ['a text that is too long', 'nama', 'é'.repeat(300)],
    ['nothing where something is required', 'nama', null],
    ['a number for a text', 'nama', 12345],
    ['an object for a text', 'nama', { teks: 'x' }],
    ['a text for a yes or no', 'unit', 'mungkin'],
  ])('[PV6] %s is kept as it came, and the other records and fields with it', async (_, name, value) => {
    const { ani, budi } = await twoEditors()
    await make(ani, 1, recordB({ nama: 'Satu', unit: false }))
    await make(ani, 2, recordB({ nama: 'Dua' }))
    await online(ani)
    const { transport } = budi.network
    budi.profile.transport = { ...transport, changes: sending(transport.changes, name, value) }
    expect(await online(budi)).toMatchObject({ state: 'idle', isComplete: true, error: null, fault: null })
    expect(await list(budi)).toHaveLength(2)
    for (const sort of [name, 'pt'])
      expect(
        await list(budi, 'record_b', {
          ...everything,
          search: 'dua',
          sort: [{ field: sort, descending: true }],
        }),
      ).toHaveLength(1)
    expect((await shown(budi, 1))?.fields).toMatchObject({ pt: 'ABC', [name]: value })
    await make(ani, 3, recordB({ nama: 'Tiga' }))
    await online(ani)
    await online(budi)
    expect(await list(budi)).toHaveLength(3)
    await edit(budi, 1, { [name]: name === 'unit' ? true : 'Diperbaiki', pt: 'XYZ' })
    expect(await budi.tab.engine.outbox()).toHaveLength(1)
    expect(budi.tab.bugs).toEqual([])
  })
})
