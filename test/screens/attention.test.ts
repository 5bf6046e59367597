/** What waits for a person: conflicts, deletes that met an edit, and rejected entries; each choice does what it says. */
import { describe, expect, test } from 'vitest'
import type { AttentionItem, Resolution } from '../../client/contract.ts'
import RecordAttention from '../../client/screens/attention/RecordAttention.vue'
import { kinds } from '../../shared/kinds.ts'
import { kindNamed } from '../../shared/metadata.ts'
import type { Fields } from '../../shared/record.ts'
import type { Role } from '../../client/screens/accounts.ts'
import { useDesk } from '../../client/screens/stores/desk.ts'
import { settle, stage } from './stage.ts'

const recordB = kindNamed(kinds, 'record_b')!
const uid = '018e174e-bd20-7335-91ff-cd0690ffe9cc'
const base: Fields = {
  pt: 'ABC',
  divisi: 'X',
  unit: true,
  jenis: '1',
  nama: 'Kantor',
  divapp: 'Z',
  urutan: false,
}
const common = {
  asked: 'a question',
  since: 7,
  kind: 'record_b',
  uid,
  title: 'Kantor',
  at: Date.parse('2026-01-05T02:40:00Z'),
  titles: {},
  noted: { by: 'ani', at: '2026-01-05T02:31:00Z' },
}
const theirs = (fields: Fields): Fields => ({ ...base, ...fields })

const conflict: AttentionItem = {
  ...common,
  op: 'update',
  base,
  mine: { ...base, nama: 'Kantor Ñ', pt: 'AB', unit: false },
  changed: ['nama', 'pt', 'unit'],
  outcome: 'conflict',
  reason: 'changed',
  conflicts: ['pt', 'nama'],
  theirs: theirs({ nama: 'Kantor Besar', pt: 'ABCDE' }),
}

async function show(item: AttentionItem, role: Role = 'editor') {
  const resolutions: [string, Resolution][] = []
  const on = await stage(RecordAttention, {
    props: { item, kind: recordB },
    role,
    engine: {
      resolve: ({ asked }, resolution) => {
        resolutions.push([asked, structuredClone(resolution)])
        return Promise.resolve({ outcome: 'saved', undo: null })
      },
    },
  })
  const press = async (name: string, at = 0) => {
    await on.screen
      .findAll('button')
      .filter(button => button.text() === name)
      [at]!.trigger('click')
    await settle()
  }
  return { ...on, resolutions, press }
}

describe('A viewer', () => {
  test('[UI7] [ST6] who was an editor sees what waits, and nothing to press that could not be sent', async () => {
    const { screen } = await show(conflict, 'viewer')
    const buttons = screen.findAll('footer button, footer a').map(each => each.text())
    expect(buttons).toEqual(['Hand over', 'Save as a file', 'Discard mine'])
    expect(screen.text()).toContain('Your role does not allow sending.')
  })
})

describe('The same field changed twice', () => {
  test('[OB8] base, mine and theirs stand side by side', async () => {
    const { screen } = await show(conflict)
    const lines = screen.findAll('[role=radiogroup]').map(line => line.text())
    expect(lines).toHaveLength(2)
    for (const value of ['ABC', 'AB', 'ABCDE']) expect(lines[0]).toContain(value)
    for (const value of ['Kantor', 'Kantor Ñ', 'Kantor Besar']) expect(lines[1]).toContain(value)
    expect(screen.get('.settled').text()).toContain('No, from you. Nobody else changed it.')
  })

  test('[OB8] [CH10] the card says who changed the record on the server last, where that is known', async () => {
    const { screen } = await show(conflict)
    expect(screen.get('.why').text()).toMatch(/On the server it was last changed by ani, \d\d:31\./)
    const unknown = await show({ ...conflict, noted: { by: '', at: '' } })
    expect(unknown.screen.get('.why').text()).not.toContain('last changed')
    const gone = await show({ ...conflict, reason: 'deleted', theirs: null } as AttentionItem)
    expect(gone.screen.get('.why').text()).not.toContain('last changed')
  })

  test('[UI8] nothing can be saved before each field is chosen', async () => {
    const { screen, press, resolutions } = await show(conflict)
    const save = screen.findAll('button').find(button => button.text() === 'Save this choice')!
    expect([save.attributes('disabled'), screen.text()]).toEqual([
      '',
      expect.stringContaining('2 fields to choose'),
    ])
    await screen.findAll('input[type=radio]')[0]!.trigger('change')
    expect(screen.text()).toContain('1 field to choose')
    await screen.findAll('input[type=radio]')[3]!.trigger('change')
    expect(save.attributes('disabled')).toBeUndefined()
    await press('Save this choice')
    expect(resolutions).toEqual([['a question', { kind: 'choose', fields: { pt: 'mine', nama: 'theirs' } }]])
  })

  test('[OB8] each choice is named by its value', async () => {
    const { screen } = await show({ ...conflict, mine: { ...base, pt: '', nama: 'Kantor Ñ' } })
    const names = screen
      .findAll('input[type=radio]')
      .map(({ element }) => element.closest('label')?.innerText)
    expect(names.map(name => name?.replaceAll('–', '').trim())).toEqual([
      'emptyentered in this browser',
      'ABCDEon the server',
      'Kantor Ñentered in this browser',
      'Kantor Besaron the server',
    ])
    expect(screen.find('[aria-label*="All mine"]').exists()).toBe(false)
  })

  test.each([
    ['All mine', 'mine'],
    ['All theirs', 'theirs'],
  ])('[OB8] %s takes that side everywhere', async (name, side) => {
    const { press, resolutions } = await show(conflict)
    await press(name)
    await press('Save this choice')
    expect(resolutions).toEqual([['a question', { kind: 'choose', fields: { pt: side, nama: side } }]])
  })

  test('[OB2] discarding asks first', async () => {
    const { screen, press, resolutions } = await show(conflict)
    await press('Discard mine')
    expect(resolutions).toEqual([])
    expect(screen.get('dialog').text()).toContain('Discard your change to Kantor?')
    await press('Discard mine', 1)
    expect(resolutions).toEqual([['a question', { kind: 'discard' }]])
  })

  test('[OB7] the form opens on the item', async () => {
    const { screen } = await show(conflict)
    const link = screen.findAll('a').find(each => each.text() === 'Edit in form')!
    expect(link.attributes('href')).toBe(`/record_b/${uid}/edit?answers`)
  })
})

