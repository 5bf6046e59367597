/** The worker behind the screens: one engine in it, whatever the browser does with its scripts. */
import { wrap } from 'comlink'
import { afterEach, expect, test, vi } from 'vitest'
import type { FarEngine } from '../../client/connect.ts'

const { port1: page, port2: scope } = new MessageChannel()
afterEach(() => {
  page.close()
  scope.close()
})

/** As if its script were fetched and evaluated anew: nothing of the module that was there before is known. */
async function evaluated() {
  vi.resetModules()
  const { exposeOnce } = await import('../../client/engine/expose.ts')
  return exposeOnce
}

test('[WK1] a worker whose script is evaluated twice has one engine, and the second evaluation fails', async () => {
  const first = { newUid: async () => 'the engine' } as FarEngine
  const second = { newUid: async () => 'one that was never opened' } as FarEngine
  const [once, again] = [await evaluated(), await evaluated()]
  expect(once).not.toBe(again)
  once(first, scope)
  expect(() => again(second, scope)).toThrow('a second time')
  const answers = new Set<unknown>()
  page.addEventListener('message', ({ data }: MessageEvent<{ id: string; value: unknown }>) =>
    answers.add(JSON.stringify(data)),
  )
  expect(await wrap<FarEngine>(page).newUid()).toBe('the engine')
  expect(answers.size).toBe(1)
})
