/** The half of a session that stands behind the lock, from signing in to the requests that show it. */
import { describe, expect, test } from 'vitest'
import { showing } from '../../client/net/session-key.ts'
import { requester } from '../../client/net/request.ts'
import { createSessionKey } from '../../client/screens/session-key.ts'
import { keyHeader } from '../../shared/key-header.ts'
import { passphrase, protectedBy, start } from '../support/locked.ts'
import { Profile } from '../support/profile.ts'

const sessionKey = 'f00d'.repeat(16)
const key = { passphrase }

describe('Sealed with the data', () => {
  test('[AC20] it is there once the lock is open, in every tab, and not before', async () => {
    const profile = new Profile()
    const first = await protectedBy(profile)
    expect(await first.engine.sessionKey()).toBeNull()
    await first.open({ sessionKey })
    expect(await first.engine.sessionKey()).toBe(sessionKey)
    const second = start(profile)
    expect(await second.engine.sessionKey()).toBeNull()
    expect(await second.open()).toMatchObject({ outcome: 'open' })
    expect(await second.engine.sessionKey()).toBe(sessionKey)
    for (const { engine } of [first, second]) await engine.close()
    const later = start(profile)
    await later.open()
    expect(await later.engine.sessionKey()).toBeNull()
    await later.open({ key })
    expect(await later.engine.sessionKey()).toBe(sessionKey)
  })

  test('[AC20] a new session brings a new one, and another person never has it', async () => {
    const profile = new Profile()
    const { engine, open } = await protectedBy(profile)
    await open({ sessionKey })
    await open({ sessionKey: 'next' })
    expect(await engine.sessionKey()).toBe('next')
    await engine.open({ userId: 'budi', language: { locale: 'en', yes: 'Yes', no: 'No' }, policy: 'off' })
    expect(await engine.sessionKey()).toBeNull()
  })

  test('[AC20] a page is not given it with what is kept beside records', async () => {
    const profile = new Profile()
    const { open, engine } = await protectedBy(profile)
    await engine.keepNote('lists', { own: true })
    expect(await open({ sessionKey })).toMatchObject({ notes: { lists: { own: true } } })
    expect(JSON.stringify(await open())).not.toContain(sessionKey)
  })
})

describe('Shown by requests', () => {
  const random = (count: number) => Uint8Array.from({ length: count }, (_, i) => (i === 0 ? 200 : i))
  const sealed = (known: string | null) => ({ sessionKey: async () => known })

  test('[AC20] beside whatever else they carry, and not where there is none', async () => {
    const seen: (string | null)[][] = []
    const fetching: typeof fetch = async (_, init) => {
      const headers = new Headers(init?.headers)
      seen.push([headers.get(keyHeader), headers.get('content-type')])
      return Response.json({})
    }
    const keys = [sessionKey, null]
    const ask = requester(showing(fetching, async () => keys.shift() ?? null))
    await ask('x', {}, () => {})
    await ask('x', undefined, () => {})
    expect(seen).toEqual([
      [sessionKey, 'application/json'],
      [null, null],
    ])
  })

  test('[AC20] signing in has a new one, which counts until it is sealed; in vain, the sealed one counts again', async () => {
    const own = createSessionKey(sealed(sessionKey), random)
    expect(await own.shown()).toBe(sessionKey)
    const made = await own.withNew(async () => own.shown())
    expect(made).toMatch(/^c801[0-9a-f]{60}$/)
    expect([own.made, await own.shown()]).toEqual([made, made])
    own.forget()
    expect([own.made, await own.shown()]).toEqual([null, sessionKey])
    await expect(own.withNew(() => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong')
    expect(await own.shown()).toBe(sessionKey)
  })
})
