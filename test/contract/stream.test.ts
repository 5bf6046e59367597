/** Streams go as fast as they are taken, and end when nobody takes them any more. */
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAdaptorServer } from '@hono/node-server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ndjsonResponse } from '../../server/http/stream.ts'

/** A machine may be busy. */
const patience = { timeout: 30_000, interval: 20 }

describe('Streams', () => {
  const closing: (() => void)[] = []
  afterEach(() => {
    for (const close of closing.splice(0)) close()
  })

  /** A server of endless lines that do not get smaller, and somebody who asks for them and then does not read. */
  async function stalled(headers: string): Promise<{ made(): number; isOver(): boolean; socket: Socket }> {
    let made = 0
    let isOver = false
    async function* lines(): AsyncGenerator<string> {
      try {
        for (; ; made++) yield randomBytes(75_000).toString('base64')
      } finally {
        isOver = true
      }
    }
    const server = createAdaptorServer({ fetch: request => ndjsonResponse(request, lines()) })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
    closing.push(
      () => server.close(),
      () => socket.destroy(),
    )
    socket.pause()
    socket.write(`GET / HTTP/1.1\r\nhost: x\r\n${headers}\r\n`)
    return { made: () => made, isOver: () => isOver, socket }
  }

  test.each([
    ['plain', ''],
    ['compressed', 'accept-encoding: gzip\r\n'],
  ])('a %s answer that nobody reads is not made, and ends with the connection', async (_, headers) => {
    const { made, isOver, socket } = await stalled(headers)
    await vi.waitFor(() => expect(made()).toBeGreaterThan(0), patience)
    // On a busy machine a moment without a line proves nothing: ten of them do.
    let before = -1
    for (let still = 0; still < 10; still = made() === before ? still + 1 : 0) {
      before = made()
      await sleep(100)
    }
    expect(isOver()).toBe(false)
    socket.destroy()
    await vi.waitFor(() => expect(isOver()).toBe(true), patience)
    expect(made()).toBeLessThanOrEqual(before + 1)
  })

  test('[SV3] [RQ6] an answer that fails when its reader has left before the first byte ends no server', async () => {
    const failures: unknown[] = []
    const note = (error: unknown) => failures.push(error)
    process.on('uncaughtException', note)
    async function* failing(): AsyncGenerator<string> {
      yield 'one'
      await sleep(20)
      throw new Error('the database has gone')
    }
    const request = new Request('http://x', { headers: { 'accept-encoding': 'gzip' } })
    await ndjsonResponse(request, failing()).body?.cancel()
    await sleep(100)
    process.off('uncaughtException', note)
    expect(failures).toEqual([])
  })
})
