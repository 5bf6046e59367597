/** What the server asks of every browser: told with the session, changed by admins alone. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultPolicy } from '../../shared/policy.ts'
import { engines } from './engines.ts'
import { openWorld, type Person, type World } from './world.ts'

const path = '/api/policy'
const chosen = {
  deviceLock: 'offered',
  lockAfterMinutes: 3,
  triesAtMost: 7,
  offlineDays: 14,
  secondFactor: 'off',
}

describe.each(engines)('The policy on $name', engine => {
  let world: World
  let admin: Person
  let editor: Person

  beforeAll(async () => {
    world = await openWorld(engine)
    admin = await world.person('admin')
    editor = await world.person('editor')
  })
  afterAll(() => world.close())

  const told = async (person: Person) => {
    const response = await person.request('/api/auth/get-session')
    return ((await response.json()) as { policy: unknown }).policy
  }

  test('[LK1] is told with every session, as an admin chose it last', async () => {
    expect(await told(editor)).toEqual(defaultPolicy)
    expect((await admin.post(path, chosen)).status).toBe(200)
    expect(await told(editor)).toEqual(chosen)
  })

  test('[AC2] nobody but an admin chooses it', async () => {
    const before = await told(admin)
    expect((await editor.post(path, { ...chosen, deviceLock: 'off' })).status).toBe(403)
    expect(await told(admin)).toEqual(before)
  })

  test.each([
    { triesAtMost: 4 },
    { offlineDays: 0 },
    { lockAfterMinutes: 1.5 },
    { deviceLock: 'no' },
    { more: 1 },
  ])('what is none is refused, and what there was stays: %o', async wrong => {
    const before = await told(admin)
    const { status } = await admin.post(path, { ...chosen, ...wrong })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(await told(admin)).toEqual(before)
  })
})