describe('A delete and an edit', () => {
  test('[MG4] what I edited was deleted: restore or let it go', async () => {
    const { screen, press, resolutions } = await show({
      ...conflict,
      reason: 'deleted',
      conflicts: [],
      theirs: null,
    } as AttentionItem)
    expect(screen.text()).toContain('This is gone: someone deleted it while you were changing it')
    expect(screen.text()).toContain('Kantor Ñ')
    await press('Restore with my values')
    await press('Let it go')
    await press('Let it go', 1)
    expect(resolutions.map(([, { kind }]) => kind)).toEqual(['restore', 'discard'])
  })

  test('[MG5] what I deleted was edited: delete anyway or keep it', async () => {
    const { screen, press, resolutions } = await show({
      ...conflict,
      op: 'delete',
      mine: null,
      changed: [],
      conflicts: [],
      theirs: theirs({ nama: 'Kantor Besar' }),
    } as AttentionItem)
    expect(screen.findAll('tbody tr').map(line => line.text())).toEqual(['NamaKantorKantor Besar'])
    expect(screen.findAll('thead th').map(head => head.text())).toEqual(['Field', 'It was', 'Theirs'])
    expect(screen.text()).toContain('Kantor Besar')
    await press('Delete anyway')
    expect(resolutions).toEqual([['a question', { kind: 'delete' }]])
  })

  test('[MG5] keeping it is not called discarding', async () => {
    const item = { ...conflict, op: 'delete', mine: null, changed: [], conflicts: [] } as AttentionItem
    const { press, resolutions } = await show(item)
    await press('Keep it')
    expect(resolutions).toEqual([['a question', { kind: 'discard' }]])
    expect(useDesk().toast?.text).toBe('Kantor stays')
  })
})

describe('A rejected entry', () => {
  const rejected = { ...common, outcome: 'rejected' as const, changed: [], base: null }

  test('[OB7] says in words what is wrong, with the value, and leads to the form', async () => {
    const { screen } = await show({
      ...rejected,
      op: 'create',
      mine: { ...base, pt: 'ABCDEF' },
      issues: [{ field: 'pt', code: 'too_long', params: { max: 5 } }],
    })
    expect(screen.text()).toContain('The server could not take this new Record B.')
    expect(screen.text()).toContain('ABCDEF')
    expect(screen.text()).toContain('At most 5 characters; this has 6.')
    expect(screen.findAll('a').map(link => link.attributes('href'))).toEqual([
      `/record_b/${uid}/edit?answers`,
    ])
  })

  test('[PU8] a delete that others stand in the way of can be tried again or let go', async () => {
    const { screen, press, resolutions } = await show({
      ...rejected,
      op: 'delete',
      base,
      mine: null,
      issues: [{ field: '', code: 'in_use', params: { count: 1234 } }],
    })
    expect(screen.text()).toContain('1,234 other records still belong to it.')
    await press('Try again')
    await press('Keep it')
    expect(resolutions.map(([, { kind }]) => kind)).toEqual(['retry', 'discard'])
  })

  test('[OB2] says what letting a new record go does', async () => {
    const { screen, press, resolutions } = await show({
      ...rejected,
      op: 'create',
      mine: base,
      issues: [{ field: '', code: 'not_delivered' }],
    })
    await press('Discard')
    expect(screen.get('dialog').text()).toContain('The server does not have this record.')
    await press('Discard', 1)
    expect(resolutions).toEqual([['a question', { kind: 'discard' }]])
  })
})
