/** An answer that is taken back: what was asked is asked again, also when the answer has left. */
import { describe, expect, test } from 'vitest'
import type { Resolution, Undo } from '../../client/contract.ts'
import { answer, bothHold, edit, online, type Person, removed, shown } from '../support/people.ts'
import { recordB, uid } from '../support/tables.ts'

async function answered(person: Person, resolution: Resolution): Promise<Undo> {
  const saved = await answer(person, resolution)
  if (saved.outcome !== 'saved' || !saved.undo) throw new Error(saved.outcome)
  return saved.undo
}

/** What Budi is asked, and what Record B 1 is called on the server. */
async function standing({ ani, budi }: { ani: Person; budi: Person }) {
  await online(budi)
  await online(ani)
  const items = await budi.tab.engine.attention()
  const conflicts = items.map(item =>
    item.outcome === 'conflict' ? [item.reason, item.conflicts] : 'refused',
  )
  return { conflicts, nama: (await shown(ani, 1))?.fields['nama'] }
}

/** Ani has done hers first; Budi is asked about his. */
const stories = {
  'the same field': async () => {
    const both = await bothHold(recordB({ nama: 'A', pt: 'P' }))
    await edit(both.ani, 1, { nama: 'Ani' })
    await edit(both.budi, 1, { nama: 'Budi' })
    return both
  },
  'what she deleted': async () => {
    const both = await bothHold(recordB({ nama: 'A' }))
    await removed(both.ani, 1)
    await edit(both.budi, 1, { nama: 'Budi' })
    return both
  },
  'what he deleted': async () => {
    const both = await bothHold(recordB({ nama: 'A' }))
    await edit(both.ani, 1, { nama: 'Ani é' })
    await removed(both.budi, 1)
    return both
  },
}

const asked = { conflicts: [['changed', ['nama']]], nama: 'Ani' }

describe.each([
  ['has left', true],
  ['has not left', false],
])('An answer that %s', (_, hasLeft) => {
  test.each<[keyof typeof stories, Resolution, object]>([
    ['the same field', { kind: 'choose', fields: { nama: 'theirs' } }, asked],
    ['the same field', { kind: 'discard' }, asked],
    ['what she deleted', { kind: 'discard' }, { conflicts: [['deleted', []]], nama: undefined }],
    ['what he deleted', { kind: 'discard' }, { conflicts: [['changed', ['nama']]], nama: 'Ani é' }],
  ])(
    '[OB9, UI25] about %s, %o: it is asked again, and the server stays as it is',
    async (story, resolution, was) => {
      const both = await stories[story]()
      await online(both.ani)
      const before = await standing(both)
      const done = await answered(both.budi, resolution)
      if (hasLeft) await online(both.budi)
      expect(await both.budi.tab.engine.undo(done)).toMatchObject({ outcome: 'saved' })
      expect([before, await standing(both)]).toEqual([was, was])
    },
  )
})

describe('What has become so on the server', () => {
  test.each<[keyof typeof stories, Resolution]>([
    ['the same field', { kind: 'choose', fields: { nama: 'mine' } }],
    ['what she deleted', { kind: 'restore' }],
  ])('[OB9, UI25] about %s, %o: cannot be taken back, and says so', async (story, resolution) => {
    const both = await stories[story]()
    await online(both.ani)
    await online(both.budi)
    const done = await answered(both.budi, resolution)
    await online(both.budi)
    expect(await both.budi.tab.engine.undo(done)).toEqual({ outcome: 'too late' })
    expect(await standing(both)).toEqual({ conflicts: [], nama: 'Budi' })
  })

  test('[OB9, UI25] a delete that was wanted all the same brings back the record', async () => {
    const both = await stories['what he deleted']()
    await online(both.ani)
    await online(both.budi)
    const done = await answered(both.budi, { kind: 'delete' })
    await online(both.budi)
    expect(await both.budi.tab.engine.undo(done)).toMatchObject({ outcome: 'saved' })
    expect(await standing(both)).toEqual({ conflicts: [], nama: 'Ani é' })
  })
})

test('[OB9, UI25] what a form saved as an answer that has left, is asked again', async () => {
  const { ani, budi } = await stories['the same field']()
  await online(ani)
  await online(budi)
  const [item] = await budi.tab.engine.attention()
  const { kind, since, asked: question } = item!
  const fields = recordB({ nama: 'Ani', pt: 'Q' })
  const form = { kind, uid: uid(1), seen: fields, fields, since, asked: question, draft: null }
  const saved = await budi.tab.engine.save(form)
  await online(budi)
  const undo = saved.outcome === 'saved' ? saved.undo : null
  expect(await budi.tab.engine.undo(undo!)).toMatchObject({ outcome: 'saved' })
  expect(await standing({ ani, budi })).toEqual(asked)
})
