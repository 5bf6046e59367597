/** Conflicts that ask the same, answered together. */
import { describe, expect, test } from 'vitest'
import type { Resolution } from '../../client/contract.ts'
import { useDesk } from '../../client/screens/stores/desk.ts'
import AttentionView from '../../client/screens/views/AttentionView.vue'
import { press } from './forms.ts'
import { conflictB } from './questions.ts'
import { settle, stage } from './stage.ts'

describe('Conflicts about one field', () => {
  const about = (number: number, conflicts = ['nama']) => ({
    ...conflictB(['Kantor', 'Kantor é', 'Gudang']),
    uid: `018e174e-bd20-7335-91ff-00000000000${number}`,
    asked: `question ${number}`,
    conflicts,
  })

  test('[MA5] are answered together, each for itself, and taken back together', async () => {
    let items = [about(1), about(2), about(3, ['pt']), about(4), about(5, ['pt', 'nama'])]
    const answers: [string, Resolution][] = []
    const undone: number[] = []
    const on = await stage(AttentionView, {
      path: '/attention',
      engine: {
        attention: async () => items,
        resolve: async ({ kind, uid, asked }, resolution) => {
          answers.push([asked, structuredClone(resolution)])
          items = items.filter(each => each.asked !== asked)
          const act = { seq: answers.length, givenId: null, before: null, after: null, wanted: null }
          return { outcome: 'saved', undo: { kind, uid, ...act } }
        },
        undoOf: async ref => ({
          outcome: 'read',
          undo: {
            ...ref,
            seq: 'seq' in ref ? ref.seq : 0,
            givenId: null,
            before: null,
            after: null,
            wanted: null,
          },
        }),
        undo: async ({ seq }) => {
          undone.push(seq)
          return { outcome: 'saved', undo: null }
        },
      },
    })
    expect(on.screen.text()).toContain('The same question about 3 records: Nama')
    await press(on, 'Theirs for all 3')
    const resolution: Resolution = { kind: 'choose', fields: { nama: 'theirs' } }
    expect(answers).toEqual([1, 2, 4].map(number => [`question ${number}`, resolution]))
    expect(useDesk().toast?.text).toBe('Answered: 3 records')
    useDesk().toast!.action!.run()
    await settle()
    expect(undone).toEqual([3, 2, 1])
  })

  test('[MA5] what is asked anew meanwhile stays, and is said', async () => {
    const on = await stage(AttentionView, {
      path: '/attention',
      engine: {
        attention: async () => [about(1), about(2)],
        resolve: async ({ asked }) =>
          asked === 'question 1' ? { outcome: 'asked anew' } : { outcome: 'saved', undo: null },
      },
    })
    await press(on, 'Mine for all 2')
    expect(useDesk().toast?.text).toBe('Answered: 1. Not answered: 1, look at them again.')
  })

  test('[MA5] one alone is answered on its card', async () => {
    const on = await stage(AttentionView, {
      path: '/attention',
      engine: { attention: async () => [about(1), about(2, ['pt'])] },
    })
    expect(on.screen.text()).not.toContain('The same question')
  })
})
