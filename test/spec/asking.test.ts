/** When a person is asked about their work, for how long, and what comes of the answer. */
import { describe, expect, test } from 'vitest'
import type { AttentionItem, SaveOutcome } from '../../client/contract.ts'
import { startOf } from '../../client/screens/form/form-start.ts'
import { assert } from '../../shared/assert.ts'
import { kinds } from '../../shared/kinds.ts'
import { kindNamed } from '../../shared/metadata.ts'
import {
  answer,
  bothHold,
  edit,
  list,
  make,
  noForm,
  online,
  openConflict,
  removed,
  shown,
} from '../support/people.ts'
import { recordB, uid } from '../support/tables.ts'

type Question = Extract<AttentionItem, { outcome: 'conflict' }>

const mine = { kind: 'choose', fields: { nama: 'mine' } } as const

describe('A question', () => {
  test('[OB7] [OB8] stands as soon as the other’s value has come, before anything is sent', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
    await edit(ani, 1, { nama: 'Añi' })
    await online(ani)
    const { transport } = budi.network
    const changes: typeof transport.changes = async function* (...given) {
      budi.profile.transport = transport
      await edit(budi, 1, { nama: 'Budi' })
      yield* transport.changes(...given)
    }
    budi.profile.transport = { ...transport, changes }
    expect(await online(budi)).toMatchObject({ attention: 1, unsent: 0 })
    expect(await budi.tab.engine.attention()).toMatchObject([
      {
        ...{ outcome: 'conflict', reason: 'changed', op: 'update', conflicts: ['nama'] },
        ...{ base: { nama: 'A' }, mine: { nama: 'Budi', pt: 'P' }, theirs: { nama: 'Añi' } },
      },
    ])
    expect(budi.network.requests.filter(({ body }) => body.includes('Budi'))).toEqual([])
    expect((await shown(budi, 1))?.state).toBe('conflict')
  })

  test('[OB7] keeps no other record, and nothing of what was typed is lost', async () => {
    const { ani, budi } = await openConflict()
    await make(budi, 2, recordB({ nama: 'Lain' }))
    await edit(budi, 1, { pt: 'Q' })
    expect(await online(budi)).toMatchObject({ attention: 1, unsent: 0 })
    await online(ani)
    expect((await list(ani)).map(row => row.fields['nama'])).toEqual(['Lain', 'Ani'])
    expect(await budi.tab.engine.attention()).toMatchObject([{ mine: { nama: 'Budi', pt: 'Q' } }])
  })
})

describe('An answer to a question that has changed meanwhile', () => {
  async function changedMeanwhile() {
    const { ani, budi } = await openConflict()
    const [item] = await budi.tab.engine.attention()
    await edit(ani, 1, { nama: 'Añi lagi', pt: 'ANI' })
    await online(ani)
    await online(budi)
    return { ani, budi, item: item as Question }
  }

  test('[OB7] [UI8] writes nothing: it is asked anew', async () => {
    const { ani, budi, item } = await changedMeanwhile()
    const before = await budi.tab.engine.unsentFile()
    expect(await budi.tab.engine.resolve(item, mine)).toEqual({ outcome: 'asked anew' })
    const withoutTime = (file: string) => ({ ...(JSON.parse(file) as object), savedAt: '' })
    expect(withoutTime(await budi.tab.engine.unsentFile())).toEqual(withoutTime(before))
    expect(await budi.tab.engine.attention()).toMatchObject([{ theirs: { nama: 'Añi lagi' } }])
    await answer(budi, mine)
    expect(await online(budi)).toMatchObject({ attention: 0 })
    await online(ani)
    expect((await shown(ani, 1))?.fields).toMatchObject({ nama: 'Budi', pt: 'ANI' })
  })

  test('[OB7] [MG3] in a form is kept as it was typed, and goes over nobody’s value', async () => {
    const { ani, budi, item } = await changedMeanwhile()
    const begun = { ...item.theirs, nama: 'Budi' }
    const { kind, uid: own, asked, since } = item
    const form = { ...noForm, kind, uid: own, seen: item.theirs, since, asked }
    await budi.tab.engine.save({ ...form, fields: { ...begun, pt: 'BUDI' } })
    expect(await online(budi)).toMatchObject({ attention: 1, unsent: 0 })
    await online(ani)
    expect((await shown(ani, 1))?.fields).toMatchObject({ nama: 'Añi lagi', pt: 'ANI' })
    expect(await budi.tab.engine.attention()).toMatchObject([{ mine: { nama: 'Budi', pt: 'BUDI' } }])
  })

  test('[OB7] nor does one to a question that is gone', async () => {
    const { ani, budi } = await openConflict()
    const [item] = await budi.tab.engine.attention()
    assert(item, 'he is asked')
    await edit(ani, 1, { nama: 'A' })
    await online(ani)
    await online(budi)
    expect(await budi.tab.engine.resolve(item, mine)).toEqual({ outcome: 'asked anew' })
  })
})

describe('A form that answers, when its question has been answered elsewhere', () => {
  const kind = kindNamed(kinds, 'record_b')!
  async function answering() {
    const { ani, budi } = await openConflict()
    const begun = await startOf(
      budi.tab.engine,
      { kind, uid: uid(1), answers: true, from: null },
      { today: '', kept: {} },
    )
    const { seen, fields, since, asked } = begun!
    const form = { kind: kind.name, uid: uid(1), seen, fields, since, asked, draft: null }
    return { ani, budi, save: () => budi.tab.engine.save(form) }
  }

  test.each<[SaveOutcome['outcome'], 'mine' | 'theirs']>([
    ['saved', 'mine'],
    ['asked anew', 'theirs'],
  ])('[UI26] is told what holds: %s, when that was for %s', async (outcome, choice) => {
    const { ani, budi, save } = await answering()
    await answer(budi, { kind: 'choose', fields: { nama: choice } })
    expect(await save()).toMatchObject({ outcome })
    expect(await online(budi)).toMatchObject({ attention: 0, unsent: 0 })
    expect(await save()).toMatchObject({ outcome })
    await online(ani)
    expect((await shown(ani, 1))?.fields['nama']).toBe(choice === 'mine' ? 'Budi' : 'Ani')
  })

  test('[UI26] is not told that it is saved when the record is deleted', async () => {
    const { ani, budi, save } = await answering()
    await answer(budi, { kind: 'discard' })
    await removed(ani, 1)
    await online(ani)
    await online(budi)
    expect(await save()).toEqual({ outcome: 'asked anew' })
    expect(await shown(budi, 1)).toBeNull()
  })
})
