/** Many records at once: what is selected is changed or deleted after a preview, and taken back in one go. */
import { describe, expect, test } from 'vitest'
import type { Engine, ManyAct, ManyPreview, Selection } from '../../client/contract.ts'
import { useDesk } from '../../client/screens/stores/desk.ts'
import { noForm } from '../support/drafts.ts'
import { everything, recordA } from '../support/tables.ts'
import { press } from './forms.ts'
import { check, deviceList, key, said, selectedIn } from './selecting.ts'
import { settle, type Stage, type StageOptions } from './stage.ts'

const nothing: ManyPreview = { total: 0, changed: 0, unchanged: 0, refused: [], issues: [] }

/** An engine that says so of every act, and keeps what it was asked. */
function saying(preview: Partial<ManyPreview>) {
  const looked: ManyAct[] = []
  const done: [Selection, ManyAct][] = []
  const engine: Partial<Engine> = {
    previewMany: async (_, act) => {
      looked.push(structuredClone(act))
      return { outcome: 'read', preview: { ...nothing, ...preview } }
    },
    actOnMany: async (selection, act) => {
      done.push([structuredClone(selection), structuredClone(act)])
      return { outcome: 'saved', group: { group: 'g1' }, changed: preview.changed ?? 0 }
    },
    undoGroup: async () => ({ outcome: 'undone', taken: preview.changed ?? 0, left: 0 }),
  }
  return { looked, done, engine }
}

async function allSelected(options: StageOptions = {}): Promise<Stage> {
  const on = await deviceList(options)
  await key(on, 'a', { ctrlKey: true })
  return on
}

const bar = 'footer[role=group]'

async function pressIn({ screen }: Stage, within: string, text: string): Promise<void> {
  const found = screen.findAll(`${within} button`).find(each => each.text() === text)
  await found!.trigger('click')
  await settle()
}

/** As long as a preview waits for whoever is typing. */
async function pause(): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, 300))
  await settle()
}

async function setName(on: Stage, text: string): Promise<void> {
  await on.screen.get<HTMLSelectElement>('dialog select').setValue('name')
  await settle()
  await on.screen.get('dialog [data-field=name] input').setValue(text)
  await pause()
}

describe('Who may not write', () => {
  test('[MA2] selects for a file alone', async () => {
    const on = await allSelected({ role: 'viewer' })
    const acts = on.screen.findAll(`${bar} .button`).map(each => each.text())
    expect(acts).toEqual(['Export'])
  })
})

describe('Changing many', () => {
  test('[MA2] fields that are added are set, after a preview of what that comes to', async () => {
    const refused = [{ code: 'asked' as const, count: 45 }]
    const { looked, done, engine } = saying({ total: 3_285, changed: 1_240, unchanged: 2_000, refused })
    const on = await allSelected({ engine })
    await check(on, 'Lobi')
    await pressIn(on, bar, 'Edit')
    expect(on.screen.get('dialog .edit').attributes('disabled')).toBeDefined()
    await setName(on, 'Pintu é')
    expect(looked).toEqual([{ do: 'edit', fields: { name: 'Pintu é' } }])
    const dialog = on.screen.get('dialog').text()
    for (const words of [
      'Edit 4 records',
      'Will be changed: 1,240 of 3,285',
      '2,000 are so already.',
      '45 cannot be: they wait for your answer in Needs attention.',
    ])
      expect(dialog).toContain(words)
    await press(on, 'Change 1,240 records')
    const [[selection, act] = []] = done
    expect([selection, act]).toMatchObject([
      { kind: 'device', isAllBut: true, uids: [expect.any(String)] },
      { do: 'edit', fields: { name: 'Pintu é' } },
    ])
    expect([said(on), useDesk().toast?.text]).toEqual([null, 'Changed: 1,240 records'])
  })

  test('[MA2] [MA3] it is done in one go, and one undo takes all of it back', async () => {
    const on = await allSelected()
    const names = () => on.screen.findAll('.open').map(each => each.text())
    const before = names()
    await check(on, 'Lobi')
    await pressIn(on, bar, 'Edit')
    await setName(on, 'Pintu é')
    expect(on.screen.get('dialog').text()).toContain('Will be changed: 4 of 4')
    await press(on, 'Change 4 records')
    expect(names().toSorted()).toEqual(['Lobi', 'Pintu é', 'Pintu é', 'Pintu é', 'Pintu é'])
    useDesk().toast!.action!.run()
    await settle()
    expect(names()).toEqual(before)
  })

  test('[MA2] what no record may have is said at its field, and nothing is looked at', async () => {
    const { looked, engine } = saying({ total: 5, changed: 5 })
    const on = await allSelected({ engine })
    await pressIn(on, bar, 'Edit')
    await setName(on, '')
    await on.screen.get('dialog [data-field=name] input').trigger('focusout')
    await settle()
    expect(looked).toEqual([])
    expect(on.screen.find('dialog .issue').exists()).toBe(true)
    await on.screen.get('dialog [data-field=name] input').setValue('x')
    await pause()
    expect(looked).toHaveLength(1)
    expect(on.screen.find('dialog .issue').exists()).toBe(false)
  })

  test('[MA2] an issue that only the engine finds stands at its field, too', async () => {
    const issues = [{ field: 'name', code: 'too_long' as const, params: { max: 30 } }]
    const on = await allSelected({ engine: saying({ total: 5, issues }).engine })
    await pressIn(on, bar, 'Edit')
    await setName(on, 'Pintu')
    expect(on.screen.find('dialog [data-field=name] .issue').exists()).toBe(true)
  })

  test('[MA2] a field that is left out again stays as it is', async () => {
    const { looked, engine } = saying({ total: 5, changed: 5 })
    const on = await allSelected({ engine })
    await pressIn(on, bar, 'Edit')
    await setName(on, 'Pintu')
    await on.screen.get('dialog [aria-label="Leave Name as it is"]').trigger('click')
    await pause()
    expect(looked).toHaveLength(1)
    expect(on.screen.get('dialog').text()).not.toContain('Will be changed')
  })

  test('[MA3] what could not be written is said, and everything stays selected', async () => {
    const { engine } = saying({ total: 5, changed: 5 })
    const actOnMany = async () => ({ outcome: 'failed' as const, fault: 'quota' as const })
    const on = await allSelected({ engine: { ...engine, actOnMany } })
    await pressIn(on, bar, 'Edit')
    await setName(on, 'Pintu')
    await press(on, 'Change 5 records')
    expect(on.screen.get('dialog .fault').text()).not.toBe('')
    expect(said(on)).toBe('All 5 selected')
  })
})

