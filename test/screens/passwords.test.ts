/** A password while it is typed: behind dots, until its person wants to see it. */
import { describe, expect, test } from 'vitest'
import type { Component } from 'vue'
import PasswordDialog from '../../client/screens/views/users/PasswordDialog.vue'
import UserDialog from '../../client/screens/views/users/UserDialog.vue'
import SetupView from '../../client/screens/views/SetupView.vue'
import SignInView from '../../client/screens/views/SignInView.vue'
import { AppError } from '../../shared/errors.ts'
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

  test.each([
    ['id', 'Paling sedikit 10 karakter, dan sulit ditebak: beberapa kata, tanpa nama.', /mudah ditebak/],
    ['en', 'At least 10 characters, and hard to guess: several words, and no name.', /easy to guess/],
  ] as const)(
    '[AC15] in %s the rule is said beforehand, and a refusal in words',
    async (language, rule, words) => {
      const accounts = {
        resetPassword: () => Promise.reject(new AppError('weak_password', { guessable: true })),
      }
      const { screen, settle } = await stage(PasswordDialog, {
        path: '/users',
        props: { user },
        language,
        accounts,
      })
      const password = screen.get<HTMLInputElement>('input[autocomplete=new-password]')
      const hint = screen.get(`#${password.attributes('aria-describedby')}`)
      const paste = new Event('paste', { bubbles: true, cancelable: true })
      password.element.dispatchEvent(paste)
      expect([hint.text(), password.attributes('minlength'), paste.defaultPrevented]).toEqual([
        rule,
        '10',
        false,
      ])
      await password.setValue('password1234')
      await screen.get('form').trigger('submit')
      await settle()
      expect(screen.get('[role=alert]').text()).toMatch(words)
    },
  )
})
