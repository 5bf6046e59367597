/** The worker behind the screens: one engine in it, and one worker to a page, whatever the browser does with either. */
import { wrap } from 'comlink'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { connect, type FarEngine } from '../../client/connect.ts'
import { exposeOnce } from '../../client/engine/expose.ts'
import type { EngineEvent } from '../../client/contract.ts'
import { leaveWhole } from '../../client/screens/page-cache.ts'

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

/** A worker whose engine tells its name; `end` is what ends it. */
function worker(name: string) {
  const { port1, port2 } = new MessageChannel()
  const tell = (event: EngineEvent) => port2.postMessage({ event })
  const engine = { newUid: async () => name, subscribe: async () => tell({ type: 'work' }) }
  exposeOnce(engine as unknown as FarEngine, port2)
  port1.start()
  const end = vi.fn(() => port2.close())
  return { made: Object.assign(port1, { terminate: end }) as unknown as Worker, end, tell }
}

describe('A page that is set aside for the way back', () => {
  function leaving(areKept: () => Promise<boolean> = async () => true) {
    const workers = [worker('first'), worker('second')]
    const left = [...workers]
    const connection = connect(() => left.shift()!.made)
    const signedIn = { setAside: () => {}, comeBack: () => {} }
    const page = new EventTarget()
    const steps: string[] = []
    const isOver = new Promise<void>(resolve => {
      const step = (name: string) => () => resolve(void steps.push(name))
      const keepForms = async () => {
        steps.push(`asked of the ${await connection.engine.newUid()}`)
        return areKept()
      }
      leaveWhole({ page, connection, signedIn, keepForms, reload: step('reload'), stay: step('stay') })
    })
    const happens = (type: string, persisted: boolean) =>
      page.dispatchEvent(Object.assign(new Event(type), { persisted }))
    return { workers, connection, steps, isOver, happens }
  }

  test('[WK2] ends its worker, and on the way back has another keep its forms before it is loaded anew', async () => {
    const { workers, steps, isOver, happens } = leaving()
    happens('pagehide', true)
    expect(workers.map(({ end }) => end.mock.calls.length)).toEqual([1, 0])
    happens('pageshow', true)
    await isOver
    expect(steps).toEqual(['asked of the second', 'reload'])
  })

  test.each<[string, () => Promise<boolean>]>([
    ['could not be kept', async () => false],
    ['could not even be asked for', () => Promise.reject(new Error('the storage does not answer'))],
  ])('[WK2, UI3] is not loaded anew over what was typed on it and %s', async (_, areKept) => {
    const { steps, isOver, happens } = leaving(areKept)
    happens('pagehide', true)
    happens('pageshow', true)
    await isOver
    expect(steps).toEqual(['asked of the second', 'stay'])
  })

  test('[WK2] while one that only goes, or comes for the first time, has its worker until its end', async () => {
    const { workers, connection, steps, happens } = leaving()
    happens('pageshow', false)
    happens('pagehide', false)
    expect(await connection.engine.newUid()).toBe('first')
    expect([workers[0]?.end.mock.calls, steps]).toEqual([[], []])
  })

  test('[WK2] hears nothing of the new worker, which knows nobody yet', async () => {
    const { workers, connection } = leaving()
    const heard: EngineEvent[] = []
    await connection.engine.subscribe(event => heard.push(event))
    await expect.poll(() => heard).toEqual([{ type: 'work' }])
    connection.end()
    connection.renew()
    workers[1]?.tell({ type: 'records', kinds: ['device'] })
    expect(await connection.engine.newUid()).toBe('second')
    expect(heard).toEqual([{ type: 'work' }])
  })
})
