/** What was set aside unanswered, and what its person does about it then: it goes out by itself, and asks nobody in vain. */
import { describe, expect, test } from 'vitest'
import { edit, list, make, online, type Person, removed, twoEditors } from '../support/people.ts'
import { giveUp, silence, tryToSend, word } from '../support/silence.ts'
import { recordB } from '../support/tables.ts'

function heal({ profile, network }: Person): void {
  profile.transport = network.transport
}

async function discardAll({ tab }: Person) {
  for (const { seq } of await tab.engine.attention()) await tab.engine.resolve(seq, { kind: 'discard' })
}

const isDelete = ({ op }: { op: string }) => op === 'delete'

/** Both have Record B 1. */
async function bothKnow() {
  const { ani, budi } = await twoEditors()
  await make(ani, 1, recordB({ nama: 'A', pt: 'P' }))
  await online(ani)
  await online(budi)
  return { ani, budi }
}

async function heldBy(person: Person) {
  await online(person)
  return (await list(person)).map(row => [row.fields['nama'], row.fields['pt']])
}

const putElse = (budi: Person) => edit(budi, 1, { nama: 'Lain' })

describe('Set aside unanswered:', () => {
  test.each([true, false])(
    '[OB15] a delete that took an edit along, undone before it is set aside; applied: %s',
    async isArriving => {
      const { ani, budi } = await bothKnow()
      silence(ani, { isMeant: isDelete, isArriving })
      ani.network.isDown = true
      await edit(ani, 1, { nama: 'Ani' })
      const undo = await removed(ani, 1)
      ani.network.isDown = false
      await tryToSend(ani)
      await ani.tab.engine.undoRemove(undo)
      const { attention, unsent } = await giveUp(ani)
      expect([attention, unsent, await heldBy(budi)]).toEqual([0, 0, [['Ani', 'P']]])
    },
  )

  test.each([
    ['as it was', true, 'P'],
    ['as it was', false, 'P'],
    ['with another value', true, 'Q'],
    ['with another value', false, 'Q'],
  ])('[OB15] a delete whose record is saved in its form %s; applied: %s', async (_, isArriving, pt) => {
    const { ani, budi } = await bothKnow()
    silence(ani, { isMeant: isDelete, isArriving })
    await removed(ani, 1)
    expect(await giveUp(ani)).toMatchObject({ attention: 1 })
    heal(ani)
    await edit(ani, 1, { pt })
    const { attention, unsent } = await ani.tab.sync()
    expect([attention, unsent, await heldBy(budi)]).toEqual([0, 0, [['A', pt]]])
  })

  test('[OB15] a delete that was not applied, let go after others have changed the record: nobody is asked', async () => {
    const { ani, budi } = await bothKnow()
    silence(ani, { isMeant: isDelete, isArriving: false })
    await removed(ani, 1)
    expect(await giveUp(ani)).toMatchObject({ attention: 1 })
    await edit(budi, 1, { pt: 'R' })
    await online(budi)
    heal(ani)
    await ani.tab.sync()
    await discardAll(ani)
    const { attention, unsent } = await ani.tab.sync()
    expect([attention, unsent, await heldBy(budi)]).toEqual([0, 0, [['A', 'R']]])
  })

  test.each([
    ['put something else there', true, putElse, [['Lain', 'P']]],
    ['put something else there', false, putElse, [['Lain', 'P']]],
    ['deleted the record', true, (budi: Person) => removed(budi, 1), []],
    ['deleted the record', false, (budi: Person) => removed(budi, 1), []],
  ])(
    '[OB15] an edit, let go after others have %s: nobody is asked; applied: %s',
    async (_, isArriving, meanwhile, left) => {
      const { ani, budi } = await bothKnow()
      silence(ani, { isArriving })
      await edit(ani, 1, { nama: word })
      expect(await giveUp(ani)).toMatchObject({ attention: 1 })
      await online(budi)
      await meanwhile(budi)
      await online(budi)
      heal(ani)
      await ani.tab.sync()
      await discardAll(ani)
      const { attention, unsent } = await ani.tab.sync()
      expect([attention, unsent, await heldBy(budi)]).toEqual([0, 0, left])
    },
  )

  test.each([true, false])(
    '[MG5] an edit that is shown, whose record is deleted: nobody is asked; applied: %s',
    async isArriving => {
      const { ani, budi } = await bothKnow()
      silence(ani, { isArriving })
      await edit(ani, 1, { nama: word })
      expect(await giveUp(ani)).toMatchObject({ attention: 1 })
      heal(ani)
      await ani.tab.sync()
      await removed(ani, 1)
      const { attention, unsent } = await ani.tab.sync()
      expect([attention, unsent, await heldBy(budi)]).toEqual([0, 0, []])
    },
  )
})
