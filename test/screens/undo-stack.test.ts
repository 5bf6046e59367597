/** Taking back step by step, after a reload, and what one gesture did to many records. */
import { describe, expect, test, vi } from 'vitest'
import type { ActRef, Engine, GroupRef, SaveOutcome } from '../../client/contract.ts'
import App from '../../client/screens/App.vue'
import { useDesk } from '../../client/screens/stores/desk.ts'
import { useSession } from '../../client/screens/stores/session.ts'
import { useUndoStack } from '../../client/screens/stores/undo-stack.ts'
import { noForm } from '../support/drafts.ts'
import { recordB, uid } from '../support/tables.ts'
import { settle, stage, type Stage } from './stage.ts'

const undoIn = (answer: SaveOutcome): ActRef => {
  if (answer.outcome !== 'saved' || !answer.undo) throw new Error('nothing was done')
  const { kind, uid: record, seq } = answer.undo
  return { kind, uid: record, seq }
}

/** The app of somebody who has made two records and changed the first one, on an earlier page. */
async function appAfter(
  gestures: (acts: ActRef[]) => (ActRef[] | GroupRef)[],
  engine: Partial<Engine> = {},
): Promise<Stage> {
  const acts: ActRef[] = []
  const on = await stage(App, {
    ...{ path: '/settings', engine },
    prepare: async (engine: Engine) => {
      for (const number of [1, 2]) {
        const fields = recordB({ nama: `N${number}` })
        acts.unshift(undoIn(await engine.save({ ...noForm, kind: 'record_b', uid: uid(number), fields })))
      }
      const shown = (await engine.record('record_b', uid(1)))!
      const fields = { ...shown.fields, nama: 'Ñ3' }
      const edit = {
        ...noForm,
        kind: 'record_b',
        uid: uid(1),
        seen: shown.fields,
        since: shown.since,
        fields,
      }
      acts.unshift(undoIn(await engine.save(edit)))
    },
  })
  await useSession().open()
  await settle()
  for (const gesture of gestures(acts).toReversed()) useUndoStack().push(gesture)
  return on
}

async function ctrlZ(): Promise<boolean> {
  const event = new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true })
  document.body.dispatchEvent(event)
  await settle()
  return event.defaultPrevented
}

const names = async ({ engine }: Stage) =>
  (await Promise.all([1, 2].map(number => engine.record('record_b', uid(number))))).map(
    record => record?.fields['nama'] ?? null,
  )

describe('After a reload', () => {
  test('[UI81] [OB30] one press after the other goes back through what was done', async () => {
    const on = await appAfter(acts => acts.map(act => [act]))
    const seen = [await names(on)]
    for (let press = 0; press < 3; press++) {
      expect(await ctrlZ()).toBe(true)
      seen.push(await names(on))
    }
    expect(seen).toEqual([
      ['Ñ3', 'N2'],
      ['N1', 'N2'],
      ['N1', null],
      [null, null],
    ])
    expect(await ctrlZ()).toBe(false)
  })

  test('[UI81] what is not here any more is passed over', async () => {
    const on = await appAfter(([last]) => [[{ kind: 'record_b', uid: uid(7), seq: 99 }], [last!]])
    await ctrlZ()
    expect(await names(on)).toEqual(['N1', 'N2'])
  })

  test('[UI81] [PG4] nothing of what was entered is kept for it, and no more than twenty', async () => {
    await appAfter(acts => [acts])
    for (let seq = 1; seq <= 30; seq++) useUndoStack().push([{ kind: 'record_b', uid: uid(1), seq }])
    const kept = localStorage.getItem('records.undo')!
    expect(kept).not.toContain('N1')
    expect((JSON.parse(kept) as Record<string, unknown[]>)['user-1']).toHaveLength(20)
  })
})

test('[UI81] [OB1] what there is no room for is not kept, and nothing else fails over that', async () => {
  await appAfter(acts => [acts])
  const real = localStorage
  const setItem = (key: string, value: string) => {
    if (value.length > 1_000) throw new DOMException('full', 'QuotaExceededError')
    real.setItem(key, value)
  }
  vi.stubGlobal('localStorage', { getItem: real.getItem.bind(real), setItem })
  const stack = useUndoStack()
  const many = Array.from({ length: 10 }, (_, seq) => ({ kind: 'record_b', uid: uid(seq), seq }))
  stack.push(many)
  expect(stack.last()).toEqual(many)
  stack.push([...many, ...many])
  expect(stack.last()).toBeNull()
  vi.unstubAllGlobals()
})

describe('What one gesture did', () => {
  test('[UI82] goes with one press, and is said once', async () => {
    const on = await appAfter(acts => [acts])
    await ctrlZ()
    await settle()
    expect([await names(on), useDesk().toast?.text]).toEqual([[null, null], '3 changes taken back'])
    expect(await ctrlZ()).toBe(false)
  })

  test('[UI82] what cannot be taken back is said with it', async () => {
    const on = await appAfter(acts => [[...acts, { kind: 'record_b', uid: uid(7), seq: 99 }]])
    await ctrlZ()
    await settle()
    expect(await names(on)).toEqual([null, null])
    expect(useDesk().toast?.text).toMatch(/^Taken back: 3. 1 stay/)
  })
})

describe('Acts that go by one name', () => {
  /** What the device's storage says of them, one answer after the other. */
  function answering(...answers: Awaited<ReturnType<Engine['undoGroup']>>[]) {
    const asked: string[] = []
    const undoGroup: Engine['undoGroup'] = async ({ group }) => {
      asked.push(group)
      return answers.shift() ?? { outcome: 'undone', taken: 0, left: 0 }
    }
    return { asked, undoGroup }
  }
  const group = { group: 'g1' }

  test('[IM7] [MA3] [UI81] go with one press, also after a reload, and what stayed is said', async () => {
    const { asked, undoGroup } = answering({ outcome: 'undone', taken: 1240, left: 3 })
    await appAfter(() => [group], { undoGroup })
    await ctrlZ()
    expect([asked, useDesk().toast?.text]).toEqual([
      ['g1'],
      expect.stringMatching(/^Taken back: 1,240. 3 stay/),
    ])
    expect(await ctrlZ()).toBe(false)
  })

  test('[UI25] what could not be written can be tried again, by the message and by the keys', async () => {
    const { asked, undoGroup } = answering(
      { outcome: 'failed', fault: 'quota' },
      { outcome: 'failed', fault: 'quota' },
      { outcome: 'undone', taken: 2, left: 0 },
    )
    await appAfter(() => [group], { undoGroup })
    await ctrlZ()
    useDesk().toast?.action?.run()
    await settle()
    await ctrlZ()
    expect([asked.length, useDesk().toast?.text]).toEqual([3, '2 changes taken back'])
  })

  test('[UI81] of which nothing is known here any more are passed over', async () => {
    const { undoGroup } = answering()
    const on = await appAfter(([last]) => [group, [last!]], { undoGroup })
    await ctrlZ()
    expect(await names(on)).toEqual(['N1', 'N2'])
  })
})