describe('Deleting many', () => {
  test('[MA2] names the number, and those that cannot go, before anything goes', async () => {
    const { done, engine } = saying({ total: 2, changed: 1, refused: [{ code: 'in_use', count: 1 }] })
    const on = await deviceList({ engine })
    await check(on, 'Dapur')
    await check(on, 'Lobi')
    await pressIn(on, bar, 'Delete')
    const dialog = on.screen.get('dialog')
    expect(dialog.get('h2').text()).toBe('Delete 1 record?')
    expect(dialog.text()).toContain('1 cannot be: other records refer to it.')
    await press(on, 'Delete 1 record')
    expect([done[0]?.[0].uids.length, done[0]?.[1]]).toEqual([2, { do: 'delete' }])
    expect([selectedIn(on), useDesk().toast?.text]).toEqual([[], 'Deleted: 1 record'])
  })

  test('[MA2] [MA3] leaves those that others refer to, and one undo brings the rest back', async () => {
    const on = await deviceList()
    const [row] = (await on.engine.query('device', { ...everything, search: 'lobi' }, 0, 1)).rows
    const fields = recordA({ device_id: { uid: row!.uid } })
    await on.engine.save({ ...noForm, kind: 'record_a', uid: await on.engine.newUid(), fields })
    await key(on, 'a', { ctrlKey: true })
    await pressIn(on, bar, 'Delete')
    expect(on.screen.get('dialog').text()).toContain('1 cannot be: other records refer to it.')
    await press(on, 'Delete 4 records')
    expect(on.screen.findAll('.open').map(each => each.text())).toEqual(['Lobi'])
    useDesk().toast!.action!.run()
    await settle()
    expect(on.screen.findAll('.open')).toHaveLength(5)
  })

  test('[MA2] given up, nothing has happened', async () => {
    const { done, engine } = saying({ total: 5, changed: 5 })
    const on = await allSelected({ engine })
    await pressIn(on, bar, 'Delete')
    await pressIn(on, 'dialog', 'Cancel')
    expect([done, said(on)]).toEqual([[], 'All 5 selected'])
  })
})

describe('A file of them', () => {
  test('[EX1] [MA1] is what the dialog offers first', async () => {
    const on = await deviceList()
    await check(on, 'Dapur')
    await pressIn(on, bar, 'Export')
    const options = on.screen
      .findAll('dialog select')[0]!
      .findAll('option')
      .map(each => each.text())
    expect([options, on.screen.findAll('dialog select')[0]!.element]).toMatchObject([
      ['The 1 selected', 'All 5'],
      { value: 'selected' },
    ])
  })
})
