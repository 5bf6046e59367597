/** A kind and a field that exist only in the metadata reach every screen. */
import { describe, expect, test } from 'vitest'
import RecordDetail from '../../client/screens/record/RecordDetail.vue'
import RecordForm from '../../client/screens/form/RecordForm.vue'
import RecordList from '../../client/screens/list/RecordList.vue'
import { kinds } from '../../shared/kinds.ts'
import type { Field, Kind, Kinds } from '../../shared/metadata.ts'
import { noForm } from '../support/drafts.ts'
import { stage } from './stage.ts'

const flags = { searchable: true, fillable: true, primary: false, inForm: true, inIndex: true, inView: true }

function text(name: string, en: string, extra: Partial<Field> = {}): Field {
  const base = { type: 'string', length: 20 } as const
  return {
    name,
    label: { en, id: en },
    base,
    input: 'text',
    validation: { required: true, max: 20 },
    ...flags,
    ...extra,
  }
}

const shed: Kind = {
  name: 'shed',
  label: { en: 'Shed', id: 'Gudang' },
  plural: { en: 'Sheds', id: 'Gudang' },
  icon: 'file',
  title: 'sign',
  fields: [
    text('sign', 'Sign'),
    text('key_code', 'Key code', { secret: true }),
    text('hidden_index', 'Not in index', { inIndex: false }),
    text('hidden_form', 'Not in form', { inForm: false, validation: {} }),
    text('hidden_view', 'Not in view', { inView: false }),
    {
      ...text('opened', 'Opened'),
      base: { type: 'datetime' },
      input: 'date',
      validation: { required: true },
    },
    {
      ...text('place', 'Place'),
      base: { type: 'bigInteger', autoIncrement: false, unsigned: true },
      input: 'none',
      validation: {},
      reference: { kind: 'device' },
    },
  ],
}
const withShed: Kinds = [...kinds, shed]
const uid = '018e174e-bd20-7335-91ff-cd0690ffe9cc'
const fields = {
  sign: 'Gudang Ñ',
  key_code: 's3cret',
  hidden_index: 'aaa',
  hidden_form: 'bbb',
  hidden_view: 'ccc',
  opened: '2026-01-05T08:30:00',
  place: { uid: '018e174e-bd20-7335-91ff-cd0690ffe9cd' },
}

async function show(component: Parameters<typeof stage>[0], props: Record<string, unknown>) {
  const on = await stage(component, {
    kinds: withShed,
    path: '/shed',
    props: { kind: shed, ...props },
    prepare: async engine => {
      const device = { ...noForm, kind: 'device', uid: fields.place.uid, fields: { name: 'Pos 7' } }
      expect(await engine.save(device)).toMatchObject({ outcome: 'saved' })
      expect(await engine.save({ ...noForm, kind: 'shed', uid, fields })).toMatchObject({ outcome: 'saved' })
    },
  })
  return on.screen
}

describe('A new kind', () => {
  test('[MD2] [MD4] its list has its index columns, title first, secrets masked', async () => {
    const screen = await show(RecordList, { selected: null, isBeside: false })
    const heads = screen.findAll('[role=columnheader] .sort').map(head => head.text())
    expect(heads).toEqual(['Sign', 'Key code', 'Not in form', 'Not in view', 'Opened', 'Place'])
    const row = screen.findAll('[role=row]')[1]!.text()
    for (const shown of ['Gudang Ñ', 'bbb', 'ccc', '2026', 'Pos 7']) expect(row).toContain(shown)
    for (const hidden of ['s3cret', 'aaa']) expect(row).not.toContain(hidden)
  })

  test('[MD2] [MD4] its form has its form fields', async () => {
    const screen = await show(RecordForm, { uid })
    const labels = screen.findAll('label').map(label => label.text())
    expect(labels).toEqual(['Sign', 'Key code', 'Not in index', 'Not in view', 'Opened', 'Place (optional)'])
    expect(screen.findAll('input').map(input => input.attributes('type'))).toEqual([
      'text',
      'text',
      'text',
      'text',
      'text',
      'text',
    ])
  })

  test('[MD2] [MD4] its detail has its view fields, secrets masked until asked for', async () => {
    const screen = await show(RecordDetail, { uid, isBeside: false })
    const names = screen.findAll('dt').map(name => name.text())
    expect(names).toEqual(['Sign', 'Key code', 'Not in index', 'Not in form', 'Opened', 'Place'])
    expect(screen.text()).not.toContain('s3cret')
    expect(screen.text()).not.toContain('ccc')
    expect(screen.get('dd a').attributes('href')).toBe(`/device/${fields.place.uid}`)
    await screen.get('button[aria-label="Show Key code"]').trigger('click')
    expect(screen.text()).toContain('s3cret')
  })
})
