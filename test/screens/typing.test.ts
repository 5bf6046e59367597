/** What on-screen keyboards and the browser are told of what is typed into a field. */
import { describe, expect, test } from 'vitest'
import FieldInput from '../../client/screens/fields/FieldInput.vue'
import RecordList from '../../client/screens/list/RecordList.vue'
import SignInView from '../../client/screens/views/SignInView.vue'
import type { Value } from '../../shared/fields.ts'
import { kinds } from '../../shared/kinds.ts'
import { fieldNamed, kindNamed } from '../../shared/metadata.ts'
import { stage } from './stage.ts'

async function attributesOf(kind: string, name: string, modelValue: Value) {
  const field = fieldNamed(kindNamed(kinds, kind)!, name)!
  const { screen } = await stage(FieldInput, { props: { field, modelValue } })
  return screen.get('input').attributes()
}

describe('On-screen keyboards', () => {
  const keysFor = async (kind: string, name: string, modelValue: Value) =>
    (await attributesOf(kind, name, modelValue)).inputmode

  test.each(['pri', 'grp', 'tz'])('[UI20] %s is typed on keys with digits', async name => {
    expect(await keysFor('record_a', name, '')).toBe('numeric')
    expect(await keysFor('record_a', name, '0000100')).toBe('numeric')
  })

  test.each(['A1', '١٢', '-5', ' ', '7 🌋'])('[UI20] %j has letters or signs, and gets them', async value => {
    expect(await keysFor('record_a', 'grp', value)).toBeUndefined()
  })

  test.each(['pin', 'card', 'vice_card'])('[UI20] %s may have letters from the first', async name => {
    expect(await keysFor('record_a', name, '')).toBeUndefined()
  })

  const texts = kinds.flatMap(({ name: kind, title, fields }) =>
    fields
      .filter(({ input }) => input === 'text')
      .map(({ name }) => ({ kind, name, capitals: name === title ? 'words' : 'off' })),
  )
  test.each(texts)('[UI20] $kind.$name is neither corrected nor offered', async text => {
    const told = await attributesOf(text.kind, text.name, '')
    expect([told.autocapitalize, told.autocorrect, told.spellcheck, told.autocomplete]).toEqual([
      text.capitals,
      'off',
      'false',
      'off',
    ])
  })
})

describe('Elsewhere', () => {
  test('[UI20] a user name is typed as it is, and Enter goes in', async () => {
    const { screen } = await stage(SignInView, { path: '/sign-in' })
    const [username, password] = screen.findAll('input').map(input => input.attributes())
    expect(username).toMatchObject({ autocomplete: 'username', autocapitalize: 'off', enterkeyhint: 'go' })
    expect(password).toMatchObject({ autocomplete: 'current-password', enterkeyhint: 'go' })
  })

  test('[UI20] the search of a list is typed as it is, and Enter searches', async () => {
    const kind = kindNamed(kinds, 'device')!
    const { screen } = await stage(RecordList, {
      path: '/device',
      props: { kind, selected: null, isBeside: false },
    })
    expect(screen.get('input').attributes()).toMatchObject({
      inputmode: 'search',
      enterkeyhint: 'search',
      autocapitalize: 'off',
      autocorrect: 'off',
    })
  })
})
