/** Field types on the screen: a value goes in and is shown, typing comes out, an issue is told. */
import { describe, expect, test } from 'vitest'
import { defineComponent, h } from 'vue'
import FieldDisplay from '../../client/screens/fields/FieldDisplay.vue'
import FieldInput from '../../client/screens/fields/FieldInput.vue'
import { showsRecord } from '../../client/screens/fields/useReveal.ts'
import type { Value } from '../../shared/fields.ts'
import { kinds } from '../../shared/kinds.ts'
import { type Field, fieldNamed, kindNamed } from '../../shared/metadata.ts'
import { stage } from './stage.ts'

function field(kind: string, name: string): Field {
  return fieldNamed(kindNamed(kinds, kind)!, name)!
}
const integer: Field = {
  ...field('record_a', 'pin'),
  name: 'badge',
  label: { en: 'Badge', id: 'Lencana' },
  base: { type: 'bigInteger', autoIncrement: false, unsigned: true },
  validation: {},
}

const show = (props: Record<string, unknown>) => stage(FieldDisplay, { props })
/** On the page of a record. */
const showOf = (props: Record<string, unknown>) => {
  const page = defineComponent(() => {
    showsRecord(() => ({ kind: 'record_a', uid: 'u1' }))
    return () => h(FieldDisplay, props as never)
  })
  return stage(page, {})
}

async function edit(props: { field: Field; modelValue: Value; issue?: unknown; title?: string }) {
  const on = await stage(FieldInput, { props })
  const emitted = () => on.screen.emitted('update:modelValue')?.map(([value]) => value)
  return { ...on, emitted, input: on.screen.get('input') }
}

describe('Text', () => {
  test('[VA3] is shown verbatim, markup included', async () => {
    const text = '<img onerror=alert(1)>  Ñandú 👩‍👩‍👧 '
    const { screen } = await show({ field: field('record_a', 'name'), value: text })
    expect(screen.element.textContent).toBe(text)
    expect(screen.find('img').exists()).toBe(false)
  })

  test('[UI5] matches of a search are highlighted where they are', async () => {
    const { screen } = await show({
      field: field('record_a', 'name'),
      value: 'Ayu Déwi Halim',
      marks: [[4, 8]],
    })
    expect(screen.findAll('mark').map(mark => mark.text())).toEqual(['Déwi'])
    expect(screen.text()).toContain('Ayu Déwi Halim')
  })

  test('[VA2] what is typed comes out as it is, untrimmed', async () => {
    const { input, emitted } = await edit({ field: field('record_a', 'pin'), modelValue: '' })
    await input.setValue('  007 ')
    expect(emitted()).toEqual(['  007 '])
  })

  test('[VA4] the counter counts characters, not UTF-16 units, and nothing stops the typing', async () => {
    const { screen, input } = await edit({ field: field('record_b', 'nama'), modelValue: '😀'.repeat(60) })
    expect(input.attributes('maxlength')).toBeUndefined()
    expect(screen.text()).toContain('60 of 60 characters')
  })

  test('[VA4] far from the limit there is no counter', async () => {
    const { screen } = await edit({ field: field('record_b', 'nama'), modelValue: '😀'.repeat(30) })
    expect(screen.text()).not.toContain('of 60')
  })

  test('[UI4] an issue is told in words and tied to the input', async () => {
    const issue = { field: 'pin', code: 'too_long', params: { max: 30 } }
    const { screen, input } = await edit({
      field: field('record_a', 'pin'),
      modelValue: '1'.repeat(31),
      issue,
    })
    expect(input.attributes('aria-invalid')).toBe('true')
    const ids = input.attributes('aria-describedby')!.split(' ')
    expect(ids.map(id => screen.get(`#${id}`).text())).toContain('At most 30 characters; this has 31.')
  })
})

describe('Secret text', () => {
  test('[MD4] is masked until someone asks', async () => {
    const secret = { field: field('record_a', 'passwd'), value: 'rahasia', canReveal: true }
    const { screen } = await showOf(secret)
    expect(document.body.textContent).not.toContain('rahasia')
    await screen.get('button[aria-label="Show Passwd"]').trigger('click')
    expect(document.body.textContent).toContain('rahasia')
  })

  test('[AU6] stays masked where it is not known whose it is', async () => {
    await show({ field: field('record_a', 'passwd'), value: 'rahasia', canReveal: true })
    expect(document.querySelector('button')).toBeNull()
  })

  test('[MD4] cannot even be asked for where nothing else is shown', async () => {
    await show({ field: field('record_a', 'passwd'), value: 'rahasia', marks: [[0, 3]] })
    expect(document.body.textContent).not.toContain('rah')
    expect(document.querySelector('button')).toBeNull()
  })

  test('[MD4] is typed behind dots', async () => {
    const { screen, input } = await edit({ field: field('record_a', 'passwd'), modelValue: 'rahasia' })
    expect(input.classes()).toContain('dots')
    await screen.get('button[aria-label="Show Passwd"]').trigger('click')
    expect(input.classes()).not.toContain('dots')
  })

  test('[UI20] is none of the browser’s passwords', async () => {
    const { input } = await edit({ field: field('record_a', 'passwd'), modelValue: '' })
    expect([input.attributes('type'), input.attributes('autocomplete')]).toEqual(['text', 'off'])
  })
})

describe('Boolean', () => {
  test.each([
    [true, 'Yes'],
    [false, 'No'],
  ])('[VA6] %s is shown as a word', async (value, word) => {
    const { screen } = await show({ field: field('record_a', 'verify'), value })
    expect(screen.text()).toBe(word)
  })

  test('[VA6] a tick comes out as true, and its absence as false', async () => {
    const { input, emitted } = await edit({ field: field('record_b', 'unit'), modelValue: false })
    await input.setValue(true)
    await input.setValue(false)
    expect(emitted()).toEqual([true, false])
  })
})

describe('Integer', () => {
  test('[VA9] the largest id goes in and out digit by digit', async () => {
    const { input, emitted } = await edit({ field: integer, modelValue: '9223372036854775807' })
    expect((input.element as HTMLInputElement).value).toBe('9223372036854775807')
    await input.setValue('9223372036854775806')
    expect(emitted()).toEqual(['9223372036854775806'])
    const { screen } = await show({ field: integer, value: '9223372036854775807' })
    expect(screen.text()).toBe('9223372036854775807')
  })
})
