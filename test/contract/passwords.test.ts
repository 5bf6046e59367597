/** Which passwords are taken, wherever somebody chooses one. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../../server/session/password.ts'
import { checkPassword, createUser, resetPassword } from '../../server/session/users.ts'
import { engines } from './engines.ts'
import { openWorld, password, type Person, personWith, signIn, type World } from './world.ts'

const eva = { username: 'eva.suryani', name: 'Eva Suryani' }

/** undefined when it is taken. */
const refusal = (given: string): Promise<unknown> =>
  checkPassword(given, eva).then(
    () => undefined,
    (error: { code: string; details: object }) => [error.code, error.details],
  )

test.each([
  'kopi pahit tanpa gula',
  'sepeda-biru-di-gudang',
  '7wz2-kd9m-xq4t-hv3b',
  'tepi🌋laut🌋sunyi',
  'a!&1{o971<9ta{s0e6+9t[$5',
])('[AC15] “%s” is taken', async given => expect(await refusal(given)).toBe(undefined))

test.each([
  ['', { min: 10 }],
  ['kx7#qP2!z', { min: 10 }],
  ['password1234', { guessable: true }],
  ['P@ssw0rd1234', { guessable: true }],
  ['P4$$w0rd!2024', { guessable: true }],
  ['r4h4514123456', { guessable: true }],
  ['1nd0n3514r4y4', { guessable: true }],
  ['qwertyuiop', { guessable: true }],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', { guessable: true }],
  ['rahasia123456', { guessable: true }],
  ['indonesiaraya', { guessable: true }],
  ['17-08-1945', { guessable: true }],
  ['Eva Suryani 77', { guessable: true }],
  ['evasuryani1990', { guessable: true }],
])('[AC15] “%s” is refused, with why', async (given, why) => {
  expect(await refusal(given)).toEqual(['weak_password', why])
})

test('[AC15] only the beginning is judged, as a long text takes long: what is strong makes the whole strong', async () => {
  const weak = 'a'.repeat(24)
  expect(await refusal(`${weak} kopi pahit tanpa gula`)).toEqual(['weak_password', { guessable: true }])
  expect(await refusal(`kopi pahit tanpa gula ${weak}`)).toBe(undefined)
})

describe.each(engines.filter(({ name }) => name !== 'PGlite'))('A password on $name', engine => {
  let world: World
  let admin: Person
  beforeAll(async () => {
    world = await openWorld(engine)
    admin = await world.person('admin')
  })
  afterAll(() => world.close())

  test('[AC15] that is weak is refused wherever one is chosen, and the old one stays', async () => {
    const { auth } = world.services
    const { id } = await createUser(auth, { ...eva, password, role: 'editor' })
    const own = await signIn(world.app, eva.username)
    const weak = 'evasuryani1990'
    const manage = (path: string, body: unknown) => admin.post(`/api/auth/admin/${path}`, body)
    const answers = [
      await manage('create-user', {
        username: 'dewi',
        name: 'Dewi Lestari',
        password: 'dewilestari7',
        role: 'viewer',
      }),
      await manage('set-user-password', { userId: id, newPassword: weak }),
      await own.post('/api/auth/change-password', { currentPassword: password, newPassword: weak }),
    ]
    const problems = await Promise.all(answers.map(answer => answer.json()))
    const refused = { status: 422, code: 'weak_password', details: { guessable: true } }
    expect(problems).toMatchObject([refused, refused, refused])
    await expect(resetPassword(auth, { username: eva.username, password: weak })).rejects.toThrow(
      'weak_password',
    )
    await expect(signIn(world.app, eva.username)).resolves.toBeDefined()
  })

  test('[AC15] of before, shorter than is taken now, is good for signing in', async () => {
    const { auth } = world.services
    const { id } = await createUser(auth, { username: 'lama', password, role: 'viewer' })
    const { internalAdapter } = await auth.$context
    await internalAdapter.updatePassword(id, await hashPassword('pendek12'))
    const body = { username: 'lama', password: 'pendek12' }
    const answer = await personWith(world.app, '').post('/api/auth/sign-in/username', body)
    expect(answer.status).toBe(200)
  })
})
