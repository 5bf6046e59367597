/** One unsent entry taken back by itself, whatever was done to its record, and what is too late. */
import { describe, expect, test } from 'vitest'
import type { TakenBack } from '../../client/contract.ts'
import { assert } from '../../shared/assert.ts'
import {
  bothHold,
  edit,
  make,
  online,
  type Person,
  removed,
  shown,
  twoEditors,
  whilePushing,
} from '../support/people.ts'
import { recordB, uid } from '../support/tables.ts'

const takeBack = ({ tab }: Person, number: number) => tab.engine.takeBack('record_b', uid(number))
const outbox = async ({ tab }: Person) => (await tab.engine.outbox()).map(({ title, op }) => [title, op])

function undoOf(answer: TakenBack) {
  assert(answer.outcome === 'taken back', 'it has not left')
  return answer.undo
}

describe('An unsent entry', () => {
  test('[OB20] is taken back whole, and no other; undone, it waits as before', async () => {
    const { ani } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
    await edit(ani, 1, { nama: 'Añi' })
    await edit(ani, 1, { pt: 'Q' })
    await make(ani, 2, recordB({ nama: 'Lain' }))
    const answer = await takeBack(ani, 1)
    expect(await shown(ani, 1)).toMatchObject({ state: 'settled', fields: { nama: 'A', pt: 'P' } })
    expect(await outbox(ani)).toEqual([['Lain', 'create']])
    await ani.tab.engine.undo(undoOf(answer))
    expect(await shown(ani, 1)).toMatchObject({ state: 'unsent', fields: { nama: 'Añi', pt: 'Q' } })
  })

  test('[OB20] that makes a record goes with it, and comes back undone', async () => {
    const { ani } = await twoEditors()
    ani.network.isDown = true
    await make(ani, 1, recordB({ nama: 'Baru' }))
    const answer = await takeBack(ani, 1)
    expect([await shown(ani, 1), await outbox(ani)]).toEqual([null, []])
    await ani.tab.engine.undo(undoOf(answer))
    expect(await shown(ani, 1)).toMatchObject({ state: 'unsent', fields: { nama: 'Baru' } })
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0 })
  })

  test('[OB20] that deletes a record brings it back', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A' }))
    await removed(ani, 1)
    undoOf(await takeBack(ani, 1))
    expect(await shown(ani, 1)).toMatchObject({ state: 'settled', fields: { nama: 'A' } })
    await online(ani)
    await online(budi)
    expect((await shown(budi, 1))?.fields).toMatchObject({ nama: 'A' })
  })

  test('[OB20] that is on its way stays, and is said; what was done since is taken back', async () => {
    const { ani } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
    await edit(ani, 1, { nama: 'Añi' })
    const answers: TakenBack[] = []
    whilePushing(ani, async () => {
      answers.push(await takeBack(ani, 1))
      await edit(ani, 1, { pt: 'Q' })
      answers.push(await takeBack(ani, 1))
    })
    await online(ani)
    expect(answers).toMatchObject([{ outcome: 'left' }, { outcome: 'taken back', isPartial: true }])
    expect(await shown(ani, 1)).toMatchObject({ state: 'settled', fields: { nama: 'Añi', pt: 'P' } })
    expect(await takeBack(ani, 1)).toEqual({ outcome: 'left' })
  })
})
