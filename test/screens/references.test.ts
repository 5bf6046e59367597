/** Choosing the record that a field refers to. */
import { describe, expect, test } from 'vitest'
import FieldDisplay from '../../client/screens/fields/FieldDisplay.vue'
import FieldInput from '../../client/screens/fields/FieldInput.vue'
import RecordDetail from '../../client/screens/record/RecordDetail.vue'
import { goneMark } from '../../client/contract-records.ts'
import { faultOf, type Value } from '../../shared/fields.ts'
import { kinds } from '../../shared/kinds.ts'
import { fieldNamed, kindNamed } from '../../shared/metadata.ts'
import { noForm } from '../support/drafts.ts'
import { recordA } from '../support/tables.ts'
import { press } from './forms.ts'
import { stage } from './stage.ts'

describe('Reference', () => {
  const device = fieldNamed(kindNamed(kinds, 'record_a')!, 'device_id')!

  test('[SE3] shows the title of what it refers to, as a link where its address is known', async () => {
    const uid = '018e174e-bd20-7335-91ff-cd0690ffe9cc'
    const { screen } = await stage(FieldDisplay, {
      props: { field: device, value: '42', title: 'Gerbang Utara', reference: uid },
    })
    const link = screen.get('a')
    expect([link.text(), link.attributes('href')]).toEqual(['Gerbang Utara', `/device/${uid}`])
  })

  test('[PU7] a Device that has no id yet is found by typing and chosen by its uid', async () => {
    const on = await stage(FieldInput, {
      props: { field: device, modelValue: '' },
      prepare: async engine => {
        for (const name of ['Gerbang Utara', 'Lobi', 'Klinik Ñandú']) {
          await engine.save({ ...noForm, kind: 'device', uid: await engine.newUid(), fields: { name } })
        }
      },
    })
    await on.screen.get('input').trigger('click')
    await on.screen.get('input').setValue('nandu')
    await on.settle()
    const options = on.screen.findAll('[role=option]')
    expect(options.map(option => option.text())).toEqual(['Klinik Ñandú', 'New Device: nandu'])
    await options[0]!.trigger('click')
    const [[value]] = on.screen.emitted('update:modelValue') as [[{ uid: string }]]
    expect((await on.engine.record('device', value.uid))?.fields).toEqual({ name: 'Klinik Ñandú' })
  })

  test('[PU7] a Device that does not exist is made from what was typed', async () => {
    const on = await stage(FieldInput, { props: { field: device, modelValue: '' } })
    await on.screen.get('input').setValue('Pos 7')
    await on.settle()
    await on.screen.get('[role=option]').trigger('click')
    await on.settle()
    const [[value]] = on.screen.emitted('update:modelValue') as [[{ uid: string }]]
    expect(await on.engine.record('device', value.uid)).toMatchObject({
      fields: { name: 'Pos 7' },
      state: 'unsent',
    })
  })

  test('[UI5] Enter picks nothing while the answer to what was typed is outstanding', async () => {
    const on = await stage(FieldInput, {
      props: { field: device, modelValue: '' },
      prepare: async engine => {
        for (const name of ['Gerbang Utara', 'Klinik Selatan'])
          await engine.save({ ...noForm, kind: 'device', uid: await engine.newUid(), fields: { name } })
      },
    })
    const input = on.screen.get('input')
    await input.trigger('click')
    await on.settle()
    // In one breath: no answer can come between the two.
    await Promise.all([input.setValue('selatan'), input.trigger('keydown', { key: 'Enter' })])
    expect(on.screen.emitted('update:modelValue')).toBeUndefined()
    await on.settle()
    await input.trigger('keydown', { key: 'Enter' })
    const [[value]] = on.screen.emitted('update:modelValue') as [[{ uid: string }]]
    expect((await on.engine.record('device', value.uid))?.fields).toEqual({ name: 'Klinik Selatan' })
  })

  describe('left with a text that was not picked', () => {
    async function typed(text: string, { isAnswered = true } = {}) {
      const on = await stage(FieldInput, {
        props: { field: device, modelValue: '' },
        prepare: async engine => {
          for (const name of ['Gerbang Utara', 'Gerbang', 'Kembar', 'Kembar'])
            await engine.save({ ...noForm, kind: 'device', uid: await engine.newUid(), fields: { name } })
        },
      })
      const input = on.screen.get<HTMLInputElement>('input')
      const values = () =>
        (on.screen.emitted('update:modelValue') ?? []).map(([value]: unknown[]) => value as Value)
      await input.trigger('click')
      await on.settle()
      await input.setValue(text)
      if (isAnswered) await on.settle()
      const show = async () => {
        await on.settle()
        await on.screen.setProps({ modelValue: values().at(-1) ?? '' })
        await on.settle()
        return input.element.value
      }
      return { on, input, values, show }
    }

    const titleOf = async ({ on, values }: Awaited<ReturnType<typeof typed>>) => {
      const value = values().at(-1)
      return typeof value === 'object' && value
        ? (await on.engine.record('device', value.uid))?.fields
        : value
    }

    test.each([
      ['once the answer is here', true],
      ['before it is here', false],
    ])('[UI73] the whole name of one is that one, %s', async (_, isAnswered) => {
      const left = await typed('gerbang ', { isAnswered })
      await left.input.trigger('blur')
      expect(await left.show()).toBe('Gerbang')
      expect(await titleOf(left)).toEqual({ name: 'Gerbang' })
    })

    test.each(['gerb', 'kembar', '39'])(
      '[UI73] %s is no Device: it stays, and cannot be saved',
      async text => {
        const left = await typed(text)
        await left.input.trigger('blur')
        expect(await left.show()).toBe(text)
        expect(left.values()).toEqual([`?${text}`])
        expect(faultOf(left.values()[0], device)).toEqual({ code: 'not_reference' })
      },
    )

    test('[UI73] so it is when it is saved by a key, without being left', async () => {
      const left = await typed('gerb')
      await left.input.trigger('keydown', { key: 's', ctrlKey: true })
      expect(left.values()).toEqual(['?gerb'])
    })

    test('[UI73] Escape lets it go', async () => {
      const left = await typed('gerb')
      await left.input.trigger('keydown', { key: 'Escape' })
      await left.input.trigger('blur')
      expect([await left.show(), left.values()]).toEqual(['', []])
    })
  })

  describe('opened while one is chosen', () => {
    const names = Array.from({ length: 60 }, (_, index) => `Pos ${String(index).padStart(2, '0')}`)

    async function opened(chosen: string) {
      let modelValue: Value = null
      const on = await stage(FieldInput, {
        props: { field: device, modelValue: null },
        prepare: async engine => {
          for (const name of names) {
            const uid = await engine.newUid()
            await engine.save({ ...noForm, kind: 'device', uid, fields: { name } })
            if (name === chosen) modelValue = { uid }
          }
        },
      })
      await on.screen.setProps({ modelValue })
      await on.settle()
      const press = async (key: string) => {
        await on.screen.get('input').trigger('keydown', { key })
        await on.settle()
      }
      const active = () => on.screen.get('[aria-selected=true]').text()
      const picked = () => on.screen.emitted('update:modelValue')
      return { on, press, active, picked }
    }

    test.each(['Pos 00', 'Pos 31', 'Pos 59'])('[UI5] it begins there: %s', async chosen => {
      const { press, active, picked } = await opened(chosen)
      await press('ArrowDown')
      expect(active()).toBe(chosen)
      await press('Enter')
      expect(picked()).toBeUndefined()
    })

    test('[UI5] the arrows go on from it', async () => {
      const { press, active } = await opened('Pos 31')
      for (const key of ['ArrowDown', 'ArrowDown']) await press(key)
      expect(active()).toBe('Pos 32')
    })

    test('[UI5] what is typed begins with the best hit', async () => {
      const { on, press, active } = await opened('Pos 31')
      await press('ArrowDown')
      await on.screen.get('input').setValue('pos')
      await on.settle()
      expect(active()).toBe('Pos 00')
    })
  })
})

