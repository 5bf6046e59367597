/** Taking back what was done before a restart, what was sent, and what came in a file. */
import { describe, expect, test } from 'vitest'
import type { ActRef, SentRef, Undo } from '../../client/contract.ts'
import { edit, make, online, type Person, removed, shown, twoEditors, undoOf } from '../support/people.ts'
import { offline } from '../support/profile.ts'
import { recordB, uid } from '../support/tables.ts'

async function editorWith(fields = recordB({ nama: 'A' })) {
  const { ani, budi } = await twoEditors()
  await make(ani, 1, fields)
  await online(ani)
  return { ani, budi }
}

/** The same person's browser, started again. */
async function restarted(person: Person): Promise<Person> {
  await person.tab.engine.close()
  const tab = await person.profile.tab(person.userId)
  return { ...person, tab }
}

const refOf = ({ kind, uid: record, seq }: Undo): ActRef => ({ kind, uid: record, seq })

async function found({ tab }: Person, ref: ActRef | SentRef): Promise<Undo> {
  const answer = await tab.engine.undoOf(ref)
  if (answer.outcome !== 'read' || !answer.undo) throw new Error('it is not found')
  return answer.undo
}

describe('After a restart', () => {
  test('[OB30] [OB9] an edit that has not arrived is taken back', async () => {
    const { ani } = await editorWith()
    ani.profile.transport = offline
    const ref = refOf(undoOf(await edit(ani, 1, { nama: 'B' })))
    const again = await restarted(ani)
    expect((await again.tab.engine.undo(await found(again, ref))).outcome).toBe('saved')
    expect((await shown(again, 1))?.fields).toEqual(recordB({ nama: 'A' }))
    ani.profile.transport = ani.network.transport
    await online(again)
    expect(await shown(again, 1)).toMatchObject({ state: 'settled', fields: { nama: 'A' } })
  })

  test('[OB30] [OB9] one that was sent goes out as a new edit, of its own fields alone', async () => {
    const { ani } = await editorWith()
    const ref = refOf(undoOf(await edit(ani, 1, { nama: 'B' })))
    await online(ani)
    await edit(ani, 1, { pt: 'Q' })
    const again = await restarted(ani)
    expect((await again.tab.engine.undo(await found(again, ref))).outcome).toBe('saved')
    expect((await shown(again, 1))?.fields).toMatchObject({ nama: 'A', pt: 'Q' })
    await online(again)
    expect(await shown(again, 1)).toMatchObject({ state: 'settled', fields: { nama: 'A', pt: 'Q' } })
  })

  test('[OB30] a delete is taken back, sent or not', async () => {
    for (const isSent of [false, true]) {
      const { ani } = await editorWith()
      const ref = refOf(await removed(ani, 1))
      if (isSent) await online(ani)
      const again = await restarted(ani)
      expect((await again.tab.engine.undo(await found(again, ref))).outcome).toBe('saved')
      await online(again)
      expect(await shown(again, 1)).toMatchObject({ state: 'settled', fields: { nama: 'A' } })
    }
  })

  test('[OB30] what is not here is not found', async () => {
    const { ani } = await editorWith()
    const none = { outcome: 'read', undo: null }
    expect(await ani.tab.engine.undoOf({ kind: 'record_b', uid: uid(1), seq: 99 })).toEqual(none)
    expect(await ani.tab.engine.undoOf({ kind: 'record_b', uid: uid(7), flight: uid(8) })).toEqual(none)
  })
})

describe('What was sent', () => {
  test('[OB30] [UI83] is taken back as one, as it stands in the list of what was sent', async () => {
    const { ani, budi } = await editorWith()
    await edit(ani, 1, { nama: 'B' })
    await edit(ani, 1, { pt: 'Q' })
    await online(ani)
    const sent = await ani.tab.engine.sent()
    if (sent.outcome !== 'read') throw new Error('it cannot be read')
    const last = sent.sent.find(({ op }) => op === 'update')!
    const done = await found(ani, { kind: last.kind, uid: last.uid, flight: last.id })
    expect((await ani.tab.engine.undo(done)).outcome).toBe('saved')
    await online(ani)
    await online(budi)
    expect((await shown(budi, 1))?.fields).toEqual(recordB({ nama: 'A' }))
  })

  test('[OB30] [OB9] what others have changed since is asked about, as with any edit', async () => {
    const { ani, budi } = await editorWith()
    const done = undoOf(await edit(ani, 1, { nama: 'B' }))
    await online(ani)
    await online(budi)
    await edit(budi, 1, { nama: 'Budi' })
    await online(budi)
    await ani.tab.engine.undo(await found(ani, refOf(done)))
    expect(await online(ani)).toMatchObject({ attention: 1 })
  })
})
