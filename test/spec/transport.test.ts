/** Requests over a network that stalls in the middle. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAccounts } from '../../client/screens/accounts.ts'
import { createTransport } from '../../client/engine/sync/transport.ts'
import { userHeader } from '../../shared/user-header.ts'

describe('Transport', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** Answers with a status line and the beginning of a body, and then with silence. */
  const stalling: typeof fetch = (_input, init) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"results":['))
        init?.signal?.addEventListener('abort', () => controller.error(new DOMException('', 'AbortError')))
      },
    })
    return Promise.resolve(new Response(body, { status: 200 }))
  }

  test('[ST3] a push whose answer stalls half-way has timed out, and is tried again', async () => {
    const transport = createTransport(stalling)
    const pushed = transport.push({ user: 'u', client: crypto.randomUUID(), mutations: [] })
    const failure = expect(pushed).rejects.toMatchObject({ code: 'timed_out', retry: 'later' })
    await vi.advanceTimersByTimeAsync(31_000)
    await failure
  })

  test('[ST3] a stream of changes may last, but not stall', async () => {
    const lines = createTransport(stalling).changes(null, null, { user: 'u' })
    const failure = expect(lines[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'unreachable',
    })
    await vi.advanceTimersByTimeAsync(31_000)
    await failure
  })

  test('[SC2] whatever holds records is asked for in the name of a person', async () => {
    const named: unknown[] = []
    const busy: typeof fetch = (_input, init) => {
      named.push(new Headers(init?.headers).get(userHeader))
      return Promise.resolve(new Response('', { status: 503 }))
    }
    const [transport, reader] = [createTransport(busy), { user: 'u' }]
    const requests = [
      transport.changes(null, null, reader)[Symbol.asyncIterator]().next(),
      transport.digest('x', 1, reader),
      transport.records([], reader)[Symbol.asyncIterator]().next(),
    ]
    for (const request of requests) await expect(request).rejects.toMatchObject({ code: 'unavailable' })
    expect(named).toEqual(['u', 'u', 'u'])
  })

  test.each([
    ['internal', 'a1b2c3d4-1'],
    ['unavailable', 'a1b2c3d4-1'],
    ['forbidden', null],
  ])(
    '[OP8] the id of a request that ended in %s is kept where the server could say more',
    async (code, id) => {
      const problem = { code, status: 500, instance: 'a1b2c3d4-1' }
      const failing: typeof fetch = () => Promise.resolve(Response.json(problem, { status: 500 }))
      const asked = createTransport(failing).digest('x', 1, { user: 'u' })
      await expect(asked).rejects.toMatchObject({ code, requestId: id })
    },
  )

  test('[RQ9] nothing is asked of a cache', async () => {
    const asked: unknown[] = []
    const busy: typeof fetch = (_input, init) => {
      asked.push(init?.cache)
      return Promise.resolve(new Response('', { status: 503 }))
    }
    const transport = createTransport(busy)
    const requests = [
      transport.push({ user: 'u', client: crypto.randomUUID(), mutations: [] }),
      transport.changes(null, null, { user: 'u' })[Symbol.asyncIterator]().next(),
      transport.digest('x', 1, { user: 'u' }),
      createAccounts(busy).session(),
    ]
    for (const request of requests) await expect(request).rejects.toMatchObject({ code: 'unavailable' })
    expect(asked).toEqual(['no-store', 'no-store', 'no-store', 'no-store'])
  })

  test.each([404, 413, 429, 500, 502, 504, 521])(
    '[RQ1] [OB10] %i that does not say what is wrong is not from our server, and may pass',
    async status => {
      const transport = createTransport(() => Promise.resolve(new Response('<html></html>', { status })))
      const pushed = transport.push({ user: 'u', client: crypto.randomUUID(), mutations: [] })
      await expect(pushed).rejects.toMatchObject({ code: 'unavailable', retry: 'later' })
    },
  )

  test.each([
    ['viewer', 'viewer'],
    ['manager', 'manager'],
    ['of a later version', 'viewer'],
  ])('[AC2] whose role is %s is a %s here', async (role, known) => {
    const user = { id: 'u', name: 'Dewi', role }
    const accounts = createAccounts(() => Promise.resolve(Response.json({ user })))
    expect(await accounts.session()).toMatchObject({ account: { role: known } })
  })

  test('[UI101] how the server sees this browser: when the session ends, and its clock; or that it does not say', async () => {
    const answering = (body: unknown, headers: Record<string, string>) =>
      createAccounts(() => Promise.resolve(Response.json(body, { headers })))
    const session = { user: {}, expiresAt: '2026-12-24T09:05:00.000Z' }
    expect(await answering({ user: {} }, {}).standing()).toMatchObject({ isSignedIn: true, endsAt: null })
    const date = { date: 'Tue, 24 Nov 2026 09:05:00 GMT' }
    expect(await answering(session, date).standing()).toEqual({
      isSignedIn: true,
      endsAt: Date.UTC(2026, 11, 24, 9, 5),
      serverAt: Date.UTC(2026, 10, 24, 9, 5),
    })
    expect(await answering(null, {}).standing()).toEqual({ isSignedIn: false, endsAt: null, serverAt: null })
  })
})