describe('A record that others refer to', () => {
  const device = kindNamed(kinds, 'device')!
  const gate = '018e174e-bd20-7335-91ff-cd0690ffe9c2'

  async function atTheGate(count: number) {
    return stage(RecordDetail, {
      props: { kind: device, uid: gate, isBeside: false },
      prepare: async engine => {
        await engine.save({ ...noForm, kind: 'device', uid: gate, fields: { name: 'Gerbang é' } })
        const fields = recordA({ device_id: { uid: gate } })
        for (let made = 0; made < count; made++)
          await engine.save({ ...noForm, kind: 'record_a', uid: await engine.newUid(), fields })
      },
    })
  }

  test('[UI42] is deleted only after a question that says how many, and leads to them', async () => {
    const on = await atTheGate(2)
    await press(on, 'Delete')
    const dialog = on.screen.get('dialog')
    expect(dialog.get('h2').text()).toBe('Gerbang é is still in use')
    expect([dialog.get('a').text(), decodeURIComponent(dialog.get('a').attributes('href')!)]).toEqual([
      'Record A: 2',
      `/record_a?f=device_id:is:${gate}`,
    ])
    await press(on, 'Cancel')
    expect([on.screen.find('dialog').exists(), await on.engine.record('device', gate)]).toMatchObject([
      false,
      { fields: { name: 'Gerbang é' } },
    ])
    await press(on, 'Delete')
    await press(on, 'Delete all the same')
    expect(await on.engine.record('device', gate)).toBeNull()
  })

  test('[UI25] and at once when nothing refers to it', async () => {
    const on = await atTheGate(0)
    await press(on, 'Delete')
    expect(await on.engine.record('device', gate)).toBeNull()
  })

  test.each([
    ['en', 'Gerbang é · deleted'],
    ['id', 'Gerbang é · dihapus'],
  ] as const)('[UI42] once deleted, is said to be so where it is named: %s', async (language, text) => {
    const field = fieldNamed(kindNamed(kinds, 'record_a')!, 'device_id')!
    const props = { field, value: '10', title: `Gerbang é${goneMark}` }
    const { screen } = await stage(FieldDisplay, { language, props })
    expect([screen.text(), screen.find('a').exists()]).toEqual([text, false])
  })
})
