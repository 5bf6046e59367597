/** A password while it is typed: behind dots, until its person wants to see it. */
import { describe, expect, test } from 'vitest'
import type { Component } from 'vue'
import PasswordDialog from '../../client/screens/views/users/PasswordDialog.vue'
import UserDialog from '../../client/screens/views/users/UserDialog.vue'
import SetupView from '../../client/screens/views/SetupView.vue'
import SignInView from '../../client/screens/views/SignInView.vue'
import { stage } from './stage.ts'

const user = { id: 'u', username: 'budi', name: 'Budi', role: 'editor', banned: false }

const places: [name: string, screen: Component, path: string, props: Record<string, unknown>][] = [
  ['at the entrance', SignInView, '/sign-in', {}],
  ['at the first start', SetupView, '/setup', {}],
  ['of a new user', UserDialog, '/users', {}],
  ['given anew', PasswordDialog, '/users', { user }],
]

describe('A password', () => {
  test.each(places)('[UI31] %s is shown when asked for, and hidden again', async (_, view, path, props) => {
    const { screen } = await stage(view, { path, props, language: 'id' })
    const password = screen.get<HTMLInputElement>('input[autocomplete$=password]')
    await password.setValue('rahasia 🌋 7')
    const seen = [password.element.type]
    for (const name of ['Tampilkan Kata sandi', 'Sembunyikan Kata sandi']) {
      await screen.get(`button[aria-label="${name}"]`).trigger('click')
      seen.push(password.element.type)
    }
    expect(seen).toEqual(['password', 'text', 'password'])
    expect(password.element.value).toBe('rahasia 🌋 7')
  })
})
