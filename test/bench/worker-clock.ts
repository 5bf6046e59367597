/** How long a worker takes for each question, from its arrival there to its answer, without the way there and back. */
import type { Page } from 'playwright-core'

/** As Comlink writes them. */
interface Message {
  id?: string
  path?: string[]
}

type Clocked = typeof globalThis & { bench?: { method: string; ms: number }[] }

/** From now on, in the page's first worker. Returns how to read the times of one method since the last reading, in ms. */
export async function startWorkerClock(page: Page): Promise<(method: string) => Promise<number[]>> {
  const [worker] = page.workers()
  if (!worker) throw new Error('The page has no worker')
  await worker.evaluate(() => {
    const clocked = globalThis as Clocked
    if (clocked.bench) return
    const times: { method: string; ms: number }[] = []
    clocked.bench = times
    const open = new Map<string, { method: string; at: number }>()
    // The worker's own listener was there first: what it does first is to read the message.
    const data = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data')
    Object.defineProperty(MessageEvent.prototype, 'data', {
      ...data,
      get(this: MessageEvent<Message>) {
        const message = data?.get?.call(this) as Message
        const { id, path = [] } = message
        if (id !== undefined && !open.has(id)) open.set(id, { method: path.join('.'), at: performance.now() })
        return message
      },
    })
    const post = clocked.postMessage.bind(clocked) as (...given: unknown[]) => void
    clocked.postMessage = (message: Message, ...rest: unknown[]) => {
      const asked = open.get(message.id ?? '')
      if (asked) times.push({ method: asked.method, ms: performance.now() - asked.at })
      open.delete(message.id ?? '')
      post(message, ...rest)
    }
  })
  return method =>
    worker.evaluate(method => {
      const times = (globalThis as Clocked).bench?.splice(0) ?? []
      return times.filter(each => each.method === method).map(({ ms }) => ms)
    }, method)
}
