/** One person with the app open twice: what one tab did a moment ago counts in the other, heard of or not. */
import { describe, expect, test } from 'vitest'
import { list, make, online, shown, twoEditors } from '../support/people.ts'
import { recordB, uid } from '../support/tables.ts'

describe('Two tabs', () => {
  test('[OB9] an undo makes the record again when the other tab has sent the delete already', async () => {
    const { ani } = await twoEditors()
    await make(ani, 1, recordB({ nama: 'Ani' }))
    await online(ani)
    const other = { ...ani, tab: await ani.profile.tab(ani.userId) }
    await other.tab.sync()
    ani.network.isDown = true
    const removed = await ani.tab.engine.remove('record_b', uid(1))
    await expect.poll(() => shown(other, 1)).toBeNull()
    ani.profile.isDeaf = true
    await online(ani)

    if (removed.outcome === 'failed') throw new Error(removed.fault)
    expect(await other.tab.engine.undoRemove(removed.undo)).toEqual({ outcome: 'saved' })
    ani.profile.isDeaf = false
    await other.tab.sync()
    await ani.tab.sync()
    for (const each of [ani, other])
      expect((await list(each)).map(row => row.fields['nama'])).toEqual(['Ani'])
  })
})
