/** A server that was restored is told again of all that was done to many records at once, cut off on the way or not. */
import { describe, expect, test } from 'vitest'
import { compare, readText, write } from '../support/importing.ts'
import { failTransactions } from '../support/indexed-db.ts'
import { list, online, outOfReach, twoEditors } from '../support/people.ts'
import { everything } from '../support/tables.ts'

/** More than are put back in one transaction, and more than are looked for by their keys. */
const rows = 1_100
const head = 'PT,Divisi,Unit,Jenis,Nama,Divapp,Urutan'
const text = [head, ...Array.from({ length: rows }, (_, row) => `ABC,D,ya,J,Gudang ${row},A,tidak`)].join(
  '\n',
)

describe('A list that was read in and sent', () => {
  test.each(['in one go', 'cut off on the way'])(
    '[RB4, MA4] goes to a restored server again, %s',
    async how => {
      const storage = how === 'in one go' ? null : failTransactions('QuotaExceededError', 1)
      const { server, ani, budi } = await twoEditors()
      await online(ani)
      await outOfReach(ani)
      const { plan } = await readText(ani, text, 'record_b')
      await compare(ani, { ...plan, keys: [] })
      expect(await write(ani)).toMatchObject({ added: rows })
      expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0 })
      await server.rollBackTo(0)
      if (storage) {
        const { push } = ani.network.transport
        ani.profile.transport = {
          ...ani.network.transport,
          push: sent => push(sent).finally(() => storage.begin()),
        }
        await online(ani)
        expect(storage.failed()).toBe(1)
        ani.profile.transport = ani.network.transport
      }
      expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0 })
      await online(budi)
      expect((await budi.tab.engine.query('record_b', everything, 0, 1)).total).toBe(rows)
      expect((await list(budi))[0]?.fields['nama']).toBe(`Gudang ${rows - 1}`)
    },
    60_000,
  )
})
